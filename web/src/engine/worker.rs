//! The worker's entry: hears requests, answers them, and goes on with long ones between.

use super::protocol::{decode, encode};
use super::server::Server;
use crate::platform::{clock, worker};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Serves the page until the worker is ended.
pub(crate) fn run() {
    let server = Rc::new(RefCell::new(Server::new()));
    let scheduled = Rc::new(Cell::new(false));
    worker::serve(move |bytes| {
        let Some(asked) = decode(&bytes) else {
            return;
        };
        if let Some(answered) = server.borrow_mut().ask(asked) {
            worker::post(&encode(&answered));
        }
        if server.borrow().is_busy() && !scheduled.replace(true) {
            slice_later(Rc::clone(&server), Rc::clone(&scheduled));
        }
    });
}

/// Leaves the worker's message queue a turn, then does a slice.
fn slice_later(server: Rc<RefCell<Server>>, scheduled: Rc<Cell<bool>>) {
    clock::soon(move || {
        if let Some(answered) = server.borrow_mut().go_on() {
            worker::post(&encode(&answered));
        }
        if server.borrow().is_busy() {
            slice_later(server, scheduled);
        } else {
            scheduled.set(false);
        }
    });
}
