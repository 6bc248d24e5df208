//! Any text is a cup or an error that says where.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use arena::cup::Fixtures;
use arena::cup::config::Config;

fuzz_target!(|text: &str| {
    match Config::read(text, Path::new("cup.toml")) {
        Ok(config) => {
            // A large field takes its time, and is no other than a small one.
            if config.rules.entrants < 50 {
                assert!(Fixtures::new(config.rules).meetings().count() > 0);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
