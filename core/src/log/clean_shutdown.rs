//! `.kafka_cleanshutdown`: a broker leaves it in each log dir as the last thing it does (`CleanShutdownFileHandler`).
//!
//! That it is there is what counts. It goes as soon as it has been seen.

use alloc::format;
use alloc::string::String;

/// The file's name in the log dir.
pub const CLEAN_SHUTDOWN_FILE: &str = ".kafka_cleanshutdown";

/// What is in the file, without a new line (KIP-966, since 3.7); before that it was empty.
#[must_use]
pub fn write_clean_shutdown(broker_epoch: i64) -> String {
    format!("{{\"version\":0,\"brokerEpoch\":{broker_epoch}}}")
}
