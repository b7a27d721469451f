//! A small server for one folder of files, on this machine only.
//!
//! What it does beyond what any static host does: it forbids caching, and it can tell a page that it was rebuilt.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

/// Asked by a watched page, which names the generation it shows; answered when there is another.
const RELOAD: &str = "reload";
/// The script that asks.
const RELOAD_SCRIPT: &str = "reload.js";

/// How long a page waits for an answer before it asks again.
const RELOAD_WAIT: Duration = Duration::from_secs(20);

/// What is served, and where.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    /// The address's path, with a slash at both ends.
    pub(crate) mount: &'static str,
    /// Present if pages shall reload when the folder's content changes.
    pub(crate) generation: Option<Arc<Generation>>,
}

/// Counts rebuilds.
#[derive(Default)]
pub(crate) struct Generation {
    number: Mutex<u64>,
    changed: Condvar,
}

impl Generation {
    pub(crate) fn advance(&self) {
        *self.number.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    /// The current generation, as soon as it isn't `seen`, or after a while.
    fn after(&self, seen: Option<u64>) -> u64 {
        let number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        let (number, _) = self
            .changed
            .wait_timeout_while(number, RELOAD_WAIT, |number| Some(*number) == seen)
            .unwrap_or_else(PoisonError::into_inner);
        *number
    }
}

/// Takes exactly this port of the loopback address; 0 stands for any free one.
pub(crate) fn bind(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// Serves `folder` from now on in the background, and gives its address.
pub(crate) fn start(listener: TcpListener, folder: Folder) -> Result<String> {
    let port = listener.local_addr()?.port();
    let address = format!("http://127.0.0.1:{port}{}", folder.mount);
    let server = Server::from_listener(listener, None)
        .map_err(|error| anyhow!(error))
        .with_context(|| format!("can't serve {address}"))?;
    let folder = Arc::new(folder);
    thread::spawn(move || {
        for request in server.incoming_requests() {
            let folder = Arc::clone(&folder);
            // A page waiting for a rebuild must not hold up the others.
            thread::spawn(move || answer(request, &folder));
        }
    });
    Ok(address)
}

fn answer(request: Request, folder: &Folder) {
    let reply = match request.method() {
        Method::Get | Method::Head => folder.reply(request.url()),
        _ => Reply::plain(405, "Only GET and HEAD are served here."),
    };
    let mut response = Response::from_data(reply.content).with_status_code(reply.status);
    let mut headers = vec![("Content-Type", reply.kind), ("Cache-Control", "no-store")];
    headers.extend(reply.location.map(|location| ("Location", location)));
    for (name, value) in headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    // A reader that has gone away needs no answer.
    let _ = request.respond(response);
}

/// An answer, apart from how it is sent.
#[derive(Debug, PartialEq, Eq)]
struct Reply {
    status: u16,
    kind: &'static str,
    location: Option<&'static str>,
    content: Vec<u8>,
}

impl Reply {
    fn plain(status: u16, text: &str) -> Self {
        Self {
            status,
            kind: "text/plain; charset=utf-8",
            location: None,
            content: text.as_bytes().to_vec(),
        }
    }
}

impl Folder {
    fn reply(&self, url: &str) -> Reply {
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let Some(name) = path.strip_prefix(self.mount) else {
            return self.elsewhere(path);
        };
        match (name, &self.generation) {
            (RELOAD, Some(generation)) => {
                let number = generation.after(query.parse().ok());
                Reply::plain(200, &number.to_string())
            }
            (RELOAD_SCRIPT, Some(_)) => Reply {
                kind: content_type(RELOAD_SCRIPT),
                ..Reply::plain(200, include_str!("server/reload.js"))
            },
            _ => self.file(if name.is_empty() { "index.html" } else { name }),
        }
    }

    /// The mount without its last slash leads to the mount.
    fn elsewhere(&self, path: &str) -> Reply {
        if self.mount.strip_suffix('/') == Some(path) {
            return Reply {
                location: Some(self.mount),
                ..Reply::plain(308, "The page is one slash further.")
            };
        }
        Reply::plain(404, "There is nothing here.")
    }

    fn file(&self, name: &str) -> Reply {
        // The site's own names need no other characters: neither `..` nor anything encoded gets past.
        let harmless = name.split('/').all(|segment| {
            !segment.starts_with('.')
                && !segment.is_empty()
                && segment
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
        });
        match harmless.then(|| fs::read(self.path.join(name))) {
            Some(Ok(content)) => Reply {
                status: 200,
                kind: content_type(name),
                location: None,
                content: self.watched(name, content),
            },
            _ => Reply::plain(404, "There is no such file."),
        }
    }

    /// A watched page gets the script that reloads it, which knows what it was served with.
    fn watched(&self, name: &str, content: Vec<u8>) -> Vec<u8> {
        let Some(generation) = self.generation.as_ref().filter(|_| name.ends_with(".html")) else {
            return content;
        };
        let source = format!("{}{RELOAD_SCRIPT}?{}", self.mount, generation.after(None));
        let script = format!("<script type=\"module\" src=\"{source}\"></script></head>");
        String::from_utf8_lossy(&content)
            .replacen("</head>", &script, 1)
            .into_bytes()
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests;
