//! The Go Text Protocol.

use std::time::Duration;

use arena::contest::{Ending, Program};
use arena::protocol::gtp::{COMMANDS, Gtp, Server};
use arena::protocol::{Driver, Service};
use arena::transport::Channel;
use play::Fault;
use rules::formats::{ggf, transcript};
use rules::{Color, Diagram, Game, Size, Start};

use super::harness::{Harness, clock, program, soon, strength};
use crate::drivers::scripted::{Reaction, ScriptedProgram};
use crate::drivers::table::meet;

fn server() -> Harness<Server> {
    let load = |name: &str| match name {
        "my games/one.sgf" => Ok(ggf::read("(;GM[Othello]TY[8]B[f5]W[d6]B[c3];)").expect("a game")),
        other => Err(format!("there is no file {other}")),
    };
    Harness::new(Server::new(strength(2), Box::new(load)))
}

/// The text of a successful answer.
#[track_caller]
fn good(harness: &mut Harness<Server>, line: &str) -> String {
    let said = harness.ask(line).join("\n");
    let text = said.strip_prefix("= ");
    text.unwrap_or_else(|| panic!("{line}: {said}")).to_string()
}

/// The text of an error answer.
#[track_caller]
fn bad(harness: &mut Harness<Server>, line: &str) -> String {
    let said = harness.ask(line).join("\n");
    let text = said.strip_prefix("? ");
    text.unwrap_or_else(|| panic!("{line}: {said}")).to_string()
}

/// The sample game on 4×4: Black must pass after b1, and a2 ends the game.
fn stuck() -> Harness<Server> {
    let mut harness = server();
    good(&mut harness, "boardsize 4");
    let moves = "b c4 w d4 b d3 w b4 b a4 w d2 b d1 w b1";
    good(&mut harness, &format!("gogui-play_sequence {moves}"));
    harness
}

#[test]
fn every_command_listed_is_known() {
    let mut harness = server();
    assert_eq!(
        good(&mut harness, "list_commands")
            .lines()
            .collect::<Vec<_>>(),
        COMMANDS
    );
    for command in COMMANDS {
        assert_eq!(
            good(&mut harness, &format!("known_command {command}")),
            "true"
        );
        let said = harness.ask(command).join(" ");
        assert!(!said.contains("unknown"), "{command}: {said}");
    }
    assert!(harness.left, "quit is one of them");
    assert_eq!(good(&mut harness, "known_command sing"), "false");
    assert_eq!(bad(&mut harness, "sing"), "unknown command");
}

#[test]
fn numbers_come_back_and_comments_do_not_matter() {
    let mut harness = server();
    assert_eq!(harness.ask("12 protocol_version # which?"), ["=12 2"]);
    assert_eq!(harness.ask("7 sing"), ["?7 unknown command"]);
    assert!(harness.ask("   # nothing").is_empty());
    assert!(harness.ask("").is_empty());
}

#[test]
fn a_move_is_made_by_the_side_whose_turn_it_is() {
    let mut harness = server();
    assert!(bad(&mut harness, "play w d6").contains("Black's turn"));
    assert!(bad(&mut harness, "genmove white").contains("Black's turn"));
    assert!(bad(&mut harness, "play b a1").starts_with("illegal move"));
    assert!(bad(&mut harness, "play b pass").contains("may not pass"));
    assert!(bad(&mut harness, "play b zz").starts_with("syntax error"));
    assert!(bad(&mut harness, "play green f5").starts_with("syntax error"));
    good(&mut harness, "play BLACK F5");
    assert!(good(&mut harness, "showboard").contains("White to move, X 4, O 1"));
    let advice = good(&mut harness, "reg_genmove w");
    assert_eq!(good(&mut harness, "genmove w"), advice);
    assert_eq!(harness.service.course().game().turns().len(), 2);
    good(&mut harness, "undo");
    good(&mut harness, "undo");
    assert!(bad(&mut harness, "undo").starts_with("cannot undo"));
}

#[test]
fn a_pass_may_be_explicit_or_inferred_and_undone() {
    // The pass is sent explicitly.
    let mut harness = stuck();
    assert_eq!(good(&mut harness, "gogui-rules_side_to_move"), "black");
    assert_eq!(good(&mut harness, "gogui-rules_legal_moves"), "pass");
    assert!(bad(&mut harness, "play b a2").contains("must pass"));
    good(&mut harness, "play b pass");
    assert_eq!(good(&mut harness, "gogui-rules_side_to_move"), "white");
    good(&mut harness, "undo");
    assert_eq!(good(&mut harness, "gogui-rules_side_to_move"), "black");
    // The engine generates the pass.
    assert_eq!(good(&mut harness, "reg_genmove b"), "pass");
    assert_eq!(good(&mut harness, "genmove b"), "pass");
    // The pass is left out.
    let mut harness = stuck();
    good(&mut harness, "play w a2");
    assert_eq!(good(&mut harness, "final_score"), "W+12");
    assert_eq!(
        good(&mut harness, "gogui-rules_final_result"),
        "White wins 11-2"
    );
    assert_eq!(good(&mut harness, "gogui-rules_legal_moves"), "");
    assert_eq!(good(&mut harness, "genmove b"), "pass");
    assert_eq!(good(&mut harness, "play w pass"), "");
    assert!(bad(&mut harness, "play w a3").contains("over"));
}

#[test]
fn it_plays_whole_games_on_boards_of_every_size() {
    for size in Size::all() {
        let mut harness = server();
        good(&mut harness, "set_level 1");
        good(&mut harness, &format!("boardsize {size}"));
        // Large boards take long and are played in the same way to the end.
        let turns = if size <= Size::TEN { usize::MAX } else { 4 };
        for turn in 0..turns {
            if good(&mut harness, "gogui-rules_legal_moves").is_empty() {
                break;
            }
            let side = good(&mut harness, "gogui-rules_side_to_move");
            let place = good(&mut harness, &format!("genmove {side}"));
            assert!(place != "resign", "{size}: {turn}");
        }
        let game = harness.service.course().game();
        assert_eq!(game.is_over(), size <= Size::TEN, "{size}");
        assert_eq!(
            good(&mut harness, "gogui-rules_board_size"),
            size.to_string()
        );
    }
    let mut harness = server();
    for size in ["7", "2", "28", "x", "-8"] {
        assert!(bad(&mut harness, &format!("boardsize {size}")).starts_with("unacceptable size"));
    }
    assert_eq!(good(&mut harness, "gogui-rules_board_size"), "8");
}

#[test]
fn gogui_sees_its_board_upside_down() {
    let mut harness = server();
    good(&mut harness, "play b f5");
    let board = good(&mut harness, "gogui-rules_board");
    let rows: Vec<&str> = board.lines().collect();
    assert_eq!(rows.len(), 8);
    assert_eq!(
        rows[3], "...XXX..",
        "row 5, the fourth from the top of eight"
    );
    assert_eq!(good(&mut harness, "gogui-rules_legal_moves"), "F4 D6 F6");
}

#[test]
fn a_position_is_set_up_and_a_file_is_loaded() {
    let mut harness = server();
    good(&mut harness, "gogui-setup b d4 b e5 w d5 w e4");
    good(&mut harness, "gogui-setup_player w");
    assert_eq!(good(&mut harness, "gogui-rules_side_to_move"), "white");
    assert!(bad(&mut harness, "gogui-setup b d4 w d4").contains("two discs"));
    good(&mut harness, "loadsgf my games/one.sgf");
    let moves = |harness: &Harness<Server>| transcript::write(harness.service.course().game());
    assert_eq!(moves(&harness), "f5d6c3");
    good(&mut harness, "loadsgf my games/one.sgf 2");
    assert_eq!(moves(&harness), "f5", "before the second move");
    assert!(bad(&mut harness, "loadsgf other.sgf").contains("other.sgf"));
}

#[test]
fn every_move_has_a_score() {
    let mut harness = server();
    let scores = good(&mut harness, "reversi-scores");
    let words: Vec<&str> = scores.split_whitespace().collect();
    assert_eq!(words.len(), 8, "{scores}");
    assert!(words[1].starts_with(['+', '-']), "{scores}");
}

#[test]
fn odd_lines_do_no_harm() {
    let mut harness = server();
    for line in [
        "\u{0}\u{1}",
        "99999999999999999999 name",
        "play b \u{1F600}",
        "play b",
        "time_settings x y z",
        "time_settings -1 0 0",
        "time_settings 1e300 0 0",
        "time_left b nan 0",
        "loadsgf",
        "gogui-setup b",
        "gogui-setup b z26",
        "gogui-play_sequence b",
        "set_level 0",
        "komi",
    ] {
        for said in harness.ask(line) {
            assert!(said.starts_with('?') || said.is_empty(), "{line}: {said}");
        }
    }
    assert_eq!(good(&mut harness, "name"), "Reversi");
}

#[test]
fn time_is_kept_to() {
    let load = |_: &str| Err(String::new());
    let free = arena::protocol::Strength::default();
    let mut harness = Harness::new(Server::new(free, Box::new(load)));
    good(&mut harness, "time_settings 0 1 1");
    let start = std::time::Instant::now();
    good(&mut harness, "genmove b");
    // It takes a second, or longer on a busy machine; a search without limit takes hours.
    assert!(start.elapsed() < Duration::from_secs(60));
    good(&mut harness, "time_left w 0.2 0");
    good(&mut harness, "genmove w");
    assert!(start.elapsed() < Duration::from_secs(120));
}

#[test]
fn it_ponders_on_the_answer_to_its_move_and_only_if_asked_to() {
    let server = |ponder| {
        let strength = arena::protocol::Strength {
            ponder,
            ..strength(2)
        };
        Harness::new(Server::new(strength, Box::new(|_| Err(String::new()))))
    };
    let mut harness = server(true);
    assert_eq!(harness.service.ponder(), None, "nothing was played");
    good(&mut harness, "genmove b");
    let question = harness.service.ponder().expect("the answer to its move");
    assert_eq!(question.diagram, harness.service.course().diagram());
    assert_eq!(question.limits, engine::Limits::default());
    // A question in between changes nothing, a move does.
    good(&mut harness, "showboard");
    assert!(harness.service.ponder().is_some());
    let answer = harness.service.course().game().legal_moves();
    let answer = answer.into_iter().next().expect("a move");
    good(&mut harness, &format!("play w {answer}"));
    assert_eq!(harness.service.ponder(), None);
    good(&mut harness, "genmove b");
    good(&mut harness, "undo");
    assert_eq!(harness.service.ponder(), None);

    let mut harness = server(false);
    good(&mut harness, "genmove b");
    assert_eq!(harness.service.ponder(), None);
}

/// A program that speaks GTP and keeps a game. `twist` may replace an answer; all other commands
/// get the correct answer.
fn bot(twist: impl Fn(&str, &Game) -> Option<String> + Send + 'static) -> ScriptedProgram {
    let mut game = Game::new(Size::EIGHT);
    ScriptedProgram::new("Booting up...\n", move |line| {
        let words: Vec<&str> = line.split(' ').collect();
        if let Some(said) = twist(line, &game) {
            return Reaction::Say(said);
        }
        Reaction::Say(match words.as_slice() {
            ["known_command", _] => "= false\n\n".to_string(),
            ["boardsize", size] => {
                game = Game::new(size.parse().expect("a size"));
                "= \n\n".to_string()
            }
            ["clear_board"] => {
                game = Game::new(game.size());
                "=\n\n".to_string()
            }
            ["play", _, "pass"] => "= \n\n".to_string(),
            ["play", _, place] => {
                game.play(place.parse().expect("a square")).expect("legal");
                "= \n\n".to_string()
            }
            ["genmove", _] => {
                let point = game.legal_moves().into_iter().next().expect("a move");
                game.play(point).expect("legal");
                format!("= {point}\n\n")
            }
            _ => "? unknown command\n\n".to_string(),
        })
    })
}

fn reason(mut program: Program) -> String {
    let small = Diagram::start(Size::MIN, Start::Standard);
    let opening = transcript::read("c4d4d3b4a4d2d1", small).expect("a game");
    match meet(&mut program, Color::Black, &opening, 20.0).ending {
        Ending::Fault { reason, .. } => reason,
        _ => "no fault".to_string(),
    }
}

fn driven(twist: impl Fn(&str, &Game) -> Option<String> + Send + Clone + 'static) -> Program {
    program(move || bot(twist.clone()), || Box::new(Gtp::new()))
}

#[test]
fn a_program_of_few_words_plays_a_whole_game_with_passes() {
    assert_eq!(reason(driven(|_, _| None)), "no fault");
    let size = Size::new(6).expect("a size");
    for color in Color::ALL {
        let opening = super::harness::just_before_a_pass(size);
        let played = meet(&mut driven(|_, _| None), color, &opening, 20.0);
        assert_eq!(played.ending, Ending::Board);
        assert!(played.game.is_over());
    }
}

#[test]
fn programs_that_write_as_they_like_are_understood() {
    let once = |text: &'static str| {
        let mut talk = Channel::new(Box::new(bot(move |line, _| {
            line.starts_with("genmove").then(|| text.to_string())
        })));
        let game = Game::new(Size::EIGHT);
        let clock = clock(None, None);
        let mut driver = Gtp::new();
        driver.greet(&mut talk, soon()).expect("it answers");
        driver
            .begin(&mut talk, &game, Color::Black, &clock, soon())
            .expect("it is ready");
        driver.choose(&mut talk, &game, &clock, soon())
    };
    for text in [
        "=F5\n",
        "= f5\n\n",
        "hm\n\n=   f5 with a comment\n\n",
        "\n= F5\r\n\r\n",
        "depth 3\n=F5\nnodes 12\n",
    ] {
        let answer = once(text).unwrap_or_else(|fault| panic!("{text:?}: {fault}"));
        assert_eq!(answer.point, "f5".parse().ok(), "{text:?}");
    }
    assert_eq!(once("= PASS\n\n").expect("an answer").point, None);
    assert_eq!(once("= resign\n\n"), Err(Fault::Resigned));
    assert_eq!(once("= \n\n"), Err(Fault::Unreadable(String::new())));
    assert_eq!(
        once("= f5f6\n\n"),
        Err(Fault::Unreadable("f5f6".to_string()))
    );
    assert!(matches!(once("? no idea\n\n"), Err(Fault::Protocol(_))));
}

#[test]
fn a_program_that_refuses_loses_and_is_quoted() {
    let refuses_moves = |line: &str, _: &Game| {
        line.starts_with("play")
            .then(|| "? no such move\n\n".to_string())
    };
    let said = reason(driven(refuses_moves));
    assert_eq!(said, "refused a legal move of its opponent: `no such move`");
    // It rejects passes and does not track them itself.
    let refuses_passes = |line: &str, _: &Game| {
        let after_pass = line == "genmove w";
        let refused = line.ends_with("pass") || after_pass;
        refused.then(|| "? never\n\n".to_string())
    };
    let small = Diagram::start(Size::MIN, Start::Standard);
    let opening = transcript::read("c4d4d3b4a4d2d1b1", small).expect("a game");
    let played = meet(&mut driven(refuses_passes), Color::White, &opening, 20.0);
    let Ending::Fault { reason: said, .. } = played.ending else {
        panic!("{played:?}");
    };
    assert_eq!(said, "refused to pass: `never`");
    // It rejects passes but tracks them itself.
    let infers_passes =
        |line: &str, _: &Game| line.ends_with("pass").then(|| "? I know\n\n".to_string());
    let played = meet(&mut driven(infers_passes), Color::White, &opening, 20.0);
    assert_eq!(played.ending, Ending::Board);
    let refuses_size = |line: &str, _: &Game| {
        line.starts_with("boardsize")
            .then(|| "? only 8\n\n".to_string())
    };
    assert!(reason(driven(refuses_size)).contains("boardsize 4 was refused"));
}

#[test]
fn time_is_sent_to_programs_that_ask_for_it() {
    let told = |knows: bool, per_move: Option<u64>, per_game: Option<u64>| {
        let answer = if knows { "= true\n\n" } else { "? what\n\n" };
        let scripted = bot(move |line, _| {
            let about_time = line.contains("time_");
            about_time.then(|| answer.to_string())
        });
        let heard = scripted.heard();
        let mut talk = Channel::new(Box::new(scripted));
        let clock = clock(
            per_move.map(Duration::from_millis),
            per_game.map(Duration::from_millis),
        );
        let game = Game::new(Size::EIGHT);
        let mut driver = Gtp::new();
        driver.greet(&mut talk, soon()).expect("it answers");
        let color = Color::Black;
        driver
            .begin(&mut talk, &game, color, &clock, soon())
            .expect("it is ready");
        driver
            .choose(&mut talk, &game, &clock, soon())
            .expect("it answers");
        let heard = heard.lock().expect("no thread panicked").clone();
        let about_time = |line: &String| line.starts_with("time_");
        heard
            .into_iter()
            .filter(about_time)
            .collect::<Vec<String>>()
    };
    assert_eq!(told(false, Some(5000), None), Vec::<String>::new());
    assert_eq!(
        told(true, Some(5000), None),
        ["time_settings 0 5 1", "time_left b 5 1"]
    );
    assert_eq!(
        told(true, None, Some(90_500)),
        ["time_settings 90 0 0", "time_left b 90 0"]
    );
    assert_eq!(
        told(true, Some(250), None),
        ["time_settings 0 0.250 1", "time_left b 0.250 1"]
    );
    assert_eq!(told(true, None, None), ["time_settings 0 0 0"]);
}

#[test]
fn a_program_that_lost_the_thread_is_shown_the_game_anew() {
    let scripted = bot(|_, _| None);
    let heard = scripted.heard();
    let mut talk = Channel::new(Box::new(scripted));
    let (mut driver, clock) = (Gtp::new(), clock(None, None));
    driver.greet(&mut talk, soon()).expect("it answers");
    let start = || Diagram::start(Size::EIGHT, Start::Standard);
    let game = transcript::read("f5d6", start()).expect("a game");
    driver
        .begin(&mut talk, &game, Color::Black, &clock, soon())
        .expect("ready");
    let other = transcript::read("f5f6", start()).expect("a game");
    driver
        .choose(&mut talk, &other, &clock, soon())
        .expect("a move");
    let heard = heard.lock().expect("no thread panicked").join("\n");
    let end = "clear_board\nplay b F5\nplay w F6\ngenmove b";
    assert!(heard.ends_with(end), "{heard}");
}
