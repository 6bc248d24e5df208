//! Any bytes, read as a file of any format, are records or errors, and reading them ends.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use records::Reader;
use rules::formats::Format;

fuzz_target!(|bytes: &[u8]| {
    let formats = Format::ALL.into_iter().map(Some).chain([None]);
    for format in formats {
        let file = Cursor::new(bytes.to_vec());
        let Ok(reader) = Reader::new("file".to_string(), file, format) else {
            continue;
        };
        let mut count = 0;
        for record in reader {
            if let Err(bad) = record {
                assert!(!bad.to_string().is_empty());
            }
            count += 1;
            assert!(count <= bytes.len() + 1, "every record takes a byte");
        }
    }
});
