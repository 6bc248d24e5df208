//! Any text is problems or errors. A problem that was read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::formats::obf;

fuzz_target!(|text: &str| {
    check(text);
    // Random text is hardly ever a board, so it is also read as the text after one.
    check(&format!(
        "---------------------------OX------XO--------------------------- X;{text}"
    ));
});

fn check(text: &str) {
    for (_, read) in obf::read_all(text) {
        match read {
            Ok(problem) => {
                let written = problem.to_string();
                assert_eq!(obf::read(&written), Ok(Some(problem)), "{written}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
