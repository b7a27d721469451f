//! The rooms and their addresses.

use crate::component::{use_kept, use_watch};
use crate::platform::route;
use crate::words::Words;
use yew::{Callback, hook};

/// A room of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// The first screen.
    Home,
    /// Brokers, partitions and one partition's replicas.
    Cluster,
    /// The catalogue.
    Learn,
}

impl Route {
    /// Rooms with a place in the navigation: those that work.
    pub(crate) const ROOMS: [Self; 2] = [Self::Cluster, Self::Learn];

    /// The link to the room.
    pub(crate) const fn href(self) -> &'static str {
        match self {
            Self::Home => "#/",
            Self::Cluster => "#/cluster",
            Self::Learn => "#/learn",
        }
    }

    /// The room's name.
    pub(crate) fn name(self, words: Words) -> String {
        match self {
            Self::Home => words.page_title(),
            Self::Cluster => words.room_cluster(),
            Self::Learn => words.room_learn(),
        }
    }

    /// The room of an address; an unknown one is the first screen.
    pub(crate) fn of_hash(hash: &str) -> Self {
        match hash {
            "/cluster" => Self::Cluster,
            "/learn" => Self::Learn,
            _ => Self::Home,
        }
    }

    /// Goes to the room.
    pub(crate) fn go(self) {
        route::set_hash(self.href());
    }
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
        for room in [Route::Home, Route::Cluster, Route::Learn] {
            assert_eq!(Route::of_hash(&room.href()[1..]), room);
        }
        assert_eq!(Route::of_hash(""), Route::Home);
        assert_eq!(Route::of_hash("/nowhere"), Route::Home);
    }
}
