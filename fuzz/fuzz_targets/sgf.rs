//! Any text is a game or an error. A game that was read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::formats::sgf;

fuzz_target!(|text: &str| {
    check(text);
    // Random text is hardly ever a record, so it is also read as the content of one.
    check(&format!("(;GM[2];B[f5]{text}"));
    check(&format!("(;GM[2]{text})"));
});

fn check(text: &str) {
    match sgf::read(text) {
        Ok(record) => {
            let written = sgf::write(&record);
            let again = sgf::read(&written).expect("what was written can be read");
            assert_eq!(again.game, record.game, "{written}");
            assert_eq!(again.variations.len(), record.variations.len(), "{written}");
            assert_eq!(sgf::write(&again), written);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
