//! Leader balance: how many partitions each broker leads, against how many prefer it.

use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::BrokerView;

/// The chart's data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Balance {
    /// One bar a broker.
    pub(crate) bars: Vec<Bar>,
    /// The end of the vertical axis.
    pub(crate) top: u32,
}

/// One broker's bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bar {
    /// The broker.
    pub(crate) broker: BrokerId,
    /// Partitions it leads.
    pub(crate) leaders: u32,
    /// Partitions that have it as preferred replica.
    pub(crate) preferred: u32,
}

/// The chart for these brokers.
pub(crate) fn balance(brokers: &[BrokerView]) -> Balance {
    let bars: Vec<Bar> = brokers
        .iter()
        .map(|broker| Bar {
            broker: broker.id,
            leaders: broker.leaders,
            preferred: broker.preferred,
        })
        .collect();
    let top = bars
        .iter()
        .map(|bar| bar.leaders.max(bar.preferred))
        .max()
        .unwrap_or(0);
    Balance {
        top: top.max(1),
        bars,
    }
}
