//! The description of the API: its operations, and the schemas of the Rust types that they use.

use serde_json::{Value, json};

use super::operations::{self, example};
use super::schemas::Schemas;
use crate::message;
use crate::problem::Problem;
use crate::rooms::snapshot::Told;
use crate::study::{self, analysis, review};

/// The whole description.
pub fn document() -> Value {
    let mut schemas = Schemas::new();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Reversi",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Play, learn and analyse Reversi",
            "description": "The answers of `reversi web`. docs/web-api.md has examples to try. Every refusal is a \
                            `Problem`.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/", "description": "Where this file comes from"}],
        "tags": [
            {"name": "games", "description": "Live games"},
            {"name": "live", "description": "The WebSocket"},
            {"name": "study", "description": "Records, positions and trees"},
            {"name": "learn", "description": "Puzzles"},
        ],
        "components": {
            "securitySchemes": {"key": {
                "type": "http", "scheme": "bearer",
                "description": "The key of a seat, as it came with the new game or is in the link to play.",
            }},
            "responses": refusals(&mut schemas),
            "examples": {"Game": {
                "summary": "A game that has just begun",
                "value": example::snapshot().told(example::seats()),
            }},
        },
    });
    for (method, path, operation) in operations::all(&mut schemas) {
        document["paths"][path][method] = operation.value;
    }
    let live = vec![
        ("LiveSaid", client_messages(&mut schemas)),
        ("LiveTold", server_messages(&mut schemas)),
    ];
    schemas.finish(&mut document, live);
    document
}

/// The WebSocket messages of a client.
fn client_messages(schemas: &mut Schemas) -> Value {
    let games = schemas.inline_request::<message::ClientMessage>();
    let study = schemas.inline_request::<study::message::ClientMessage>();
    let all = [variants(&games), variants(&study)].concat();
    json!({"description": "What a client says over `/api/live`.", "oneOf": all})
}

/// The WebSocket messages of the server.
fn server_messages(schemas: &mut Schemas) -> Value {
    let mut all = variants(&schemas.inline_answer::<message::Told<Told<'static>>>());
    all.push(schemas.answer::<analysis::Message>());
    all.push(schemas.answer::<review::Message<'static>>());
    json!({"description": "What the server says over `/api/live`.", "oneOf": all})
}

fn variants(schema: &Value) -> Vec<Value> {
    schema["oneOf"]
        .as_array()
        .expect("several kinds of messages")
        .clone()
}

/// The error answers, by name.
fn refusals(schemas: &mut Schemas) -> Value {
    let all = [
        (
            "NoJson",
            "What was sent is no JSON.",
            "bad_json",
            "EOF while parsing an object at line 1 column 1",
        ),
        (
            "Forbidden",
            "Only others may do this: the key is missing or wrong, or the request comes from another site's page.",
            "bad_key",
            "this is no key of this game; without one you can watch it",
        ),
        (
            "Missing",
            "There is no such thing.",
            "not_found",
            "there is no such game",
        ),
        (
            "Conflict",
            "It cannot be done now, as things stand.",
            "stale",
            "the game has gone on: 3 moves have been made, and you saw 2",
        ),
        (
            "TooLarge",
            "What was sent is too much.",
            "too_large",
            "this is more than is read at once",
        ),
        (
            "Nonsense",
            "What was sent makes no sense: the message says why.",
            "illegal_move",
            "a1 is not a legal move",
        ),
        (
            "Busy",
            "Too much is asked for at once. `Retry-After` may tell when to try again.",
            "busy",
            "the engine has too much to do just now; try again in a moment",
        ),
        (
            "Broken",
            "Something here is broken.",
            "broken",
            "this cannot be answered: the server made a mistake",
        ),
        ("Late", "It took too long.", "late", "this took too long"),
        (
            "NoUpgrade",
            "The request does not ask for a WebSocket.",
            "not_a_websocket",
            "Connection header did not include 'upgrade'",
        ),
    ];
    let refusal = |(name, description, code, message): (&str, &str, &'static str, &str)| {
        let problem = Problem::bad(code, message);
        let example = if name == "Nonsense" {
            problem.at(0)
        } else {
            problem
        };
        let content = json!({"application/json": {"schema": schemas.answer::<Problem>(), "example": example}});
        (
            name.to_string(),
            json!({"description": description, "content": content}),
        )
    };
    Value::Object(all.into_iter().map(refusal).collect())
}
