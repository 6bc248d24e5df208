//! Two people on two devices.

use serde_json::{Value, json};

use super::client::{Table, first_legal, moves};
use super::server::Server;

fn meet(server: &Server) -> (Table<'_>, String, String) {
    let table = server.game(&json!({"black": "human", "white": "human"}));
    let (black, white) = (table.black.clone(), table.white.clone());
    let (black, white) = (black.expect("a key"), white.expect("a key"));
    assert_ne!(black, white);
    (table, black, white)
}

#[test]
fn each_moves_in_turn_and_for_nobody_else() {
    let server = Server::start();
    let (table, black, white) = meet(&server);
    let f5 = json!({"square": "f5"});
    assert_eq!(table.act("move", &white, &f5).refused(409), "not_your_turn");
    assert_eq!(
        table.act("hint", &black, &json!({})).refused(409),
        "no_hints"
    );
    table.act("move", &black, &f5).good();
    assert_eq!(
        table
            .act("move", &black, &json!({"square": "d6"}))
            .refused(409),
        "not_your_turn"
    );
    let illegal = table.act("move", &white, &f5);
    assert_eq!(illegal.refused(422), "illegal_move");
    assert!(
        illegal.text().contains("legal squares"),
        "{}",
        illegal.text()
    );
    let mut game = table.look();
    while game["status"] == "playing" {
        let key = if game["position"]["to_move"] == "black" {
            &black
        } else {
            &white
        };
        let body = json!({"square": first_legal(&game), "ply": moves(&game).len()});
        game = table.act("move", key, &body).good();
    }
    assert_eq!(game["result"]["reason"], "discs");
    let game = table.act("rematch", &white, &json!({})).good();
    let path = format!(
        "/api/games/{}/move",
        game["rematch"].as_str().expect("a name")
    );
    assert_eq!(
        server.post(&path, Some(&black), &f5).refused(409),
        "not_your_turn"
    );
    server.post(&path, Some(&white), &f5).good();
}

#[test]
fn a_move_is_taken_back_when_both_want_it() {
    let server = Server::start();
    let (table, black, white) = meet(&server);
    let nothing = json!({});
    let play = |key: &str, square: &str| table.act("move", key, &json!({"square": square})).good();
    assert_eq!(
        table.act("undo", &black, &nothing).refused(409),
        "nothing_to_undo"
    );
    play(&black, "f5");
    play(&white, "d6");
    // Black asks, and goes back to before f5.
    let asked = table.act("undo", &black, &nothing).good();
    assert_eq!(asked["undo_asked_by"], "black");
    assert_eq!(moves(&asked), ["f5", "d6"]);
    let asked = table.act("undo", &black, &nothing).good();
    assert_eq!(moves(&asked), ["f5", "d6"], "asking twice is no agreement");
    let agreed = table.act("undo", &white, &nothing).good();
    assert!(moves(&agreed).is_empty());
    assert_eq!(agreed["undo_asked_by"], Value::Null);
    assert_eq!(agreed["can_redo"], false);
    assert_eq!(
        table.act("redo", &white, &nothing).refused(409),
        "nothing_to_redo"
    );
    // The other side says no, or the asker thinks better of it.
    play(&black, "f5");
    for decliner in [&white, &black] {
        table.act("undo", &black, &nothing).good();
        let game = table.act("decline", decliner, &nothing).good();
        assert_eq!(game["undo_asked_by"], Value::Null);
        assert_eq!(moves(&game), ["f5"]);
    }
    assert_eq!(
        table.act("decline", &white, &nothing).refused(409),
        "nothing_asked"
    );
    // A move instead of an agreement.
    table.act("undo", &black, &nothing).good();
    let game = play(&white, "f6");
    assert_eq!(game["undo_asked_by"], Value::Null);
    assert_eq!(moves(&game), ["f5", "f6"]);
    let over = table.act("resign", &black, &nothing).good();
    assert_eq!(over["result"]["winner"], "white");
}

#[test]
fn everybody_sees_the_same_and_who_is_there() {
    let server = Server::start();
    let (table, black, white) = meet(&server);
    let [mut at_black, mut at_white, mut watcher] = [(); 3].map(|()| server.live());
    let game = watcher.watch(&table.id, None);
    assert_eq!(game["you"], json!([]));
    assert_eq!(game["players"]["black"]["here"], false);
    at_black.watch(&table.id, Some(&black));
    assert_eq!(
        at_white.watch(&table.id, Some(&white))["you"],
        json!(["white"])
    );
    watcher.game_where(|game| {
        ["black", "white"]
            .iter()
            .all(|side| game["players"][side]["here"] == true)
    });
    table.act("move", &black, &json!({"square": "f5"})).good();
    for live in [&mut at_black, &mut at_white, &mut watcher] {
        let game = live.game_where(|game| !moves(game).is_empty());
        assert_eq!(moves(&game), ["f5"]);
    }
    drop(at_white);
    watcher.game_where(|game| game["players"]["white"]["here"] == false);
}
