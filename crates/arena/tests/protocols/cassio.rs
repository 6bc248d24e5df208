//! Cassio's protocol.

use std::time::Duration;

use arena::contest::Ending;
use arena::protocol::cassio::{Cassio, Command, Finding, Reply, Server};
use arena::protocol::{Driver, Service};
use arena::transport::Channel;
use engine::{Analysis, Engine, Limits, Settings};
use play::Fault;
use rules::{Color, Diagram, Game, Size, Value};

use super::harness::{Harness, clock, program, soon};
use crate::drivers::scripted::{Reaction, ScriptedProgram};
use crate::drivers::table::meet;

const START: &str = "---------------------------OX------XO---------------------------X";

/// FFO #1: 14 empty squares; G8 wins by 18.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";

fn server() -> Harness<Server> {
    Harness::new(Server::new())
}

/// The result line for a position, when the search ended with `ready`.
#[track_caller]
fn findings(harness: &mut Harness<Server>, request: &str) -> Vec<Finding> {
    let said = harness.ask(&format!("ENGINE-PROTOCOL {request}"));
    assert_eq!(said.last().map(String::as_str), Some("ready."), "{said:?}");
    let found = said[..said.len() - 1]
        .iter()
        .map(|line| match Reply::read(line) {
            Some(Reply::Found(found)) => *found,
            _ => panic!("{request}: {line}"),
        });
    found.collect()
}

fn last(harness: &mut Harness<Server>, request: &str) -> Finding {
    findings(harness, request)
        .pop()
        .expect("something was found")
}

/// The exact score, calculated by the engine directly.
fn solved(position: &str) -> Analysis {
    let diagram: Diagram = position.parse().expect("a position");
    let board = diagram.to_board().expect("8×8");
    let stop = std::sync::atomic::AtomicBool::new(false);
    Engine::new(Settings::default()).analyse(board, &Limits::exact(), 1, &stop, &mut |_| {})
}

#[test]
fn greetings_and_questions() {
    let mut harness = server();
    assert_eq!(harness.ask(""), ["ready."]);
    assert_eq!(harness.ask("ENGINE-PROTOCOL init"), ["ready."]);
    let version = harness.ask("ENGINE-PROTOCOL get-version");
    assert!(version[0].starts_with("version: Reversi "), "{version:?}");
    assert_eq!(version[1], "ready.");
    assert_eq!(harness.ask("ENGINE-PROTOCOL new-position"), ["ready."]);
    assert_eq!(harness.ask("ENGINE-PROTOCOL stop"), ["ready."]);
    assert_eq!(harness.ask("ENGINE-PROTOCOL get-search-infos"), ["ready."]);
    assert!(harness.ask("ENGINE-PROTOCOL empty-hash").is_empty());
    for wrong in [
        "hello",
        "ENGINE-PROTOCOL sing",
        "ENGINE-PROTOCOL midgame-search X",
    ] {
        let said = harness.ask(wrong);
        assert!(said[0].starts_with("ERROR: "), "{said:?}");
        assert_eq!(said[1], "ready.");
    }
    assert!(!harness.left);
    assert_eq!(harness.ask("ENGINE-PROTOCOL quit"), ["bye bye."]);
    assert!(harness.left);
}

#[test]
fn a_search_reports_each_depth() {
    let mut harness = server();
    let found = findings(&mut harness, &format!("midgame-search {START} -64 64 6 73"));
    let depths: Vec<u32> = found.iter().map(|found| found.depth).collect();
    assert!(depths.is_sorted(), "{depths:?}");
    let last = found.last().expect("something");
    assert_eq!((last.depth, last.precision), (6, 73));
    assert_eq!(last.lower, last.upper);
    assert_eq!(last.line.len(), 6);
    assert_eq!(last.diagram.to_string().replace(' ', ""), START);
}

#[test]
fn an_endgame_is_solved_and_seen_through_its_window() {
    let exact = solved(FFO_1);
    let score = exact.best().score.discs();
    let mut harness = server();
    let whole = last(&mut harness, &format!("endgame-search {FFO_1} -64 64 100"));
    assert_eq!((whole.lower, whole.upper), (score, score));
    assert_eq!((whole.depth, whole.precision), (14, 100));
    assert_eq!(whole.point, exact.best().square().map(rules::Point::from));
    let high = last(
        &mut harness,
        &format!("endgame-search {FFO_1} {} 64 100", score + 2.0),
    );
    assert_eq!((high.lower, high.upper), (-64.0, score), "fails low");
    let low = last(
        &mut harness,
        &format!("endgame-search {FFO_1} -64 {} 100", score - 2.0),
    );
    assert_eq!((low.lower, low.upper), (score, 64.0), "fails high");
    let winner = last(&mut harness, &format!("endgame-search {FFO_1} 0 1 100"));
    assert_eq!(
        (winner.lower, winner.upper),
        (1.0, 64.0),
        "a win is all that is asked"
    );
    let likely = last(&mut harness, &format!("endgame-search {FFO_1} -64 64 73"));
    assert!(likely.precision >= 73);
}

#[test]
fn the_values_are_those_of_the_side_to_move() {
    let turned = FFO_1.replace('X', "Z").replace('O', "X").replace('Z', "O");
    let mut harness = server();
    let said = harness.ask(&format!(
        "ENGINE-PROTOCOL endgame-search {turned} -64 64 100"
    ));
    let score = solved(FFO_1).best().score.discs();
    let bounds = format!("W{score:+.2} <= v <= W{score:+.2}");
    assert!(said[said.len() - 2].contains(&bounds), "{said:?}");
}

#[test]
fn positions_without_a_move_are_answered_too() {
    let mut harness = server();
    let over = "X".repeat(64) + "O";
    let found = last(&mut harness, &format!("endgame-search {over} -64 64 100"));
    assert_eq!((found.point, found.upper), (None, -64.0));
    let stuck = super::harness::just_before_a_pass(Size::EIGHT);
    let mut game = stuck.clone();
    let passing = stuck.legal_moves().into_iter().find(|point| {
        let mut next = stuck.clone();
        next.play(*point).expect("legal").passed().is_some()
    });
    game.play(passing.expect("one makes a pass"))
        .expect("legal");
    let position = game.diagram().pass().to_string().replace(' ', "");
    let found = last(
        &mut harness,
        &format!("midgame-search {position} -64 64 4 73"),
    );
    assert_eq!(found.point, None);
    assert_eq!(found.line[0], None);
    assert!(found.line[1].is_some());
}

#[test]
fn fed_results_are_used_where_they_answer_the_question() {
    let mut harness = server();
    let feed = format!("ENGINE-PROTOCOL feed-hash {START} 3.00 3.00 20 95 F5D6C3");
    assert!(harness.ask(&feed).is_empty());
    let known = last(
        &mut harness,
        &format!("midgame-search {START} -64 64 20 95"),
    );
    assert_eq!((known.lower, known.upper, known.nodes), (3.0, 3.0, 0));
    assert_eq!(known.point, "f5".parse().ok());
    // Searched deeper, or with higher selectivity, than before.
    assert_eq!(
        last(
            &mut harness,
            &format!("midgame-search {START} -64 64 4 100")
        )
        .depth,
        4
    );
    // Not a legal move.
    let feed = format!("ENGINE-PROTOCOL feed-hash {START} 3.00 3.00 20 100 A1");
    assert!(harness.ask(&feed).is_empty());
    assert!(
        last(
            &mut harness,
            &format!("midgame-search {START} -64 64 4 100")
        )
        .nodes
            > 0
    );
    harness.ask("ENGINE-PROTOCOL empty-hash");
    let wrong = harness.ask("ENGINE-PROTOCOL feed-hash X");
    assert!(wrong[0].starts_with("ERROR"));
}

#[test]
fn requests_wait_for_each_other_and_stop_together() {
    let mut server = Server::new();
    let mut hear = |line: &str| -> Vec<String> {
        let deeds = server
            .hear(line)
            .into_iter()
            .map(|deed| format!("{deed:?}"));
        deeds.map(|deed| deed.chars().take(20).collect()).collect()
    };
    let search = format!("ENGINE-PROTOCOL midgame-search {START} -64 64 6 73");
    assert!(hear(&search)[0].starts_with("Think"));
    assert_eq!(hear(""), ["Say(\"ok.\")"]);
    assert!(hear(&search).is_empty(), "it waits");
    assert!(
        hear("ENGINE-PROTOCOL get-version").is_empty(),
        "it waits too"
    );
    assert!(hear("ENGINE-PROTOCOL get-search-infos")[0].starts_with("Say(\"node 0, time"));
    // The second search begins after the first result; the version follows the second.
    let done = |server: &mut Server| server.found(&Analysis::default(), true).len();
    assert_eq!(done(&mut server), 3, "a finding, ready, and the next");
    assert_eq!(done(&mut server), 4, "a finding, ready, the version, ready");
    let mut hear = |line: &str| server.hear(line).len();
    hear(&search);
    for _ in 0..300 {
        hear(&search);
    }
    assert_eq!(hear("ENGINE-PROTOCOL stop"), 2);
    assert_eq!(hear(""), 1);
    assert!(
        server.found(&Analysis::default(), true).is_empty(),
        "nothing waits"
    );
}

/// A program that reports the first legal move.
fn bot(put: impl Fn(&Finding, &str) -> String + Send + 'static) -> ScriptedProgram {
    ScriptedProgram::new("sizeof(float) = 4\nready.\n", move |line| {
        Reaction::Say(match Command::read(line) {
            Ok(Command::Search(search)) => {
                let point = search.diagram.legal_moves().into_iter().next();
                let found = Finding {
                    diagram: search.diagram,
                    point,
                    depth: search.depth.unwrap_or(60),
                    precision: 73,
                    lower: 2.0,
                    upper: 4.0,
                    line: vec![point],
                    nodes: 1,
                    seconds: 0.0,
                };
                put(&found, line)
            }
            Ok(Command::GetVersion) => "version: Bot 1\nready.\n".to_string(),
            Ok(_) => "ready.\n".to_string(),
            Err(_) => "ERROR: what?\nready.\n".to_string(),
        })
    })
}

fn asked(
    put: impl Fn(&Finding, &str) -> String + Send + 'static,
    per_move: Option<Duration>,
) -> (Result<play::ChosenMove, Fault>, Vec<String>) {
    let scripted = bot(put);
    let heard = scripted.heard();
    let mut talk = Channel::new(Box::new(scripted));
    let (game, clock) = (Game::new(Size::EIGHT), clock(per_move, None));
    let mut driver = Cassio::new(None, None);
    driver.greet(&mut talk, soon()).expect("it answers");
    assert_eq!(driver.name(), Some("Bot 1"));
    driver
        .begin(&mut talk, &game, Color::Black, &clock, soon())
        .expect("ready");
    let answer = driver.choose(&mut talk, &game, &clock, soon());
    let heard = heard.lock().expect("no thread panicked").clone();
    (answer, heard)
}

#[test]
fn the_last_finding_before_ready_counts() {
    let (answer, heard) = asked(
        |found, _| {
            let early = Finding {
                point: "f5".parse().ok(),
                ..found.clone()
            };
            // Results of other positions and noise are ignored.
            let other = early.to_string().replacen('-', "X", 1);
            format!("{early}\n{found}\n{other}\ndebug\nready.\n")
        },
        None,
    );
    let answer = answer.expect("a move");
    assert_eq!(answer.point, "d3".parse().ok());
    assert_eq!(
        (answer.value(), answer.depth()),
        (Some(Value(300)), Some(16))
    );
    let search = format!("ENGINE-PROTOCOL midgame-search {START} -64.00 64.00 16 73");
    assert_eq!(heard.last(), Some(&search));
}

#[test]
fn a_program_without_a_result_or_with_an_error_is_reported() {
    let (answer, _) = asked(|_, _| "ready.\nready.\n".to_string(), None);
    assert!(matches!(answer, Err(Fault::Protocol(_))), "{answer:?}");
    let (answer, _) = asked(|_, _| "ERROR: no\nready.\n".to_string(), None);
    assert!(answer.expect_err("an error").to_string().contains("`no`"));
}

#[test]
fn a_program_is_stopped_when_its_time_is_up() {
    // It answers at once up to depth four and then searches for ever without output; `stop` makes
    // it ready.
    let time = Some(Duration::from_millis(200));
    let (answer, heard) = asked(
        |found, _| match found.depth {
            0..=4 => format!("{found}\nready.\n"),
            _ => String::new(),
        },
        time,
    );
    let answer = answer.expect("a move");
    assert_eq!(answer.point, "d3".parse().ok());
    assert_eq!(answer.depth(), Some(4));
    let words = |line: &String| line.split(' ').rev().nth(1).unwrap_or_default().to_string();
    let searches: Vec<String> = heard[3..heard.len() - 1].iter().map(words).collect();
    assert_eq!(searches, ["2", "4", "6"], "{heard:?}");
    assert_eq!(
        heard.last().map(String::as_str),
        Some("ENGINE-PROTOCOL stop")
    );
}

#[test]
fn of_a_search_that_was_stopped_the_deepest_finding_counts() {
    let time = Some(Duration::from_millis(200));
    let (answer, _) = asked(
        |found, _| match found.depth {
            2 => format!("{found}\nready.\n"),
            depth => {
                let deeper = Finding {
                    point: "f5".parse().ok(),
                    ..found.clone()
                };
                let shallow = Finding {
                    depth: 1,
                    ..found.clone()
                };
                // The first stopped search reports a result, the last one does not.
                if depth == 4 {
                    format!("{deeper}\nready.\n")
                } else {
                    format!("{shallow}\n")
                }
            }
        },
        time,
    );
    let answer = answer.expect("a move");
    assert_eq!((answer.point, answer.depth()), ("f5".parse().ok(), Some(4)));
}

#[test]
fn a_program_plays_whole_games_with_passes_on_8x8_only() {
    let make = || {
        program(
            || bot(|found, _| format!("{found}\nready.\n")),
            || Box::new(Cassio::new(Some(4), Some(0))),
        )
    };
    for color in Color::ALL {
        let opening = super::harness::just_before_a_pass(Size::EIGHT);
        let played = meet(&mut make(), color, &opening, 20.0);
        assert_eq!(played.ending, Ending::Board);
        assert!(played.game.is_over());
    }
    let played = meet(&mut make(), Color::Black, &Game::new(Size::MIN), 20.0);
    let Ending::Fault { reason, .. } = played.ending else {
        panic!("{played:?}");
    };
    assert!(reason.contains("8×8"), "{reason}");
}
