//! Any text is games or errors, and a game that was read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::formats::ggf;

fuzz_target!(|text: &str| {
    let text = format!("(;{text}");
    for result in ggf::read_all(&text) {
        match result {
            Ok((header, game)) => {
                let written = ggf::write(&game, &header);
                let (_, again) = ggf::read(&written).expect("what was written can be read");
                assert_eq!(again, game, "{written}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
