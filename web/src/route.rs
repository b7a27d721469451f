//! The rooms and their addresses.

use crate::component::{use_kept, use_watch};
use crate::platform::route;
use crate::words::Words;
use yew::{Callback, hook};

/// What an address begins with that holds a run.
const SHARED: &str = "#/s/";
/// What an address begins with that is shown in other pages; a scenario's id follows, or a link.
const EMBED: &str = "#/embed/";

/// What an address asks to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked<'a> {
    /// A scenario of the catalogue.
    Scenario(&'a str),
    /// A link.
    Link(&'a str),
}

impl<'a> Asked<'a> {
    /// What an address asks for, if it does.
    pub(crate) fn of_hash(hash: &'a str) -> Option<Self> {
        if let Some(link) = hash.strip_prefix(&SHARED[1..]) {
            return Some(Self::Link(link));
        }
        let shown = hash.strip_prefix(&EMBED[1..])?;
        Some(
            shown
                .strip_prefix("s/")
                .map_or(Self::Scenario(shown), Self::Link),
        )
    }
}

/// A room of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// The first screen.
    Home,
    /// Brokers, partitions and one partition's replicas.
    Cluster,
    /// The catalogue.
    Learn,
    /// A link that is to be opened.
    Shared,
    /// One scenario without what surrounds it, for other pages to show.
    Embed,
    /// Two runs side by side.
    Compare,
    /// A partition's folder.
    Log,
}

impl Route {
    /// Rooms with a place in the navigation: those that work.
    pub(crate) const ROOMS: [Self; 3] = [Self::Cluster, Self::Log, Self::Learn];

    /// The link to the room.
    pub(crate) const fn href(self) -> &'static str {
        match self {
            Self::Home => "#/",
            Self::Cluster => "#/cluster",
            Self::Learn => "#/learn",
            Self::Shared => SHARED,
            Self::Embed => EMBED,
            Self::Compare => "#/compare",
            Self::Log => "#/log",
        }
    }

    /// The room's name.
    pub(crate) fn name(self, words: Words) -> String {
        match self {
            Self::Home => words.page_title(),
            Self::Cluster | Self::Shared | Self::Embed | Self::Compare => words.room_cluster(),
            Self::Learn => words.room_learn(),
            Self::Log => words.room_log(),
        }
    }

    /// The room of an address; an unknown one is the first screen.
    pub(crate) fn of_hash(hash: &str) -> Self {
        match hash {
            "/learn" => Self::Learn,
            _ if is_within(hash, "/cluster") => Self::Cluster,
            _ if is_within(hash, "/compare") => Self::Compare,
            _ if is_within(hash, "/log") => Self::Log,
            _ if hash.starts_with(&EMBED[1..]) => Self::Embed,
            _ if hash.starts_with(&SHARED[1..]) => Self::Shared,
            _ => Self::Home,
        }
    }

    /// Goes to the room in place of the present address: one does not come back to that.
    pub(crate) fn replace(self) {
        route::replace_hash(self.href());
    }

    /// Goes to the room.
    pub(crate) fn go(self) {
        route::set_hash(self.href());
    }
}

/// Whether an address is that of a room, or of something in it.
fn is_within(hash: &str, room: &str) -> bool {
    hash.strip_prefix(room)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The room the address names now.
#[hook]
pub(crate) fn use_route() -> Route {
    let current = use_kept(|| Route::of_hash(&route::hash()));
    let shown = current.clone();
    use_watch((), move || {
        route::on_change(Callback::from(move |hash: String| {
            shown.set(Route::of_hash(&hash))
        }))
    });
    *current
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_room_is_found_by_its_address() {
        for room in [
            Route::Home,
            Route::Cluster,
            Route::Learn,
            Route::Compare,
            Route::Log,
        ] {
            assert_eq!(Route::of_hash(&room.href()[1..]), room);
        }
        assert_eq!(Route::of_hash("/s/VE0B"), Route::Shared);
        assert_eq!(Route::of_hash("/embed/S02"), Route::Embed);
        assert_eq!(Route::of_hash("/cluster/spacetime"), Route::Cluster);
        assert_eq!(Route::of_hash("/compare/S10/S11"), Route::Compare);
        assert_eq!(Route::of_hash("/log/b2/first-0"), Route::Log);
        assert_eq!(Route::of_hash("/clusters"), Route::Home);
        assert_eq!(Route::of_hash(""), Route::Home);
        assert_eq!(Route::of_hash("/nowhere"), Route::Home);
    }

    #[test]
    fn an_address_says_what_to_open() {
        assert_eq!(Asked::of_hash("/s/VE0B"), Some(Asked::Link("VE0B")));
        assert_eq!(Asked::of_hash("/embed/s/VE0B"), Some(Asked::Link("VE0B")));
        assert_eq!(Asked::of_hash("/embed/S02"), Some(Asked::Scenario("S02")));
        assert_eq!(Asked::of_hash("/cluster"), None);
    }
}
