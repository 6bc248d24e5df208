//! Boards that the engine does not know are refused before anything is done with their moves.

use serde_json::json;

use super::lines::{first_moves, squares};
use crate::web::server::Server;

/// A long game on the largest board takes a tenth of a second to replay. Whether its moves are legal
/// does not matter, and nobody looks.
#[test]
fn a_board_that_is_too_large_is_refused_before_its_moves_are_replayed() {
    let server = Server::start();
    let mut live = server.live();
    let mut moves = squares(&first_moves(26, 700));
    assert!(moves.len() > 600, "{}", moves.len());
    for illegal in [false, true] {
        if illegal {
            // The first square is taken by then.
            moves.push(moves[0].clone());
        }
        for kind in ["analyse", "review"] {
            let begin = json!({"size": 26});
            live.say(&json!({"type": kind, "id": 1, "begin": begin, "moves": moves}));
            let answer = live.hear();
            assert_eq!(answer["code"], "board_too_large", "{kind}: {answer}");
            assert_eq!(answer["id"], 1);
        }
    }
    // The same for a board that is given square by square.
    let board = "-".repeat(26 * 26 - 4) + "XOOX";
    live.say(&json!({"type": "analyse", "id": 2, "begin": {"board": board}, "moves": ["z9"]}));
    assert_eq!(live.hear()["code"], "board_too_large");
}
