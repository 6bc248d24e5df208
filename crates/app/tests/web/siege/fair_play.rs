//! Fair play: while two people play each other, no engine helps them.

use rules::Game;
use serde_json::{Value, json};

use super::lines::{begin, equal_forms, first_moves, squares};
use crate::web::client::{Live, Table, moves};
use crate::web::requests::{Answer, Visitor};
use crate::web::server::Server;

const ALICE: &str = "203.0.113.10";
const BOB: &str = "203.0.113.20";
const STRANGER: &str = "203.0.113.30";

/// The moves of a game before which a position is still everybody's, and some more.
const OPENING: usize = 8;
const LATER: usize = 16;

/// A game between Alice, who plays black, and Bob, with clocks.
struct Match<'s> {
    table: Table<'s>,
    bob: Visitor<'s>,
    /// What will be played.
    line: Vec<String>,
}

impl<'s> Match<'s> {
    fn new(server: &'s Server) -> Match<'s> {
        let clock = json!({"seconds": 3600});
        let wish = json!({"black": "human", "white": "human", "clock": clock});
        Match {
            table: server.visitor(ALICE).game(&wish),
            bob: server.visitor(BOB),
            line: squares(&first_moves(8, LATER)),
        }
    }

    fn key(&self, side: &str) -> &str {
        let key = if side == "black" {
            &self.table.black
        } else {
            &self.table.white
        };
        key.as_deref().expect("a key")
    }

    /// Both play on, each from home, until this many moves are made.
    fn play_to(&self, count: usize) {
        let mut game = self.table.look();
        while let Some(square) = self.line[..count].get(game["moves"].as_array().unwrap().len()) {
            let path = format!("/api/games/{}/move", self.table.id);
            let side = game["position"]["to_move"].as_str().expect("a side");
            let who = if side == "black" {
                &self.table.visitor
            } else {
                &self.bob
            };
            let body = json!({"square": square});
            game = who.post(&path, Some(self.key(side)), &body).good();
        }
    }

    fn resign(&self) {
        self.table
            .act("resign", self.key("black"), &json!({}))
            .good();
    }

    /// A live connection of a player, who follows the game with the key.
    fn seat(&self, side: &str) -> Live {
        let who = if side == "black" {
            &self.table.visitor
        } else {
            &self.bob
        };
        let mut live = who.live();
        live.watch(&self.table.id, Some(self.key(side)));
        live
    }
}

/// Asks for an analysis or a review, and hears what comes of it; a short one is stopped then.
fn ask(live: &mut Live, kind: &str, begin: &Value, moves: &[String]) -> Value {
    let mut message = json!({"type": kind, "id": 77, "begin": begin, "moves": moves});
    if kind == "analyse" {
        message["seconds"] = json!(0.1);
    }
    live.say(&message);
    let mut first = None;
    loop {
        let heard = live.hear();
        if heard["id"] != 77 {
            // News of the game.
            continue;
        }
        let is_end = heard["done"] == true || heard["type"] == "problem";
        let first = first.get_or_insert(heard);
        if is_end {
            return first.clone();
        }
    }
}

fn usual() -> Value {
    json!({"size": 8})
}

#[track_caller]
fn assert_no_help(answer: &Answer) {
    assert!(
        matches!(answer.status, 403 | 409),
        "{}: {}",
        answer.status,
        answer.text()
    );
    assert_eq!(answer.refused(answer.status), "no_help");
}

#[test]
fn who_plays_a_person_gets_no_engine_help() {
    let server = Server::behind_proxy(&[]);
    let game = Match::new(&server);
    game.play_to(2);
    let mut seats = ["black", "white"].map(|side| game.seat(side));
    let elsewhere = ["d3".to_string(), "c5".to_string()];
    for live in &mut seats {
        for kind in ["analyse", "review"] {
            let answer = ask(live, kind, &usual(), &elsewhere);
            assert_eq!(answer["code"], "no_help", "{kind}: {answer}");
        }
    }
    game.resign();
    for live in &mut seats {
        for kind in ["analyse", "review"] {
            let answer = ask(live, kind, &usual(), &elsewhere);
            let expected = if kind == "analyse" { "analysis" } else { kind };
            assert_eq!(answer["type"], expected, "it is over: {answer}");
        }
    }
}

/// Not to watch the game any more changes nothing: the connection is still its player's.
#[test]
fn who_looks_away_from_a_game_still_plays_it() {
    let server = Server::behind_proxy(&[]);
    let game = Match::new(&server);
    game.play_to(2);
    let mut live = game.seat("white");
    live.say(&json!({"type": "unwatch", "game": game.table.id}));
    let elsewhere = ["d3".to_string(), "c5".to_string()];
    let answer = ask(&mut live, "analyse", &usual(), &elsewhere);
    assert_eq!(answer["code"], "no_help", "{answer}");
    game.resign();
    let answer = ask(&mut live, "analyse", &usual(), &elsewhere);
    assert_eq!(answer["type"], "analysis", "it is over: {answer}");
}

/// An analysis that was begun before ends when its connection shows the key.
#[test]
fn an_analysis_ends_when_its_asker_sits_down_to_play() {
    let server = Server::behind_proxy(&[]);
    let game = Match::new(&server);
    game.play_to(2);
    let mut live = server.visitor(ALICE).live();
    live.say(&json!({"type": "analyse", "id": 77, "moves": ["d3"], "seconds": 60}));
    live.hear();
    live.say(&json!({"type": "watch", "game": game.table.id, "key": game.key("black")}));
    loop {
        let heard = live.hear();
        if heard["id"] == 77 && (heard["done"] == true || heard["code"] == "no_help") {
            assert!(heard["seconds"].as_f64().unwrap_or(0.0) < 59.0, "{heard}");
            return;
        }
    }
}

/// A class shares one address. Two of it play each other, and the others go on learning: only the
/// position of that game is closed to them, and only after the opening.
#[test]
fn who_shares_an_address_with_players_is_refused_their_position_only() {
    let server = Server::behind_proxy(&[]);
    let game = Match::new(&server);
    let mut neighbour = server.visitor(ALICE).live();
    let mut bobs_neighbour = server.visitor(BOB).live();
    let mut stranger = server.visitor(STRANGER).live();
    let is_analysed = |live: &mut Live, begin: &Value, moves: &[String]| {
        let answer = ask(live, "analyse", begin, moves);
        if answer["type"] != "analysis" {
            assert_eq!(answer["code"], "no_help", "{answer}");
        }
        answer["type"] == "analysis"
    };
    game.play_to(OPENING);
    let opening = &game.line[..OPENING];
    assert!(
        is_analysed(&mut neighbour, &usual(), opening),
        "an opening is everybody's"
    );
    game.play_to(LATER);
    let elsewhere = ["d3".to_string(), "c5".to_string()];
    for live in [&mut neighbour, &mut bobs_neighbour] {
        assert!(is_analysed(live, &usual(), &elsewhere), "another position");
        assert!(is_analysed(live, &usual(), opening), "one that is gone");
        assert!(
            !is_analysed(live, &usual(), &game.line),
            "the position of the game"
        );
        let position = position_of(&game);
        for form in equal_forms(&position) {
            assert!(!is_analysed(live, &form, &[]), "{form} is {position}");
        }
    }
    assert!(
        is_analysed(&mut stranger, &usual(), &game.line),
        "another address"
    );
    game.resign();
    assert!(
        is_analysed(&mut neighbour, &usual(), &game.line),
        "it is over"
    );
}

fn position_of(game: &Match<'_>) -> Value {
    begin(&played(game))
}

fn played(game: &Match<'_>) -> Game {
    let same = first_moves(8, LATER);
    assert_eq!(squares(&same), game.line);
    same
}

/// A hint in a game of one's own, at the position of a game between two people, is help in that game.
#[test]
fn a_private_game_is_no_way_to_a_hint() {
    let server = Server::behind_proxy(&[]);
    let game = Match::new(&server);
    game.play_to(OPENING);
    let position = position_of(&game);
    let [neighbour, stranger] = [ALICE, STRANGER].map(|address| server.visitor(address));
    let to_move = position["to_move"].as_str().expect("a side");
    let mut against_engine = json!({"begin": position, "black": "engine:2", "white": "engine:2"});
    against_engine[to_move] = json!("human");
    let shared = json!({"begin": position, "black": "human", "white": "human", "shared": true});
    // Made before the other game is there.
    let own = [&against_engine, &shared].map(|wish| neighbour.game(wish));
    let nothing = json!({});
    for table in &own {
        table.act("hint", table.key(), &nothing).good();
    }
    game.play_to(LATER);
    for table in &own {
        assert_no_help(&table.act("hint", table.key(), &nothing));
    }
    // A computer that plays on from there helps as much.
    let mut reply = against_engine.clone();
    reply[to_move] = json!("engine:8");
    for wish in [&against_engine, &reply] {
        assert_no_help(&neighbour.post("/api/games", None, wish));
    }
    // Elsewhere nobody is at play.
    let table = stranger.game(&against_engine);
    table.act("hint", table.key(), &nothing).good();
    game.resign();
    for table in &own {
        table.act("hint", table.key(), &nothing).good();
    }
    neighbour.game(&against_engine);
}

/// A move in a game of one's own that leads to the position of a game between two people: the computer
/// would answer for the person there.
#[test]
fn a_computer_does_not_move_in_the_position_of_two_people() {
    let server = Server::behind_proxy(&[]);
    let game = Match::new(&server);
    game.play_to(LATER);
    let before = begin(&first_moves(8, LATER - 1));
    let to_move = before["to_move"].as_str().expect("a side");
    let mut wish = json!({"begin": before, "black": "engine:2", "white": "engine:2"});
    wish[to_move] = json!("human");
    let table = server.visitor(BOB).game(&wish);
    let square = json!({"square": game.line[LATER - 1]});
    assert_no_help(&table.act("move", table.key(), &square));
    assert!(moves(&table.look()).is_empty(), "nothing has changed");
    // Another move leads elsewhere.
    let legal = table.look()["position"]["legal"].clone();
    let squares = legal.as_object().expect("legal squares").keys();
    let other = squares
        .into_iter()
        .find(|name| **name != game.line[LATER - 1]);
    table.play(other.expect("another move"));
}
