//! Round trips: written text can be read again, and broken text never does harm.

use crate::common::games::{any_diagram, any_game, any_start};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reversi_rules::formats::rev::Inferred;
use reversi_rules::formats::{board_string, rev, transcript};
use reversi_rules::{Color, Diagram, Game, Size};

/// The moves as on a scoresheet: numbered, Black's in capitals, passes written out.
fn scoresheet(game: &Game, pass: &str, separator: &str) -> String {
    let mut text = String::new();
    for (number, turn) in (1..).zip(game.turns()) {
        let name = match turn.color() {
            Color::Black => turn.point().to_string().to_uppercase(),
            Color::White => turn.point().to_string(),
        };
        text += &format!("{number}. {name}{separator}");
        if turn.passed().is_some() {
            text += &format!("{pass}{separator}");
        }
    }
    text
}

/// Characters that have a meaning for one of the readers, and a few that have none.
fn near_miss() -> impl Strategy<Value = String> {
    let pieces = [
        "a1", "F5", "d6", "c3", "d3", "c4", "pa", "pass", "--", "-", ".", "1.", "12", "z26", "X",
        "O", "*", "b", "w", " ", "\n", ",", "é", "ß5", "\u{2028}", "\0", "--------", "OX", "XO",
    ];
    vec(select(pieces.to_vec()), 0..700).prop_map(|pieces| pieces.concat())
}

/// The header of a state file and about the announced number of squares, few of them wrong.
fn near_state_file() -> impl Strategy<Value = Vec<u8>> {
    (0..28u32, any::<bool>(), 0..3usize).prop_flat_map(|(side, big_endian, extra)| {
        let header = if big_endian {
            side.to_be_bytes()
        } else {
            side.to_le_bytes()
        };
        let square = prop_oneof![2000 => select(b"bwn".to_vec()), 1 => any::<u8>()];
        let length = (side * side) as usize + extra;
        vec(square, length.saturating_sub(1)..=length)
            .prop_map(move |squares| [&header, squares.as_slice()].concat())
    })
}

fn read_all(text: &str, start: Diagram) {
    if let Ok(diagram) = board_string::read(text) {
        assert_eq!(board_string::read(&diagram.to_string()), Ok(diagram));
    }
    if let Ok(game) = transcript::read(text, start) {
        assert_eq!(transcript::read(&transcript::write(&game), start), Ok(game));
    }
}

proptest! {
    #[test]
    fn a_board_string_brings_back_its_position(diagram in any_diagram()) {
        prop_assert_eq!(board_string::read(&board_string::write(&diagram)), Ok(diagram));
        // The board that failing tests print is a board string too, including the side to move.
        let picture = format!("{diagram:?}").replace(" to move", "");
        let picture = picture.replace("Black", "X").replace("White", "O");
        prop_assert_eq!(picture.parse(), Ok(diagram));
    }

    #[test]
    fn a_transcript_brings_back_its_game(game in any_game()) {
        prop_assert_eq!(transcript::read(&transcript::write(&game), *game.start()), Ok(game));
    }

    #[test]
    fn a_scoresheet_brings_back_its_game(
        game in any_game(),
        pass in select(vec!["", "pa", "PS", "Pass", "--"]),
        separator in select(vec![" ", "\n", ", ", ";", " - ", "\t|"]),
    ) {
        let text = scoresheet(&game, pass, separator);
        prop_assert_eq!(transcript::read(&text, *game.start()), Ok(game), "{}", text);
    }

    #[test]
    fn a_state_file_brings_back_its_discs_in_both_byte_orders(diagram in any_diagram()) {
        let mut bytes = rev::write(&diagram);
        prop_assert_eq!(bytes.len(), 4 + diagram.size().area());
        let loaded = rev::read(&bytes).expect("just written");
        for color in Color::ALL {
            prop_assert_eq!(loaded.diagram.discs(color), diagram.discs(color));
        }
        let stuck = loaded.diagram.legal_moves().is_empty();
        prop_assert_eq!(loaded.inferred == Inferred::GameOver, stuck, "{:?}", loaded);
        prop_assert_eq!(diagram.board().is_over(), stuck, "{:?}", loaded);

        bytes[..4].reverse();
        prop_assert_eq!(rev::read(&bytes), Ok(loaded));
    }

    #[test]
    fn a_state_file_knows_the_side_to_move_without_passes(game in any_game()) {
        let no_pass = game.turns().iter().all(|turn| turn.passed().is_none());
        prop_assume!(no_pass);
        let loaded = rev::read(&rev::write(game.diagram())).expect("just written");
        prop_assert_eq!(loaded.diagram, *game.diagram());
        prop_assert_eq!(loaded.inferred == Inferred::GameOver, game.is_over());
    }

    #[test]
    fn no_text_can_harm_the_readers(text in any::<String>(), start in any_start()) {
        read_all(&text, start);
    }

    #[test]
    fn no_text_that_looks_like_a_game_can_harm_the_readers(
        text in near_miss(),
        start in any_diagram(),
    ) {
        read_all(&text, start);
    }

    #[test]
    fn no_bytes_can_harm_the_reader_of_state_files(
        bytes in prop_oneof![vec(any::<u8>(), 0..2 * rev::MAX_BYTES), near_state_file()],
    ) {
        if let Ok(loaded) = rev::read(&bytes) {
            prop_assert_eq!(rev::read(&rev::write(&loaded.diagram)), Ok(loaded));
            prop_assert_eq!(&rev::write(&loaded.diagram)[4..], &bytes[4..]);
        }
    }

    #[test]
    fn a_board_string_of_any_length_is_a_board_or_an_error(
        squares in vec(select(vec!['X', 'O', '-']), 0..700),
    ) {
        let text: String = squares.iter().collect();
        let area = squares.len() / 2 * 2;
        let names_a_side = squares.len() == area || squares.last() != Some(&'-');
        let is_board = Size::of_area(area).is_some() && names_a_side;
        prop_assert_eq!(board_string::read(&text).is_ok(), is_board, "{}", text);
    }
}
