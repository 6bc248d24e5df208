//! Any text is games or errors. A game that was read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::formats::ggf;

fuzz_target!(|text: &str| {
    let text = format!("(;{text}");
    for result in ggf::read_all(&text) {
        match result {
            Ok(record) => {
                let written = ggf::write(&record);
                let again = ggf::read(&written).expect("what was written can be read");
                assert_eq!(again.game, record.game, "{written}");
                assert_eq!(ggf::write(&again), written);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
