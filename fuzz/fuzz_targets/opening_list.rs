//! Any line is a named opening or an error. An opening that was read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::Size;
use rules::formats::Format;

fuzz_target!(|line: &[u8]| {
    match Format::Openings.read(line, Size::EIGHT) {
        Ok(Some(record)) => {
            let mut written = Vec::new();
            if Format::Openings.write(&record, &mut written).is_ok() {
                let again = Format::Openings.read(&written, Size::EIGHT);
                let again = again.expect("what was written can be read");
                assert_eq!(again.map(|record| record.game), Some(record.game));
            }
        }
        Ok(None) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
