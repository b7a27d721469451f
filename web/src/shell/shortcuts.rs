//! Keys as data: what the help lists is what works.

use crate::component::{UseWatch, use_watch};
use crate::platform::keyboard::{self, Press};
use crate::words::Words;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shortcut {
    /// Play or pause.
    Play,
    /// One step back.
    Back,
    /// One step forward.
    Forward,
    /// To the start.
    Start,
    /// To the end.
    End,
    /// Open the help.
    Help,
}

impl Shortcut {
    /// All of them, in the order of the help.
    pub(crate) const ALL: [Self; 6] = [
        Self::Play,
        Self::Back,
        Self::Forward,
        Self::Start,
        Self::End,
        Self::Help,
    ];

    /// The browser's name of the key.
    const fn key(self) -> &'static str {
        match self {
            Self::Play => " ",
            Self::Back => "ArrowLeft",
            Self::Forward => "ArrowRight",
            Self::Start => "Home",
            Self::End => "End",
            Self::Help => "?",
        }
    }

    /// The key as it is printed on the keyboard.
    pub(crate) fn key_name(self, words: Words) -> String {
        match self {
            Self::Play => words.key_space(),
            Self::Back => words.key_left(),
            Self::Forward => words.key_right(),
            Self::Start => words.key_home(),
            Self::End => words.key_end(),
            Self::Help => words.key_question(),
        }
    }

    /// What it does, in words.
    pub(crate) fn does(self, words: Words) -> String {
        match self {
            Self::Play => words.does_play(),
            Self::Back => words.does_back(),
            Self::Forward => words.does_forward(),
            Self::Start => words.does_start(),
            Self::End => words.does_end(),
            Self::Help => words.does_help(),
        }
    }

    /// The shortcut of a press, unless the control under the focus has its own use for the key.
    fn of(press: &Press) -> Option<Self> {
        let shortcut = Self::ALL
            .into_iter()
            .find(|shortcut| shortcut.key() == press.key)?;
        let taken = match shortcut {
            Self::Play => press.on_control,
            Self::Back | Self::Forward | Self::Start | Self::End => press.on_arrows,
            Self::Help => false,
        };
        (!taken && !press.in_dialog).then_some(shortcut)
    }
}

/// Calls `pressed` for each shortcut, as long as the part stands; a new one for other causes.
pub(crate) fn use_shortcuts(
    causes: impl PartialEq + 'static,
    pressed: impl Fn(Shortcut) + 'static,
) -> UseWatch {
    use_watch(causes, move || {
        keyboard::on_press(move |press| {
            let shortcut = Shortcut::of(press);
            if let Some(shortcut) = shortcut {
                pressed(shortcut);
            }
            shortcut.is_some()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: &str) -> Press {
        Press {
            key: key.to_owned(),
            on_control: false,
            on_arrows: false,
            in_dialog: false,
        }
    }

    #[test]
    fn a_key_is_left_to_the_control_that_uses_it() {
        assert_eq!(Shortcut::of(&press(" ")), Some(Shortcut::Play));
        assert_eq!(
            Shortcut::of(&Press {
                on_control: true,
                ..press(" ")
            }),
            None
        );
        assert_eq!(
            Shortcut::of(&Press {
                on_control: true,
                ..press("ArrowLeft")
            }),
            Some(Shortcut::Back)
        );
        assert_eq!(
            Shortcut::of(&Press {
                on_arrows: true,
                ..press("Home")
            }),
            None
        );
        assert_eq!(Shortcut::of(&press("x")), None);
    }

    #[test]
    fn an_open_dialog_takes_all_keys() {
        for shortcut in Shortcut::ALL {
            assert_eq!(
                Shortcut::of(&Press {
                    in_dialog: true,
                    ..press(shortcut.key())
                }),
                None
            );
        }
    }
}
