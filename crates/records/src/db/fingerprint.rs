//! The fingerprint of a game: equal for the same game in different files.

use rules::{Board, Diagram, Game, Point, Record, Start, Symmetry, Turn};

/// A 128-bit hash of players, event, date, first position and moves. Capitals and blanks make no
/// difference, and the four mirrored variants of a game from the usual start have the same
/// fingerprint.
pub fn fingerprint(record: &Record) -> [u8; 16] {
    let mut hash = Hash::default();
    let info = &record.info;
    hash.add_text(&info.players.black);
    hash.add_text(&info.players.white);
    hash.add_text(event(record));
    let date = info.date.map(|date| date.to_string());
    hash.add_text(&date.unwrap_or_default());
    let game = &record.game;
    let turn = if has_usual_start(game) {
        hash.add(&[game.size().side() as u8]);
        orientation(game)
    } else {
        hash.add_text(&game.start().to_string());
        Symmetry::IDENTITY
    };
    for point in game.turns().iter().map(Turn::point) {
        let point = turn.point(point, game.size());
        hash.add(&[point.column() as u8, point.row() as u8]);
    }
    hash.0.to_le_bytes()
}

/// The event of a game, or the place when only that is known.
pub fn event(record: &Record) -> &str {
    let info = &record.info;
    if info.event.trim().is_empty() {
        &info.place
    } else {
        &info.event
    }
}

/// True if the game began from the standard start position.
pub fn has_usual_start(game: &Game) -> bool {
    *game.start() == Diagram::start(game.size(), Start::Standard)
}

/// The symmetry that maps the first move of a game from the usual start to the topmost of its
/// mirror images.
fn orientation(game: &Game) -> Symmetry {
    let keeps_start = |turn: &Symmetry| turn.board(Board::START) == Board::START;
    let Some(first) = game.turns().first().map(Turn::point) else {
        return Symmetry::IDENTITY;
    };
    let place = |turn: &Symmetry| {
        let point: Point = turn.point(first, game.size());
        (point.row(), point.column())
    };
    let turns = Symmetry::ALL.into_iter().filter(keeps_start);
    turns.min_by_key(place).unwrap_or(Symmetry::IDENTITY)
}

/// The 128-bit FNV-1a hash. Databases store its values: it must not change.
struct Hash(u128);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Hash {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul((1 << 88) + 0x13b);
        }
    }

    /// Adds the words of a text in lower case, then a byte that no text contains.
    fn add_text(&mut self, text: &str) {
        for word in text.split_whitespace() {
            self.add(word.to_lowercase().as_bytes());
            self.add(b" ");
        }
        self.add(&[0xff]);
    }
}

#[cfg(test)]
mod tests {
    use rules::formats::transcript;
    use rules::{Diagram, Game, Record, Size, Start};

    use super::{Hash, fingerprint};

    fn record(moves: &str) -> Record {
        let start = Diagram::start(Size::EIGHT, Start::Standard);
        let mut record = Record::from(transcript::read(moves, start).expect("moves"));
        record.info.players.black = "Ann Berg".to_string();
        record.info.players.white = "Ben".to_string();
        record.info.event = "Cup".to_string();
        record.info.date = "2001".parse().ok();
        record
    }

    /// Published test values.
    #[test]
    fn the_hash_is_fnv() {
        assert_eq!(Hash::default().0, 0x6c62272e07bb014262b821756295c58d);
        let mut hash = Hash::default();
        hash.add(b"a");
        assert_eq!(hash.0, 0xd228cb696f1a8caf78912b704e4a8964);
        let mut hash = Hash::default();
        hash.add(b"foobar");
        assert_eq!(hash.0, 0x343e1662793c64bf6f0d3597ba446f18);
    }

    #[test]
    fn mirror_images_are_one_game() {
        let game = fingerprint(&record("f5d6c3d3c4"));
        for moves in ["d3c5f6f5e6", "c4e3f6e6f5", "e6f4c3c4d3"] {
            assert_eq!(fingerprint(&record(moves)), game, "{moves}");
        }
        assert_ne!(fingerprint(&record("f5d6c3d3")), game);
        assert_ne!(fingerprint(&record("f5f6e6d6c5")), game);
    }

    #[test]
    fn everything_about_a_game_tells_it_from_others() {
        let game = fingerprint(&record("f5d6"));
        type Change = fn(&mut Record);
        let others: [Change; 7] = [
            |record| record.info.players.black = "Ann".to_string(),
            |record| record.info.players.white = "Bo".to_string(),
            |record| record.info.event = "Cup 2".to_string(),
            |record| record.info.date = "2002".parse().ok(),
            |record| record.info.date = None,
            |record| record.info.players.black = "Ann BergBen".to_string(),
            |record| record.game = Game::new(Size::EIGHT),
        ];
        for (number, change) in others.iter().enumerate() {
            let mut other = record("f5d6");
            change(&mut other);
            assert_ne!(fingerprint(&other), game, "change {number}");
        }
        let same: [Change; 3] = [
            |record| record.info.players.black = " ann  BERG ".to_string(),
            |record| record.info.place = "Town".to_string(),
            |record| record.info.declared = Some(4),
        ];
        for (number, change) in same.iter().enumerate() {
            let mut other = record("f5d6");
            change(&mut other);
            assert_eq!(fingerprint(&other), game, "change {number}");
        }
    }

    #[test]
    fn sizes_and_starts_tell_games_apart() {
        let mut all = vec![fingerprint(&Record::from(Game::new(Size::EIGHT)))];
        all.push(fingerprint(&Record::from(Game::new(Size::MIN))));
        let mirrored = Diagram::start(Size::EIGHT, Start::Mirrored);
        all.push(fingerprint(&Record::from(Game::from_diagram(mirrored))));
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
