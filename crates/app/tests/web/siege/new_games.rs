//! New games cost the same however they are made.

use serde_json::{Value, json};

use crate::web::server::Server;

/// More than one address may make at once.
const ROUNDS: usize = 120;

/// One address makes new games, another resigns and asks for rematches, in turn. Neither makes more
/// than the other.
#[test]
fn a_rematch_costs_as_much_as_a_new_game() {
    let server = Server::behind_proxy(&[]);
    let [maker, rematcher] = ["203.0.113.7", "203.0.113.8"].map(|address| server.visitor(address));
    let wish = json!({"black": "human", "white": "random"});
    let first = rematcher.game(&wish);
    let key = first.key().to_string();
    let (mut made, mut again, mut id) = (0, 0, first.id.clone());
    let (mut refused, mut is_over) = (0, false);
    for _ in 0..ROUNDS {
        let answer = maker.post("/api/games", None, &wish);
        match answer.status {
            201 => made += 1,
            _ => {
                assert_eq!(answer.refused(429), "busy");
                refused += 1;
            }
        }
        let act = |verb: &str, id: &str| {
            let answer = rematcher.post(&format!("/api/games/{id}/{verb}"), Some(&key), &json!({}));
            if answer.status != 200 {
                assert_eq!(answer.refused(429), "busy");
            }
            (answer.status == 200).then(|| answer.json())
        };
        if !is_over {
            is_over = act("resign", &id).is_some();
        }
        if is_over && let Some(game) = act("rematch", &id) {
            id = next_game(&game);
            is_over = false;
            again += 1;
        }
    }
    println!("{made} new games, {again} rematches, {refused} refusals in {ROUNDS} rounds");
    assert!(refused > 0, "one address makes games without end: {made}");
    assert!(again <= made + 2, "{again} rematches, and {made} new games");
    // Another address is not in their way.
    server.visitor("203.0.113.9").game(&wish);
}

/// A class behind one address makes as many games as its people need.
#[test]
fn a_classroom_has_the_share_of_a_whole_class() {
    let server = Server::behind_proxy(&["--classroom", "192.0.2.0/24"]);
    let wish = json!({"black": "human", "white": "random"});
    let made = |address: &str| {
        let visitor = server.visitor(address);
        let answers = (0..ROUNDS).map(|_| visitor.post("/api/games", None, &wish).status);
        answers.filter(|status| *status == 201).count()
    };
    assert_eq!(made("192.0.2.30"), ROUNDS);
    assert!(made("203.0.113.7") < ROUNDS);
}

fn next_game(game: &Value) -> String {
    game["rematch"]
        .as_str()
        .unwrap_or_else(|| panic!("{game}"))
        .to_string()
}
