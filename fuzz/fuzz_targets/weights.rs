//! Any bytes are weights or an error, with a checksum that is wrong or right.

#![no_main]

use engine::{Weights, WeightsError};
use libfuzzer_sys::fuzz_target;

/// The first bytes of a file for the patterns of this program: all up to its text.
fn opening() -> Vec<u8> {
    let mut bytes = b"REVERSIW\x01\x3d\0\0".to_vec();
    let patterns = engine::pattern::shapes_checksum();
    bytes.extend(patterns.to_le_bytes());
    bytes
}

/// The usual CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ (crc & 1) * 0xedb8_8320;
        }
    }
    !crc
}

fn read(bytes: &[u8]) {
    match Weights::read(bytes) {
        Ok(weights) => {
            let again = Weights::read(&weights.write());
            assert_eq!(again, Ok(weights), "what was written can be read");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    // The same bytes as the packed weights of a file that is right otherwise.
    let mut sealed = opening();
    sealed.extend(bytes);
    sealed.extend(crc32(&sealed).to_le_bytes());
    assert_ne!(Weights::read(&sealed), Err(WeightsError::OtherShapes));
    read(&sealed);
});
