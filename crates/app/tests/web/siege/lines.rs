//! Games to send to the server: lines of moves, and the boards after them.

use rules::formats::board_string;
use rules::{Color, Game, Size};
use serde_json::{Value, json};

/// A game on a board of this size, in which each side plays its first legal move, up to this many
/// moves.
pub fn first_moves(size: usize, count: usize) -> Game {
    let mut game = Game::new(Size::new(size).expect("a size"));
    while let Some(point) = game.legal_moves().into_iter().next()
        && game.turns().len() < count
    {
        game.play(point).expect("a legal move");
    }
    game
}

/// The moves of a game.
pub fn squares(game: &Game) -> Vec<String> {
    let turns = game.turns().iter();
    turns.map(|turn| turn.point().to_string()).collect()
}

/// The last position of a game as the start of another.
pub fn begin(game: &Game) -> Value {
    let mut board = board_string::write(game.diagram());
    board.truncate(game.size().area());
    let to_move = match game.to_move() {
        Some(Color::White) => "white",
        _ => "black",
    };
    json!({"board": board, "to_move": to_move})
}

/// A start as it looks in the seven mirrors and turns of the board, and then all eight with colours
/// exchanged: to an engine they are one position.
pub fn equal_forms(begin: &Value) -> Vec<Value> {
    let board: Vec<char> = begin["board"].as_str().expect("a board").chars().collect();
    let side = (1..)
        .find(|side| side * side >= board.len())
        .expect("a side");
    let mut forms = Vec::new();
    for exchanged in [false, true] {
        for form in 0..8 {
            let square = |number: usize| {
                let (mut row, mut column) = (number / side, number % side);
                if form & 1 != 0 {
                    row = side - 1 - row;
                }
                if form & 2 != 0 {
                    column = side - 1 - column;
                }
                if form & 4 != 0 {
                    (row, column) = (column, row);
                }
                match (board[row * side + column], exchanged) {
                    ('X', true) => 'O',
                    ('O', true) => 'X',
                    (disc, _) => disc,
                }
            };
            let to_move = if (begin["to_move"] == "black") == exchanged {
                "white"
            } else {
                "black"
            };
            let board: String = (0..board.len()).map(square).collect();
            forms.push(json!({"board": board, "to_move": to_move}));
        }
    }
    // The first is the position itself.
    forms.split_off(1)
}
