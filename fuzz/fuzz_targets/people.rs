//! Any bytes are a model of human moves or an error, with a wrong or a correct checksum.

#![no_main]

mod crc;

use crc::crc32;
use libfuzzer_sys::fuzz_target;
use play::people::{HumanModel, Rating};
use rules::Board;

fn read(bytes: &[u8]) {
    match HumanModel::from_bytes(bytes) {
        Ok(model) => assert_eq!(model.chances(Board::START, Rating::new(1500)).len(), 4),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    // The same bytes as the content of an otherwise valid file.
    let mut file = b"REVERSIP\x01\x01\0\0".to_vec();
    file.extend(bytes);
    file.extend(crc32(&file).to_le_bytes());
    read(&file);
});
