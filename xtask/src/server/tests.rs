//! The development server over a real connection.

use std::env;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::{Folder, Generation, Reply, bind, start};

/// A folder with a page, a module and, beside it, something that nobody may read.
fn folder(name: &str, generation: Option<Arc<Generation>>) -> Folder {
    let outer: PathBuf = env::temp_dir().join(format!("tidemark-{name}-{}", std::process::id()));
    let path = outer.join("site");
    fs::create_dir_all(path.join("css")).unwrap();
    fs::write(outer.join("secret.html"), "secret").unwrap();
    fs::write(path.join("index.html"), "<head></head>").unwrap();
    fs::write(path.join("a_bg-1.wasm"), "wasm").unwrap();
    fs::write(path.join("css/a.css"), "p{}").unwrap();
    Folder {
        path,
        mount: "/any/path/",
        generation,
    }
}

#[track_caller]
fn check(folder: &Folder, url: &str, status: u16, kind: &str, content: &str) {
    let reply = folder.reply(url);
    let found = (
        reply.status,
        reply.kind,
        String::from_utf8_lossy(&reply.content),
    );
    assert_eq!(found, (status, kind, content.into()), "{url}");
}

#[test]
fn serves_files_below_its_mount() {
    let folder = folder("files", None);
    let html = "text/html; charset=utf-8";
    check(&folder, "/any/path/", 200, html, "<head></head>");
    check(
        &folder,
        "/any/path/index.html?x=1",
        200,
        html,
        "<head></head>",
    );
    check(
        &folder,
        "/any/path/a_bg-1.wasm",
        200,
        "application/wasm",
        "wasm",
    );
    check(
        &folder,
        "/any/path/css/a.css",
        200,
        "text/css; charset=utf-8",
        "p{}",
    );
    assert_eq!(folder.reply("/any/path").location, Some("/any/path/"));
}

#[test]
fn refuses_everything_else() {
    let folder = folder("refused", None);
    for url in [
        "/any/path/../secret.html",
        "/any/path/css/../../secret.html",
        "/any/path/%2e%2e/secret.html",
        "/any/path/..%2fsecret.html",
        "/any/path//etc/hosts",
        "/any/path/.stamp",
        "/any/path/css",
        "/any/path/b.css",
        "/any/path/reload",
        "*",
    ] {
        check_missing(&folder, url, "There is no such file.");
    }
    for url in ["/", "/other/", "/any/index.html", ""] {
        check_missing(&folder, url, "There is nothing here.");
    }
}

#[track_caller]
fn check_missing(folder: &Folder, url: &str, text: &str) {
    let text = if url == "*" {
        "There is nothing here."
    } else {
        text
    };
    assert_eq!(folder.reply(url), Reply::plain(404, text), "{url}");
}

#[test]
fn a_watched_page_learns_of_a_rebuild() {
    let generation = Arc::new(Generation::default());
    let folder = folder("watched", Some(Arc::clone(&generation)));
    let script = "<head><script type=\"module\" src=\"/any/path/reload.js?0\"></script></head>";
    check(
        &folder,
        "/any/path/",
        200,
        "text/html; charset=utf-8",
        script,
    );
    let plain = "text/plain; charset=utf-8";
    check(&folder, "/any/path/reload?", 200, plain, "0");
    generation.advance();
    check(&folder, "/any/path/reload?0", 200, plain, "1");
}

/// Longer than anything takes here: what isn't answered by then never will be.
const PATIENCE: Duration = Duration::from_secs(60);

/// Serves a folder, and gives the host that does.
fn served(folder: Folder) -> String {
    let address = start(bind(0).unwrap(), folder).unwrap();
    let host = address.strip_prefix("http://").unwrap();
    host.strip_suffix("/any/path/").unwrap().to_owned()
}

fn connect(host: &str) -> TcpStream {
    let stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Sends a request that asks for the connection to stay open, or to be closed.
fn ask(mut stream: &TcpStream, line: &str, connection: &str) {
    let request = format!("{line} HTTP/1.1\r\nHost: tidemark\r\nConnection: {connection}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
}

/// Everything until the server closes the connection.
fn rest(mut stream: &TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

/// Everything until what is read ends with `end`.
fn until(mut stream: &TcpStream, end: &str) -> String {
    let mut text = String::new();
    while !text.ends_with(end) {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        text.push(char::from(byte[0]));
    }
    text
}

#[test]
fn speaks_http_on_the_loopback_address() {
    let host = served(folder("http", None));
    let ask = |line: &str| {
        let stream = connect(&host);
        ask(&stream, line, "close");
        rest(&stream)
    };
    let answer = ask("GET /any/path/a_bg-1.wasm");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(
        answer.contains("Content-Type: application/wasm\r\n"),
        "{answer}"
    );
    assert!(answer.contains("Cache-Control: no-store\r\n"), "{answer}");
    assert!(answer.contains("Content-Length: 4\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\nwasm"), "{answer}");
    let head = ask("HEAD /any/path/a_bg-1.wasm");
    assert!(head.contains("Content-Length: 4\r\n"), "{head}");
    assert!(head.ends_with("\r\n\r\n"), "{head}");
    let moved = ask("GET /any/path");
    assert!(moved.starts_with("HTTP/1.1 308 "), "{moved}");
    assert!(moved.contains("Location: /any/path/\r\n"), "{moved}");
    assert!(ask("POST /any/path/").starts_with("HTTP/1.1 405 "));
    assert!(ask("GET /any/path/b.css").starts_with("HTTP/1.1 404 "));
}

/// Browsers open many connections at once, keep those that they have used, and may never use the others.
#[test]
fn open_connections_hold_up_no_other() {
    let line = "GET /any/path/a_bg-1.wasm";
    let end = "\r\n\r\nwasm";
    // What depends on the order in which threads wake is seen sooner or later.
    for _ in 0..8 {
        let host = served(folder("open", None));
        let first = connect(&host);
        ask(&first, line, "keep-alive");
        until(&first, end);

        let connections: Vec<TcpStream> = (0..60).map(|_| connect(&host)).collect();
        let used = || connections.iter().step_by(3);
        for stream in used() {
            ask(stream, line, "keep-alive");
        }
        for stream in used() {
            let answer = until(stream, end);
            assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        }
    }
}

#[test]
fn a_page_that_waits_for_a_rebuild_is_told_of_it() {
    let generation = Arc::new(Generation::default());
    let host = served(folder("waiting", Some(Arc::clone(&generation))));
    let waiting = connect(&host);
    ask(&waiting, "GET /any/path/reload?0", "close");
    // Meanwhile the server does other things.
    let other = connect(&host);
    ask(&other, "GET /any/path/css/a.css", "close");
    assert!(rest(&other).ends_with("p{}"));
    generation.advance();
    assert!(rest(&waiting).ends_with("\r\n\r\n1"));
}
