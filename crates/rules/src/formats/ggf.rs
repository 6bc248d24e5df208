//! GGF, the Generic Game Format: a whole game with its players on one line.

use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::point_set::PointSet;

/// What a record says beside the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Where the game was played.
    pub place: String,
    /// When, as text.
    pub date: String,
    /// The players' names.
    pub players: ByColor<String>,
}

/// Writes a game on one line, passes included.
///
/// ```
/// use rules::{formats::{ggf, transcript}, Diagram, Size, Start};
/// let start = Diagram::start(Size::MIN, Start::Standard);
/// let game = transcript::read("c4d4", start).unwrap();
/// assert_eq!(
///     ggf::write(&game, &ggf::Header::default()),
///     "(;GM[Othello]PC[]DT[]PB[]PW[]RE[?]TY[4]BO[4 ---- -O*- -*O- ---- *]B[c4]W[d4];)"
/// );
/// ```
#[must_use]
pub fn write(game: &Game, header: &Header) -> String {
    let mut text = String::from("(;GM[Othello]");
    let mut tag = |name: &str, value: &str| {
        // Values end at the first `]`; GGF has no way to escape it.
        let value = value.replace(']', ")").replace(char::is_control, " ");
        text.push_str(&format!("{name}[{value}]"));
    };
    tag("PC", &header.place);
    tag("DT", &header.date);
    tag("PB", &header.players.black);
    tag("PW", &header.players.white);
    tag("RE", &result(game));
    tag("TY", &game.size().to_string());
    tag("BO", &board(game));
    let initial = |color| match color {
        Color::Black => "B",
        Color::White => "W",
    };
    let start = game.start();
    let first = game.turns().first();
    if first.is_some_and(|turn| turn.color() != start.to_move()) {
        tag(initial(start.to_move()), "pass");
    }
    for turn in game.turns() {
        tag(initial(turn.color()), &turn.point().to_string());
        if let Some(color) = turn.passed() {
            tag(initial(color), "pass");
        }
    }
    text.push_str(";)");
    text
}

/// Black's tournament score, or `?` while the game goes on.
fn result(game: &Game) -> String {
    let score = |outcome: crate::Outcome| format!("{:+}.000", outcome.score(Color::Black));
    game.outcome().map_or("?".to_string(), score)
}

fn board(game: &Game) -> String {
    let start = game.start();
    let letter = |color| match color {
        Color::Black => '*',
        Color::White => 'O',
    };
    let mut text = game.size().to_string();
    for point in PointSet::full(game.size()) {
        if point.column() == 0 {
            text.push(' ');
        }
        text.push(start.disc(point).map_or('-', letter));
    }
    text.push(' ');
    text.push(letter(start.to_move()));
    text
}
