//! Writes a scenario.

use super::Scenario;

/// The canonical text of a scenario; reading it gives the same scenario.
#[must_use]
pub fn write(_scenario: &Scenario) -> alloc::string::String {
    alloc::string::String::new()
}
