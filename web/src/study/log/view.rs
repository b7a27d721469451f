//! The room's views, each with an address below the room's own.

use super::replica;
use crate::platform::route;
use crate::words::Words;
use tidemark_core::study::folder::Ask;
use yew::{Html, html};

const ROOM: &str = "/log";

/// A view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// Files, lookup, bytes.
    Files,
    /// When which segment goes.
    Retention,
    /// What the cleaner does with the records.
    Compaction,
    /// Two replicas' folders.
    Pair,
    /// The way of the bytes: page cache, disk, copies. It needs no folder.
    IoPath,
}

/// What an address of the room asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The simulated replica whose folder is shown; none for files of the reader's own.
    pub(super) replica: Option<Ask>,
    /// The view.
    pub(super) view: View,
}

impl View {
    const ALL: [Self; 5] = [
        Self::Files,
        Self::Retention,
        Self::Compaction,
        Self::Pair,
        Self::IoPath,
    ];

    /// What stands in the address for it.
    const fn part(self) -> Option<&'static str> {
        match self {
            Self::Files => None,
            Self::Retention => Some("retention"),
            Self::Compaction => Some("compaction"),
            Self::Pair => Some("pair"),
            Self::IoPath => Some("io"),
        }
    }

    fn name(self, words: Words) -> String {
        match self {
            Self::Files => words.log_view_files(),
            Self::Retention => words.log_view_retention(),
            Self::Compaction => words.log_view_compaction(),
            Self::Pair => words.log_view_pair(),
            Self::IoPath => words.log_view_io(),
        }
    }
}

impl Place {
    /// What an address asks for. What it does not understand is as if it were not there.
    pub(super) fn of_hash(hash: &str) -> Self {
        let rest = hash.strip_prefix(ROOM).unwrap_or_default();
        let last = rest.rsplit('/').next().unwrap_or_default();
        let view = View::ALL.into_iter().find(|view| view.part() == Some(last));
        let folder = view.map_or(rest, |_| &rest[..rest.len() - last.len() - 1]);
        Self {
            replica: replica::of_path(folder),
            view: view.unwrap_or(View::Files),
        }
    }

    /// What the present address asks for.
    pub(super) fn now() -> Self {
        Self::of_hash(&route::hash())
    }

    /// Goes to the same view of the reader's own files.
    pub(super) fn leave_replica(self) {
        let own = Self {
            replica: None,
            ..self
        };
        route::set_hash(&own.href());
    }

    /// The link to it.
    fn href(&self) -> String {
        let mut href = match &self.replica {
            Some(of) => replica::href(of.broker, &of.topic, of.partition),
            None => format!("#{ROOM}"),
        };
        if let Some(part) = self.view.part() {
            href.push('/');
            href.push_str(part);
        }
        href
    }
}

/// The ways from one view to the others.
pub(super) fn ways(place: &Place, words: Words) -> Html {
    let ways = View::ALL.into_iter().map(|view| {
        let to = Place { view, ..place.clone() };
        let current = (view == place.view).then_some("page");
        html! { <a key={view as usize} href={to.href()} aria-current={current}>{ view.name(words) }</a> }
    });
    html! { <nav class="views" aria-label={words.log_views()}>{ for ways }</nav> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_folder_and_a_view() {
        let of = |hash| Place::of_hash(hash);
        let replica = Ask {
            broker: 2,
            topic: "retention".to_owned(),
            partition: 1,
        };
        assert_eq!(
            of("/log"),
            Place {
                replica: None,
                view: View::Files
            }
        );
        assert_eq!(
            of("/log/retention"),
            Place {
                replica: None,
                view: View::Retention
            }
        );
        let whole = Place {
            replica: Some(replica),
            view: View::Retention,
        };
        assert_eq!(of("/log/b2/retention-1/retention"), whole);
        assert_eq!(whole.href(), "#/log/b2/retention-1/retention");
        let files = Place {
            view: View::Files,
            ..whole
        };
        assert_eq!(of("/log/b2/retention-1"), files);
        assert_eq!(files.href(), "#/log/b2/retention-1");
        assert_eq!(
            of("/log/nonsense"),
            Place {
                replica: None,
                view: View::Files
            }
        );
    }
}
