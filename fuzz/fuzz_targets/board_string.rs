//! Any text is a board or an error. A board that was read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::formats::board_string;

fuzz_target!(|text: &str| {
    match board_string::read(text) {
        Ok(diagram) => {
            let written = board_string::write(&diagram);
            assert_eq!(board_string::read(&written), Ok(diagram), "{written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
