//! Results as JSON.

use arena::results;
use rules::Diagram;
use rules::formats::transcript;
use serde_json::Value;

use super::{all, events};

#[test]
fn every_game_can_be_played_again() {
    for (name, event) in all() {
        let object: Value = serde_json::from_str(&results::json(&event)).expect("JSON");
        assert_eq!(object["schema"], "reversi-results-1");
        assert_eq!(
            object["entrants"].as_array().map(Vec::len),
            Some(event.entrants.len())
        );
        let games = object["games"].as_array().expect("games");
        assert_eq!(games.len(), event.games.len(), "{name}");
        for (game, cup_game) in games.iter().zip(&event.games) {
            let start: Diagram = game["start"]
                .as_str()
                .expect("a board")
                .parse()
                .expect("a board");
            let moves = game["moves"].as_str().expect("moves");
            let replayed = transcript::read(moves, start).expect("legal moves");
            assert_eq!(replayed.turns(), cup_game.played.game.turns());
            let turns = game["turns"].as_array().expect("turns");
            assert_eq!(turns.len(), replayed.turns().len());
            for (told, turn) in turns.iter().zip(replayed.turns()) {
                assert_eq!(told["move"], turn.point().to_string());
                assert_eq!(told["color"], turn.color().to_string().to_lowercase());
                let passed = turn.passed().map(|color| color.to_string().to_lowercase());
                assert_eq!(told["passed"].as_str(), passed.as_deref());
            }
        }
    }
}

#[test]
fn ties_name_their_games_by_number() {
    let event = events::cup_of_13();
    let object: Value = serde_json::from_str(&results::json(&event)).expect("JSON");
    let bracket = object["bracket"].as_array().expect("rounds");
    assert_eq!(bracket.len(), 4);
    assert_eq!(bracket[0][0]["bye"], true);
    assert_eq!(bracket[0][0]["entrants"][1], Value::Null);
    let last = &bracket[3][0];
    assert_eq!(last["games"], serde_json::json!([23, 24]));
    assert_eq!(last["winner"], object["winner"]);
    let met = object["meetings"].as_array().expect("meetings");
    let games = met
        .iter()
        .map(|meeting| meeting["games"].as_array().map_or(0, Vec::len));
    assert_eq!(games.sum::<usize>(), event.games.len());
}

#[test]
fn a_fault_has_its_reason_and_stderr() {
    let object: Value = serde_json::from_str(&results::json(&events::league_of_7())).expect("JSON");
    let game = &object["games"][4];
    assert_eq!(
        game["fault"]["reason"],
        "ended in the middle of the game: exit code 101"
    );
    let by = game["fault"]["by"].as_str().expect("a side");
    assert!(
        game["murmurs"][by]
            .as_str()
            .is_some_and(|said| said.contains("panicked"))
    );
    assert_ne!(game["winner"], game["fault"]["by"]);
    assert_eq!(object["games"][0]["fault"], Value::Null);
}
