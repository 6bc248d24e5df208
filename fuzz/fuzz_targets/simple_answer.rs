//! Any line is a square, a pass or an error. A square that was read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use arena::protocol::simple::read_answer;

fuzz_target!(|bytes: &[u8]| {
    let line = String::from_utf8_lossy(bytes);
    match read_answer(&line) {
        Ok(Some(point)) => assert_eq!(read_answer(&point.to_string()), Ok(Some(point))),
        Ok(None) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
