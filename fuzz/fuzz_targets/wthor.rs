//! Any bytes are games or errors. Games that were read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::Size;
use rules::formats::wthor::{self, Entry, Header, Kind, NameList, Names};

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // Random bytes hardly ever have a valid header, so they are also read as games.
    for size in [Size::EIGHT, Size::TEN] {
        let games = (bytes.len() / Entry::bytes(size)) as u32;
        let header = Header {
            games,
            size,
            ..Header::EMPTY
        };
        check(&[&header.write(), bytes].concat());
    }
    for kind in [Kind::Players, Kind::Tournaments] {
        if let Ok(names) = NameList::read(bytes, kind) {
            // A name that fills its field to the last byte is cut.
            let written = names.write(None);
            let again = NameList::read(&written, kind).expect("what was written can be read");
            assert_eq!(again.write(None), written);
        }
    }
});

fn check(bytes: &[u8]) {
    if let Ok((games, _)) = wthor::split(bytes) {
        assert!(bytes.starts_with(games));
    }
    let Ok((header, entries)) = wthor::read(bytes) else {
        return;
    };
    let mut names = Names::new();
    for entry in entries.flatten() {
        match entry.to_record(&header, &names) {
            Ok(record) => {
                if let Ok(again) = Entry::of_record(&record, &mut names) {
                    assert_eq!(again.to_record(&header, &names), Ok(record));
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        if header.size == Size::EIGHT {
            let _ = entry.replay();
        }
    }
}
