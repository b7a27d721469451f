//! Sorting by a pair of numbers, written once: a sort for every type would be most of the code.

use alloc::vec::Vec;

/// The items sorted by their keys; equal ones keep their order.
pub(super) fn sorted_by_key<T>(items: Vec<T>, key: impl Fn(&T) -> (u64, u64)) -> Vec<T> {
    let keyed = items.iter().enumerate();
    let order = sorted(keyed.map(|(at, item)| (key(item), at)).collect());
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    let moved = order
        .into_iter()
        .filter_map(|(_, at)| items.get_mut(at).and_then(Option::take));
    moved.collect()
}

#[inline(never)]
fn sorted(mut order: Vec<((u64, u64), usize)>) -> Vec<((u64, u64), usize)> {
    order.sort_unstable();
    order
}
