//! Any pasted bytes are recognised or give an error, without harm.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::Size;
use rules::formats::{detect, recognise};

fuzz_target!(|bytes: &[u8]| {
    let _ = detect(bytes);
    match recognise(bytes, Size::EIGHT) {
        Ok(found) => {
            assert!(!found.records.is_empty());
            assert!(!found.to_string().is_empty());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
