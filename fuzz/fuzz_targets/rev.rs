//! Any bytes are a state file or an error. A file that was read can be written and read again, in
//! both byte orders.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::Size;
use rules::formats::rev;

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // Random bytes are hardly ever a state file, so they also choose the size and the discs of one.
    // Missing bytes are empty squares.
    if let Some((choice, choices)) = bytes.split_first() {
        let sizes: Vec<Size> = Size::all().collect();
        let size = sizes[usize::from(*choice) % sizes.len()];
        let mut file = (size.side() as u32).to_be_bytes().to_vec();
        let discs = choices
            .iter()
            .map(|choice| b"bwn"[usize::from(*choice) % 3]);
        file.extend(discs.chain([b'n'].into_iter().cycle()).take(size.area()));
        assert!(rev::read(&file).is_ok());
        check(&file);
    }
});

fn check(bytes: &[u8]) {
    match rev::read(bytes) {
        Ok(loaded) => {
            let mut written = rev::write(&loaded.diagram);
            assert_eq!(written[4..], bytes[4..], "{loaded}");
            assert_eq!(rev::read(&written), Ok(loaded));
            written[..4].reverse();
            assert_eq!(rev::read(&written), Ok(loaded));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
