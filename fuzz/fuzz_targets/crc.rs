//! The checksum at the end of our files.

/// Standard CRC-32, bit by bit.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ (crc & 1) * 0xedb8_8320;
        }
    }
    !crc
}
