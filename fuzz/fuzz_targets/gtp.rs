//! Any lines are requests, answers or errors. What was read can be written and read again, and the
//! server answers every request.

#![no_main]

mod served;

use libfuzzer_sys::fuzz_target;
use arena::protocol::Strength;
use arena::protocol::gtp::{Request, Response, Server};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        if let Some(request) = Request::read(line) {
            assert_eq!(Request::read(&request.to_string()), Some(request));
        }
        for numbered in [false, true] {
            if let Some(response) = Response::read(line, numbered) {
                let written = response.to_string();
                let first = written.lines().next().unwrap_or_default();
                assert_eq!(Response::read(first, response.id.is_some()), Some(response));
            }
        }
    }
    let load = Box::new(|_: &str| Err("no files here".to_string()));
    served::serve(&mut Server::new(Strength::default(), load), &text);
});
