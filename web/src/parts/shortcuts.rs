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
    /// Drop the selected message.
    Drop,
    /// Hold it, or release it.
    Hold,
    /// Delay it.
    Delay,
    /// Have it arrive twice.
    Duplicate,
    /// Have it arrive now.
    Deliver,
    /// Open the help.
    Help,
}

impl Shortcut {
    /// All of them, in the order of the help.
    pub(crate) const ALL: [Self; 11] = [
        Self::Play,
        Self::Back,
        Self::Forward,
        Self::Start,
        Self::End,
        Self::Drop,
        Self::Hold,
        Self::Delay,
        Self::Duplicate,
        Self::Deliver,
        Self::Help,
    ];

    /// The browser's name of the key; a letter counts as a capital and as a small one.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Play => " ",
            Self::Back => "ArrowLeft",
            Self::Forward => "ArrowRight",
            Self::Start => "Home",
            Self::End => "End",
            Self::Drop => "D",
            Self::Hold => "H",
            Self::Delay => "L",
            Self::Duplicate => "U",
            Self::Deliver => "Enter",
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
            letter => letter.key().to_owned(),
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
            Self::Drop => words.does_drop(),
            Self::Hold => words.does_hold(),
            Self::Delay => words.does_delay(),
            Self::Duplicate => words.does_duplicate(),
            Self::Deliver => words.does_deliver(),
            Self::Help => words.does_help(),
        }
    }

    /// The shortcut of a press, unless the control under the focus has its own use for the key.
    fn of(press: &Press) -> Option<Self> {
        let shortcut = Self::ALL
            .into_iter()
            .find(|shortcut| shortcut.key().eq_ignore_ascii_case(&press.key))?;
        let taken = match shortcut {
            Self::Play => press.on_control,
            Self::Back | Self::Forward | Self::Start | Self::End => press.on_arrows,
            // On the selected message's own button the key has the message's meaning.
            Self::Deliver => press.on_control && !press.on_selected,
            _ => false,
        };
        (!taken && !press.in_dialog).then_some(shortcut)
    }
}

/// Calls `take` for each shortcut, as long as the part stands; a new one for other causes. It says
/// whether it took the key: what is not taken has the browser's own effect.
pub(crate) fn use_shortcuts(
    causes: impl PartialEq + 'static,
    take: impl Fn(Shortcut) -> bool + 'static,
) -> UseWatch {
    use_watch(causes, move || {
        keyboard::on_press(move |press| Shortcut::of(press).is_some_and(&take))
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
            on_selected: false,
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
    fn enter_delivers_on_the_selected_message_and_presses_every_other_control() {
        let on = |on_control, on_selected| {
            Shortcut::of(&Press {
                on_control,
                on_selected,
                ..press("Enter")
            })
        };
        assert_eq!(on(false, false), Some(Shortcut::Deliver));
        assert_eq!(on(true, true), Some(Shortcut::Deliver));
        assert_eq!(on(true, false), None);
    }

    #[test]
    fn letters_are_taken_in_both_cases() {
        assert_eq!(Shortcut::of(&press("d")), Some(Shortcut::Drop));
        assert_eq!(Shortcut::of(&press("U")), Some(Shortcut::Duplicate));
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
