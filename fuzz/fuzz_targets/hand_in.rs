//! Any bytes are an archive that may be unpacked, or are refused; a manifest is read or refused.

#![no_main]

use arena::intake::{Manifest, UnpackLimits, inspect};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = UnpackLimits {
        bytes: 1 << 20,
        entries: 100,
        ..UnpackLimits::default()
    };
    if let Err(refusal) = inspect(bytes, &limits) {
        let text = refusal.to_string();
        assert!(!text.is_empty());
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Err(error) = Manifest::read(text)
    {
        assert!(!error.to_string().is_empty());
    }
});
