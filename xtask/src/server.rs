//! A small server for one folder of files, on this machine only.
//!
//! What it does beyond what any static host does: it forbids caching, and it can tell a page that it was rebuilt.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, http};
use hyper_util::rt::TokioIo;
use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// Asked by a watched page, which names the generation it shows; answered when there is another.
const RELOAD: &str = "reload";
/// The script that asks.
const RELOAD_SCRIPT: &str = "reload.js";

/// How long a page waits for an answer before it asks again.
const RELOAD_WAIT: Duration = Duration::from_secs(20);

/// How long nobody is let in after somebody couldn't be.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

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
pub(crate) struct Generation(watch::Sender<u64>);

impl Generation {
    pub(crate) fn advance(&self) {
        self.0.send_modify(|number| *number += 1);
    }

    fn number(&self) -> u64 {
        *self.0.borrow()
    }

    /// Waits until the current generation isn't `seen`, but not for ever.
    async fn follows(&self, seen: u64) {
        let mut numbers = self.0.subscribe();
        let next = numbers.wait_for(|number| *number != seen);
        // Who has waited long enough is told the number as it is.
        let _ = timeout(RELOAD_WAIT, next).await;
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
    let serve = || {
        listener.set_nonblocking(true)?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        thread::Builder::new().spawn(move || runtime.block_on(accept(listener, Arc::new(folder))))
    };
    serve().with_context(|| format!("can't serve {address}"))?;
    Ok(address)
}

/// Each connection is a task of its own: none waits for another, however many a browser opens and keeps.
async fn accept(listener: tokio::net::TcpListener, folder: Arc<Folder>) -> ! {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many files are open, or the reader has gone away.
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let folder = Arc::clone(&folder);
        let service = service_fn(move |request| answer(request, Arc::clone(&folder)));
        let connection = http1::Builder::new()
            .title_case_headers(true)
            .serve_connection(TokioIo::new(stream), service);
        // A reader that has gone away needs no answer: how the connection ends doesn't matter.
        tokio::spawn(connection);
    }
}

async fn answer(
    request: Request<Incoming>,
    folder: Arc<Folder>,
) -> http::Result<Response<Full<Bytes>>> {
    let url = request
        .uri()
        .path_and_query()
        .map_or("", |url| url.as_str());
    let reply = match *request.method() {
        Method::GET | Method::HEAD => {
            folder.due(url).await;
            folder.reply(url)
        }
        _ => Reply::plain(405, "Only GET and HEAD are served here."),
    };
    let mut response = Response::builder()
        .status(reply.status)
        .header(CONTENT_TYPE, reply.kind)
        .header(CACHE_CONTROL, "no-store");
    if let Some(location) = reply.location {
        response = response.header(LOCATION, location);
    }
    response.body(reply.content.into())
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
    /// Waits until there is something to reply: at once, but for a watched page that asks for another generation.
    async fn due(&self, url: &str) {
        let asked = url
            .strip_prefix(self.mount)
            .and_then(|name| name.split_once('?'));
        if let (Some(generation), Some((RELOAD, seen))) = (&self.generation, asked)
            && let Ok(seen) = seen.parse()
        {
            generation.follows(seen).await;
        }
    }

    fn reply(&self, url: &str) -> Reply {
        let path = url.split_once('?').map_or(url, |(path, _)| path);
        let Some(name) = path.strip_prefix(self.mount) else {
            return self.elsewhere(path);
        };
        match (name, &self.generation) {
            (RELOAD, Some(generation)) => Reply::plain(200, &generation.number().to_string()),
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
        let source = format!("{}{RELOAD_SCRIPT}?{}", self.mount, generation.number());
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
        "txt" | "tidemark" => "text/plain; charset=utf-8",
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
