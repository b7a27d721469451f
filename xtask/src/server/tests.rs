//! The development server over a real connection.

use std::env;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;

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

#[test]
fn speaks_http_on_the_loopback_address() {
    let address = start(bind(0).unwrap(), folder("http", None)).unwrap();
    let host = address.strip_prefix("http://").unwrap();
    let host = host.strip_suffix("/any/path/").unwrap();
    let ask = |line: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    let answer = ask("GET /any/path/a_bg-1.wasm");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(
        answer.contains("Content-Type: application/wasm\r\n"),
        "{answer}"
    );
    assert!(answer.contains("Cache-Control: no-store\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\nwasm"), "{answer}");
    assert!(ask("POST /any/path/").starts_with("HTTP/1.1 405 "));
}
