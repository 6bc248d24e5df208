//! All operations of the API, with examples made by the server's own code.

use rules::Size;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::operation::Operation;
use super::schemas::Schemas;
use crate::api::game_access::Waiting;
use crate::api::games::{Hint, Hinted, Nothing, Play, Step, Wanted};
use crate::api::{explain, line, middle_puzzles, puzzles, read, recorded, server_info};
use crate::rooms::new_game::{CreatedGame, Wish};
use crate::rooms::snapshot::Told;

/// A method, a path, and the operation.
type Place = (&'static str, &'static str, Operation);

/// All operations.
pub fn all(schemas: &mut Schemas) -> Vec<Place> {
    let mut all = study(schemas);
    all.extend(learn(schemas));
    all.extend(games(schemas));
    all.push(("get", "/api/live", live()));
    all
}

fn study(schemas: &mut Schemas) -> Vec<Place> {
    let any = json!({"application/json": {"schema": {"type": "object"}}});
    let whole = json!({"size": 8, "start": "standard", "to_move": "black"});
    let line = json!({"begin": whole, "moves": [], "from": 0});
    let positions = line::answer(read_as(&line)).expect("a game");
    let file = read::answer("f5d6".into(), Size::EIGHT, 0).expect("a game");
    let search = json!({"moves": ["f5"], "player": "walle:1", "method": "alpha_beta"});
    let tree = explain::answer(read_as(&search), |_| Ok(())).expect("a tree");
    let tree_is = format!(
        "The tree, of at most {} positions.",
        explain::MOST_POSITIONS
    );
    vec![
        (
            "get",
            "/api/about",
            Operation::new("study", "about", "What this server is and can do").answers(
                schemas,
                200,
                "Version, board sizes, opponents, formats and limits.",
                &server_info::About::new(),
            ),
        ),
        (
            "get",
            "/api/openapi.json",
            Operation::new("study", "openapi", "This description")
                .answers_with(200, json!({"description": "OpenAPI 3.1.", "content": any})),
        ),
        (
            "post",
            "/api/line",
            Operation::new("study", "line", "The positions of a game")
                .body::<line::Request>(schemas, false, line)
                .answers(
                    schemas,
                    200,
                    "The positions, from the one asked for on.",
                    &positions,
                ),
        ),
        (
            "post",
            "/api/read",
            Operation::new("study", "read", "Games out of a file of any format")
                .query::<read::OnBoard>()
                .with("requestBody", uploaded())
                .refuses(&[(413, "TooLarge"), (422, "Nonsense")])
                .answers(schemas, 200, "What is in it.", &file),
        ),
        (
            "post",
            "/api/write",
            Operation::new("study", "write", "A game in any format, or as a picture")
                .body::<recorded::ToWrite>(schemas, true, written())
                .answers_with(200, downloaded()),
        ),
        (
            "post",
            "/api/explain",
            Operation::new("study", "explain", "The tree of a search")
                .body::<explain::Request>(schemas, true, search)
                .answers(schemas, 200, &tree_is, &tree),
        ),
    ]
}

fn learn(schemas: &mut Schemas) -> Vec<Place> {
    let mut first = puzzles::List::new();
    first.puzzles.truncate(1);
    let puzzle = |id: &str, summary: &str| {
        let number = json!({"type": "integer", "minimum": 1});
        Operation::new("learn", id, summary)
            .path("The number of the puzzle, from 1.", number, json!(1))
            .refuses(&[(404, "Missing")])
    };
    let shown = puzzles::shown("1").expect("a puzzle");
    let tried = puzzles::tried("1", Vec::new());
    let mut places = vec![
        (
            "get",
            "/api/puzzles",
            Operation::new(
                "learn",
                "puzzles",
                "All endgame puzzles, the easy ones first",
            )
            .answers(schemas, 200, "The puzzles.", &first),
        ),
        (
            "get",
            "/api/puzzles/{id}",
            puzzle("puzzle", "A puzzle").answers(schemas, 200, "The puzzle.", &shown),
        ),
        (
            "post",
            "/api/puzzles/{id}/try",
            puzzle("try_puzzle", "What comes of a try")
                .query::<puzzles::Wish>()
                .body::<puzzles::Try>(schemas, false, json!({"moves": []}))
                .answers(
                    schemas,
                    200,
                    "Whether the last move was right, and the reply.",
                    &tried,
                ),
        ),
    ];
    places.extend(learn_middle(schemas));
    places
}

fn learn_middle(schemas: &mut Schemas) -> Vec<Place> {
    let first = play::puzzle::middle::all().first().expect("a puzzle");
    let (id, best) = (first.id(), first.best().to_string());
    let mut list = middle_puzzles::List::new();
    list.puzzles.truncate(1);
    let shown = middle_puzzles::shown(&id).expect("a puzzle");
    let tried = middle_puzzles::tried(&id, Some(&best), false).expect("a legal move");
    let puzzle = |name: &str, summary: &str| {
        let schema = json!({"type": "string", "pattern": "^[0-9a-f]{8}$"});
        Operation::new("learn", name, summary)
            .path("The id of the puzzle, from the list.", schema, json!(id))
            .refuses(&[(404, "Missing")])
    };
    vec![
        (
            "get",
            "/api/puzzles/middle",
            Operation::new(
                "learn",
                "middle_puzzles",
                "All middle-game puzzles, first those that most people solve",
            )
            .answers(schemas, 200, "The puzzles.", &list),
        ),
        (
            "get",
            "/api/puzzles/middle/{id}",
            puzzle("middle_puzzle", "A middle-game puzzle").answers(
                schemas,
                200,
                "The puzzle.",
                &shown,
            ),
        ),
        (
            "post",
            "/api/puzzles/middle/{id}/try",
            puzzle(
                "try_middle_puzzle",
                "What a move of a middle-game puzzle loses",
            )
            .query::<puzzles::Wish>()
            .body::<middle_puzzles::Request>(schemas, false, json!({"square": best}))
            .answers(
                schemas,
                200,
                "Whether the move was the best one, and what is known about it.",
                &tried,
            ),
        ),
    ]
}

fn games(schemas: &mut Schemas) -> Vec<Place> {
    let snapshot = example::snapshot();
    let made = CreatedGame {
        id: &snapshot.id,
        keys: example::keys(),
        game: snapshot.told(example::seats()),
    };
    let hinted = Hinted {
        square: "f5".to_string(),
        score: Some(0.5),
        exact: false,
    };
    let create = Operation::new("games", "create", "A new game")
        .body::<Wish>(schemas, true, example::new_game())
        .answers(schemas, 201, "The game, and the keys of its seats.", &made);
    let show = of_game("game", "A game as it stands")
        .with("security", json!([{}, {"key": []}]))
        .refuses(&[(422, "Nonsense")])
        .answers_with(
            200,
            game(
                schemas,
                "The game. With a key, `you` tells which seats are yours.",
            ),
        );
    let hint = of_game("hint", "The move that the engine would make")
        .with("security", json!([{"key": []}]))
        .body::<Hint>(schemas, false, json!({"level": 10}))
        .refuses(&[(409, "Conflict")])
        .answers(schemas, 200, "A move.", &hinted);
    let record = of_game("record", "The game in any format")
        .query::<Wanted>()
        .refuses(&[(422, "Nonsense")])
        .answers_with(200, downloaded());
    let plays = verb(schemas, "move", "Makes a move");
    let plays = plays.body::<Play>(schemas, true, json!({"square": "f5", "ply": 0}));
    let steps = verb(
        schemas,
        "step",
        "Has a computer make one move, in a game of two computers",
    );
    let steps = steps.body::<Step>(schemas, false, json!({}));
    let mut all = vec![
        ("post", "/api/games", create),
        ("get", "/api/games/{id}", show),
        ("post", "/api/games/{id}/hint", hint),
        ("get", "/api/games/{id}/record", record),
        ("post", "/api/games/{id}/move", plays),
        ("post", "/api/games/{id}/step", steps),
    ];
    let verbs = [
        (
            "/api/games/{id}/undo",
            "undo",
            "Takes back the last move, with the computer's reply",
        ),
        (
            "/api/games/{id}/decline",
            "decline",
            "Says no to the other side's wish to take a move back, or withdraws one's own",
        ),
        (
            "/api/games/{id}/redo",
            "redo",
            "Makes again what was taken back",
        ),
        ("/api/games/{id}/resign", "resign", "Gives up"),
        (
            "/api/games/{id}/rematch",
            "rematch",
            "Another game with sides changed, told in `rematch`",
        ),
    ];
    for (path, id, summary) in verbs {
        let verb = verb(schemas, id, summary).body::<Nothing>(schemas, false, json!({}));
        all.push(("post", path, verb));
    }
    all
}

/// An operation on a game.
fn of_game(id: &str, summary: &str) -> Operation {
    let name = json!({"type": "string", "maxLength": 64});
    Operation::new("games", id, summary)
        .path("The id of the game.", name, json!(example::ID))
        .refuses(&[(404, "Missing")])
}

/// An operation that changes a game; it needs a key.
fn verb(schemas: &mut Schemas, id: &str, summary: &str) -> Operation {
    of_game(id, summary)
        .query::<Waiting>()
        .with("security", json!([{"key": []}]))
        .refuses(&[(409, "Conflict")])
        .answers_with(200, game(schemas, "The game as it stands now."))
}

/// An answer with a game. All have the same example.
fn game(schemas: &mut Schemas, description: &str) -> Value {
    let schema = schemas.answer::<Told<'static>>();
    let examples = json!({"game": {"$ref": "#/components/examples/Game"}});
    let content = json!({"application/json": {"schema": schema, "examples": examples}});
    json!({"description": description, "content": content})
}

fn live() -> Operation {
    let [said, told] = ["LiveSaid", "LiveTold"]
        .map(|name| json!({"$ref": format!("#/components/schemas/{name}")}));
    let description = "The connection is a WebSocket now. The client sends `LiveSaid` messages and hears `LiveTold` ones, \
                       a JSON object each.";
    let content = json!({"application/json": {"schema": {"anyOf": [said, told]}}});
    Operation::new("live", "live", "A WebSocket for live games, analyses and reviews")
        .with("description", json!(
            "One message is at most 64 KiB. A connection watches at most 16 games, analyses one position and reviews \
             one game at a time: a new `analyse` or `review` replaces the earlier one. Report come at most ten times a \
             second."
        ))
        .refuses(&[(400, "NoUpgrade"), (426, "NoUpgrade")])
        .answers_with(101, json!({"description": description, "content": content}))
}

fn written() -> Value {
    json!({
        "format": "ggf", "moves": ["f5", "d6", "c3"], "players": {"black": "Ann", "white": "Bob"},
        "event": "Club evening", "date": "2026-11-15",
    })
}

/// The body of a file upload.
fn uploaded() -> Value {
    json!({
        "required": true,
        "description": "The bytes of the file as they are, at most 4 MiB: a text in any format, or a binary WTHOR or \
                        state file.",
        "content": {
            "text/plain": {"schema": {"type": "string"}, "example": "f5d6c3d3c4"},
            "application/octet-stream": {"schema": {"type": "string", "contentEncoding": "binary"}},
        },
    })
}

/// An answer with a file.
fn downloaded() -> Value {
    let text = json!({"schema": {"type": "string"}});
    let binary = json!({"schema": {"type": "string", "contentEncoding": "binary"}});
    json!({
        "description": "The file.",
        "headers": {"Content-Disposition": {
            "description": "A name for it: `attachment; filename=\"reversi.ggf\"`.",
            "schema": {"type": "string"},
        }},
        "content": {
            "text/plain": text, "application/octet-stream": binary, "image/svg+xml": text,
            "image/png": binary, "image/gif": binary,
        },
    })
}

fn read_as<T: DeserializeOwned>(example: &Value) -> T {
    serde_json::from_value(example.clone()).expect("an example can be read")
}

/// The game of the examples: it has just begun.
pub mod example {
    use rules::ByColor;
    use serde_json::{Value, json};

    use super::{Wish, read_as};
    use crate::game::Seats;
    use crate::game::key::Key;
    use crate::rooms::snapshot::Snapshot;
    use crate::wire::Sides;

    /// Its id.
    pub const ID: &str = "b7qk2xyp04md";

    const KEY: &str = "2n8kq0vz5r1tgx7cmh4wjd9e6b";

    /// When it was made.
    const CREATED: u64 = 1_794_787_200;

    /// The request that made it.
    pub fn new_game() -> Value {
        json!({
            "begin": {"size": 8, "start": "standard", "to_move": "black"},
            "black": "human", "white": "engine:3", "names": {"black": "Ann", "white": ""},
        })
    }

    /// The game itself.
    pub fn snapshot() -> Snapshot {
        let wish: Wish = read_as(&new_game());
        let mut state = wish.state().expect("a game");
        state.id = ID.to_string();
        state.created = CREATED;
        let here = ByColor {
            black: true,
            white: false,
        };
        Snapshot::of(&state, None, here)
    }

    /// The keys of its seats.
    pub fn keys() -> Sides<Option<String>> {
        Sides {
            black: Some(KEY.to_string()),
            white: None,
        }
    }

    /// The seats of its creator.
    pub fn seats() -> Seats {
        let keys = ByColor {
            black: Some(Key::kept(KEY.to_string())),
            white: None,
        };
        Seats::of(&keys, KEY)
    }
}
