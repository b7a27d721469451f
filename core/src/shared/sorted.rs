//! Maps of a few entries, in the order of their keys.
//!
//! Sorted lists: a map of brokers, links or topics is small, and mostly filled in the order of its keys.
//! A tree would be faster only with many thousand entries in random order, and each kind of tree
//! is six times the code, which every reader of the page has to load.

use alloc::vec::Vec;

/// A map in the order of its keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> SortedMap<K, V> {
    /// A map without entries.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
        }
    }

    /// All entries by ascending key.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn find(&self, key: &K) -> Result<usize, usize> {
        self.entries.binary_search_by(|(known, _)| known.cmp(key))
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        Some(&self.entries[self.find(key).ok()?].1)
    }

    /// Whether the key is there.
    #[must_use]
    pub fn contains_key(&self, key: &K) -> bool {
        self.find(key).is_ok()
    }

    /// The value of a key, which is added if it isn't there.
    pub fn or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let at = match self.find(&key) {
            Ok(at) => at,
            Err(at) => {
                self.entries.insert(at, (key, value()));
                at
            }
        };
        &mut self.entries[at].1
    }

    /// Sets the value of a key, and gives the one it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => Some(core::mem::replace(&mut self.entries[at].1, value)),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let at = self.find(key).ok()?;
        Some(self.entries.remove(at).1)
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    /// Of several values of a key the last one counts.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

/// Sorts a list that is short, or nearly in order already, in place.
pub fn sort_few<T: Ord>(items: &mut [T]) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && items[at] < items[at - 1] {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// The `count` items of the smallest keys, by ascending key.
pub fn first_by_key<T, K: Ord>(
    items: impl Iterator<Item = T>,
    count: usize,
    key: impl Fn(&T) -> K,
) -> Vec<T> {
    let mut first: Vec<T> = Vec::new();
    for item in items {
        let own = key(&item);
        let at = first.partition_point(|known| key(known) <= own);
        if at < count {
            first.truncate(count - 1);
            first.insert(at, item);
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_in_the_order_of_its_keys() {
        let mut map: SortedMap<i32, &str> = [(3, "c"), (1, "a"), (3, "d")].into_iter().collect();
        assert_eq!(map.insert(2, "b"), None);
        assert_eq!(map.insert(1, "A"), Some("a"));
        *map.or_insert_with(2, || "never") = "B";
        *map.or_insert_with(0, || "new") = "0";
        let entries: Vec<_> = map.iter().collect();
        assert_eq!(entries, [(&0, &"0"), (&1, &"A"), (&2, &"B"), (&3, &"d")]);
        assert_eq!(map.get(&3), Some(&"d"));
        assert_eq!(map.remove(&3), Some("d"));
        assert_eq!(map.remove(&3), None);
        assert!(!map.contains_key(&3));
    }

    #[test]
    fn the_first_of_many_are_found_in_order() {
        let of = |count| first_by_key([5, 1, 4, 1, 3].into_iter(), count, |item| *item);
        assert_eq!(of(0), []);
        assert_eq!(of(3), [1, 1, 3]);
        assert_eq!(of(9), [1, 1, 3, 4, 5]);
    }

    #[test]
    fn few_items_are_sorted_in_place() {
        let mut items = [3, 1, 2, 1];
        sort_few(&mut items);
        assert_eq!(items, [1, 1, 2, 3]);
        sort_few::<i32>(&mut []);
    }

    #[test]
    fn equal_keys_keep_their_order() {
        let items = [(1, "a"), (0, "b"), (1, "c")];
        let first = first_by_key(items.into_iter(), 3, |item| item.0);
        assert_eq!(first, [(0, "b"), (1, "a"), (1, "c")]);
    }
}
