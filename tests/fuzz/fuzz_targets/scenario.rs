//! Any text as a scenario: it opens, or says each mistake; what opens can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tidemark_core::scenario::{parse, write};
use tidemark_core::session::request::Request;
use tidemark_core::session::{Reply, Session};

fuzz_target!(|text: &str| {
    let Ok(scenario) = parse(text) else {
        return;
    };
    let written = write(&scenario);
    assert_eq!(parse(&written).as_ref(), Ok(&scenario));
    let open = Request::Open {
        text: written,
        at: None,
    };
    assert!(matches!(Session::new().handle(open), Reply::Frame(_)));
});
