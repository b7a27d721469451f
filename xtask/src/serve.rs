//! `cargo xtask serve`: the page on this machine, with one command.

use std::io;
use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, bail};

use crate::args::Args;
use crate::open::open;
use crate::server::{self, Folder, Generation};
use crate::site::{self, Edition};
use crate::watch::Look;

/// Where the page is, unless somebody says otherwise or sits there.
const PORT: u16 = 8080;
/// How many ports are tried from there on.
const PORT_TRIES: u16 = 100;

pub(crate) fn run(mut args: Args) -> Result<ExitCode> {
    let port = args.value("--port")?;
    let quiet = args.flag("--no-open");
    let watch = args.flag("--watch");
    args.finish()?;

    let edition = if watch {
        Edition::Watch
    } else {
        Edition::Release
    };
    let look = Look::now();
    println!("Building the page.");
    let path = site::build(edition)?;
    let generation = watch.then(Arc::<Generation>::default);
    let folder = Folder {
        path,
        mount: "/",
        generation: generation.clone(),
    };
    let address = server::start(listener(port)?, folder)?;
    println!("Tidemark is at {address} (Ctrl-C ends it).");
    if !quiet {
        open(&address);
    }
    match generation {
        Some(generation) => rebuild(look, &generation),
        None => loop {
            thread::park();
        },
    }
}

/// Rebuilds the page after each change of its sources, for as long as the command runs.
fn rebuild(mut look: Look, generation: &Generation) -> ! {
    loop {
        look = look.next();
        println!("Building the page again.");
        match site::build(Edition::Watch) {
            Ok(_) => {
                generation.advance();
                println!("The page is up to date.");
            }
            Err(error) => eprintln!("error: {error:#}\nThe page stays as it was."),
        }
    }
}

/// The port somebody asked for, or the first free one from [`PORT`] on.
fn listener(port: Option<u16>) -> Result<TcpListener> {
    if let Some(port) = port {
        return server::bind(port).with_context(|| format!("port {port} can't be used"));
    }
    for port in PORT..PORT + PORT_TRIES {
        match server::bind(port) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            result => return result.with_context(|| format!("port {port} can't be used")),
        }
    }
    bail!(
        "ports {PORT} to {} are all taken; choose another with --port",
        PORT + PORT_TRIES - 1
    )
}
