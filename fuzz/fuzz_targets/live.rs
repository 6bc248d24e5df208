//! Any message of a live connection is accepted or rejected with a reason.

#![no_main]

use libfuzzer_sys::fuzz_target;
use web;

fuzz_target!(|text: &str| {
    let Ok(message) = serde_json::from_str(text) else {
        return;
    };
    if let Err(problem) = web::read(message) {
        let told = serde_json::to_string(&problem).expect("JSON");
        assert!(told.contains("\"message\":\""), "{told}");
    }
});
