//! Any text as a link, and any bytes behind a checksum that is right: errors or runs, never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tidemark_core::link::{LinkHead, LinkedRun, decode, encode};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = core::str::from_utf8(bytes)
        && let Ok(run) = tidemark_link::read(text)
    {
        written_again(&run);
    }
    let sealed = encode(&HEAD, bytes);
    assert_eq!(decode(&sealed), Ok((HEAD, bytes)));
    if let Ok(run) = tidemark_link::read_bytes(&sealed) {
        written_again(&run);
    }
});

const HEAD: LinkHead = LinkHead {
    rules_version: 1,
    protocol_hash: 0,
    branch: tidemark_core::history::BranchId::MAIN,
    step: 0,
};

fn written_again(run: &LinkedRun) {
    if let Ok(link) = tidemark_link::write(run) {
        assert_eq!(tidemark_link::read(&link).as_ref(), Ok(run));
    }
}
