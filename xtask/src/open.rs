//! Opens an address in the browser that somebody uses, where there is one.

use std::env;
use std::process::{Command, Stdio};

/// Does what the desktop does with a link. Without a desktop nothing happens: the address was printed.
pub(crate) fn open(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| env::var_os(name).is_some())
    {
        Command::new("xdg-open")
    } else {
        return;
    };
    let _ = command
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
