//! Any text is a game or an error. A game that was read can be written and read again, in both
//! dialects.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::formats::pgn::{self, Dialect};

fuzz_target!(|text: &str| {
    check(text);
    check(&format!("[Event \"x\"]\n\n1. f5 {text}"));
    if let Ok(diagram) = pgn::read_fen(text) {
        assert_eq!(pgn::read_fen(&pgn::write_fen(&diagram)), Ok(diagram));
    }
});

fn check(text: &str) {
    match pgn::read(text) {
        Ok(record) => {
            for dialect in [Dialect::Othello, Dialect::Rating] {
                let written = pgn::write(&record, dialect);
                let again = pgn::read(&written).expect("what was written can be read");
                assert_eq!(again.game, record.game, "{written}");
                assert_eq!(again.variations.len(), record.variations.len(), "{written}");
                assert_eq!(pgn::write(&again, dialect), written);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
