//! Any text is a cup or an error with its place.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use arena::cup::Fixtures;
use arena::cup::config::Config;

fuzz_target!(|text: &str| {
    match Config::read(text, Path::new("cup.toml")) {
        Ok(config) => {
            // Many entrants take long and test nothing else.
            if config.rules.entrants < 50 {
                assert!(Fixtures::new(config.rules).meetings().count() > 0);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
