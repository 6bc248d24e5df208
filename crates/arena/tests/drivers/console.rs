//! Console programs: one that follows the assignment, and many that deviate from it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arena::contest::{Ending, Manners, Program};
use arena::protocol::console::Console;
use arena::transport::Transport;
use play::Fault;
use rules::formats::transcript;
use rules::{Color, Diagram, Game, Point, Size, Start};

use super::scripted::{Reaction, ScriptedProgram};
use super::table::{expected, meet};

/// How a console program behaves. It plays the first legal move.
#[derive(Clone, Copy, Debug)]
struct Habits {
    prompt: &'static str,
    echo: bool,
    says_move: bool,
    counts: bool,
    announces: bool,
    shouts: bool,
    blank_lines: bool,
    marks: bool,
    states_after_color: bool,
    talks_after_color: bool,
    greeting: &'static str,
    bars: bool,
}

const PROPER: Habits = Habits {
    prompt: "> ",
    echo: false,
    says_move: true,
    counts: true,
    announces: true,
    shouts: false,
    blank_lines: false,
    marks: false,
    states_after_color: false,
    talks_after_color: false,
    greeting: "> ",
    bars: true,
};

struct Bot {
    habits: Habits,
    game: Game,
    human: Color,
}

impl Bot {
    fn new(habits: Habits) -> Bot {
        Bot {
            habits,
            game: Game::new(Size::EIGHT),
            human: Color::Black,
        }
    }

    fn state(&self, played: Option<Point>) -> String {
        let side = self.game.size().side();
        let mut text = String::from("  a b c\n");
        let rule = format!("  {}+\n", "+---".repeat(side));
        for row in 0..side {
            if self.habits.bars {
                text += &rule;
            }
            text += &(row + 1).to_string();
            for column in 0..side {
                let point = Point::new(column, row).unwrap();
                let legal = self.habits.marks && self.game.legal_moves().contains(point);
                let disc = match self.game.diagram().disc(point) {
                    Some(Color::Black) => "B",
                    Some(Color::White) => "W",
                    None if legal => "*",
                    None if self.habits.bars => " ",
                    None => ".",
                };
                text += &if self.habits.bars {
                    format!(" | {disc}")
                } else {
                    format!(" {disc}")
                };
            }
            text += if self.habits.bars { " |\n" } else { "\n" };
        }
        if let Some(point) = played.filter(|_| self.habits.says_move) {
            text += &format!("Move played: {point}\n");
        }
        let counts = self.game.counts();
        let count = format!("White: {} - Black: {}\n", counts.white, counts.black);
        let over = self.game.to_move().is_none();
        if let Some(color) = self.game.to_move().filter(|_| self.habits.announces) {
            text += &format!("{color} player (somebody) plays now\n");
        }
        if self.habits.counts {
            text += &count;
        }
        if over {
            text += "END OF GAME\n";
        }
        text
    }

    fn obey(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words[..] {
            ["newgame", size] => {
                self.game = Game::new(size.parse().ok()?);
                self.state(None)
            }
            ["selectcolor", color] => {
                self.human = color.parse().ok()?;
                if self.habits.states_after_color {
                    self.state(None)
                } else if self.habits.talks_after_color {
                    format!("You play {color} from now on\n")
                } else {
                    String::new()
                }
            }
            ["play", square] if self.game.to_move() == Some(self.human) => {
                let point = square.parse().ok()?;
                match self.game.play(point) {
                    Ok(_) => self.state(Some(point)),
                    Err(error) => format!("{error}\n"),
                }
            }
            ["cont"] if self.game.to_move() == Some(self.human.opponent()) => {
                let point = self.game.legal_moves().into_iter().next()?;
                self.game.play(point).ok()?;
                self.state(Some(point))
            }
            ["play", _] => "It's my turn to play\n".to_string(),
            ["cont"] => "It's your turn to play\n".to_string(),
            ["quit"] => return None,
            _ => "What?\n".to_string(),
        };
        let echo = if self.habits.echo {
            format!("{line}\n")
        } else {
            String::new()
        };
        let mut text = format!("{echo}{answer}{}", self.habits.prompt);
        if self.habits.shouts {
            text = text.to_uppercase();
        }
        if self.habits.blank_lines {
            text = text.replace('\n', "\r\n\r\n");
        }
        Some(text)
    }
}

fn start(habits: Habits) -> Result<Box<dyn Transport>, Fault> {
    let mut bot = Bot::new(habits);
    Ok(Box::new(ScriptedProgram::new(
        habits.greeting,
        move |line| {
            bot.obey(line)
                .map_or(Reaction::Die("exit status: 0"), Reaction::Say)
        },
    )))
}

fn program(start: impl FnMut() -> Result<Box<dyn Transport>, Fault> + Send + 'static) -> Program {
    Program::new("bot", Box::new(start), || Box::new(Console::new()))
}

#[track_caller]
fn plays_well(habits: Habits) {
    let mut bot = program(move || start(habits));
    for color in Color::ALL {
        let opening = Game::new(Size::MIN);
        let played = meet(&mut bot, color, &opening, 30.0);
        assert_eq!(played.ending, Ending::Board, "{habits:?} as {color}");
        assert_eq!(played.game, expected(&opening, color));
        assert_eq!(played.stderr, ["", ""]);
    }
}

#[test]
fn whole_games_as_both_colors_with_passes() {
    let mut passes = 0;
    let mut bot = program(move || start(PROPER));
    for size in [4, 6, 8, 10, 12] {
        for color in Color::ALL {
            let opening = Game::new(Size::new(size).unwrap());
            let played = meet(&mut bot, color, &opening, 30.0);
            assert_eq!(played.ending, Ending::Board, "{size} as {color}");
            let wanted = expected(&opening, color);
            assert_eq!(played.game, wanted);
            let turns = wanted.turns().iter();
            passes += turns.filter(|turn| turn.passed().is_some()).count();
        }
    }
    assert!(passes > 3, "{passes} passes");
}

#[test]
fn games_go_on_from_openings() {
    let start8 = Diagram::start(Size::EIGHT, Start::Standard);
    let opening = transcript::read("f5d6c3d3c4f4f6f3e6e7", start8).unwrap();
    let small = Diagram::start(Size::MIN, Start::Standard);
    let passed = transcript::read("c4d4d3b4a4d2d1b1", small).unwrap();
    let mut bot = program(move || start(PROPER));
    for opening in [opening, passed] {
        for color in Color::ALL {
            let played = meet(&mut bot, color, &opening, 30.0);
            assert_eq!(played.ending, Ending::Board);
            assert_eq!(played.game, expected(&opening, color));
        }
    }
}

#[test]
fn other_habits_are_tolerated() {
    plays_well(Habits {
        echo: true,
        ..PROPER
    });
    plays_well(Habits {
        prompt: "",
        greeting: "",
        ..PROPER
    });
    plays_well(Habits {
        prompt: ">",
        greeting: "Reversi 1.0\n>",
        ..PROPER
    });
    plays_well(Habits {
        says_move: false,
        ..PROPER
    });
    plays_well(Habits {
        counts: false,
        announces: false,
        ..PROPER
    });
    plays_well(Habits {
        shouts: true,
        blank_lines: true,
        marks: true,
        ..PROPER
    });
    plays_well(Habits {
        bars: false,
        marks: true,
        ..PROPER
    });
    plays_well(Habits {
        states_after_color: true,
        ..PROPER
    });
    plays_well(Habits {
        talks_after_color: true,
        ..PROPER
    });
    plays_well(Habits {
        states_after_color: true,
        prompt: "",
        greeting: "WELCOME\n1 ....\n2 .WB.\n3 .BW.\n4 ....\n",
        ..PROPER
    });
}

#[test]
fn neither_prompt_nor_count_takes_longer_but_works() {
    let habits = Habits {
        counts: false,
        announces: false,
        prompt: "",
        greeting: "",
        ..PROPER
    };
    let mut bot = program(move || start(habits));
    let opening = Game::new(Size::MIN);
    let played = meet(&mut bot, Color::White, &opening, 30.0);
    assert_eq!(played.game, expected(&opening, Color::White));
}

/// The fault of a program that reacts to some line with `wrong`.
fn fails(wrong: impl Fn(&str, &mut Bot) -> Option<Reaction> + Send + Sync + 'static) -> String {
    let wrong = Arc::new(wrong);
    let mut bot = program(move || {
        let wrong = Arc::clone(&wrong);
        let mut bot = Bot::new(PROPER);
        Ok(Box::new(ScriptedProgram::new("> ", move |line| {
            if let Some(act) = wrong(line, &mut bot) {
                return act;
            }
            bot.obey(line)
                .map_or(Reaction::Die("exit status: 0"), Reaction::Say)
        })))
    })
    .with_manners(Manners {
        startup: Duration::from_secs(2),
        ..Manners::default()
    });
    let played = meet(&mut bot, Color::White, &Game::new(Size::EIGHT), 1.5);
    match played.ending {
        Ending::Fault {
            black: false,
            reason,
        } => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn exits_and_timeouts_are_reported() {
    let say = |text: &str| Some(Reaction::Say(text.to_string()));
    let dead = fails(|line, _| (line == "cont").then_some(Reaction::Die("signal: 11 (SIGSEGV)")));
    assert_eq!(dead, "ended by itself: signal: 11 (SIGSEGV)");
    let stuck = fails(move |line, _| (line == "cont").then(|| say("")).flatten());
    assert_eq!(stuck, "did not answer within the 1.500 s it had");
    let lazy = fails(move |line, _| line.starts_with("newgame").then(|| say("")).flatten());
    assert_eq!(lazy, "did not answer within the 2.000 s it had");
}

#[test]
fn refusals_are_repeated() {
    let say = |text: &str| Some(Reaction::Say(text.to_string()));
    let refuses = fails(move |line, _| {
        let refusal = "That is not a legal move\n> ";
        line.starts_with("play").then(|| say(refusal)).flatten()
    });
    assert_eq!(
        refuses,
        "refused a legal move of its opponent: `That is not a legal move`"
    );
    let mistaken = fails(move |line, _| {
        (line == "cont")
            .then(|| say("It's your turn to play\n> "))
            .flatten()
    });
    assert_eq!(
        mistaken,
        "broke the protocol: answered `cont` with `It's your turn to play`"
    );
}

#[test]
fn wrong_boards_are_explained() {
    let small = fails(|line, bot| {
        line.starts_with("newgame")
            .then(|| bot.obey("newgame 6").map(Reaction::Say))
            .flatten()
    });
    assert_eq!(
        small,
        "showed a wrong board after `newgame 8`: it is 6×6 and should be 8×8"
    );
    let forgetful = fails(|line, bot| {
        // It places the disc but flips nothing.
        let point = line.strip_prefix("play ")?;
        bot.obey(line);
        let text = Bot::new(PROPER).state(None);
        let (column, row): (usize, usize) = (
            usize::from(point.as_bytes()[0] - b'a'),
            point[1..].parse().ok()?,
        );
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        let place = 4 + 4 * column;
        lines[2 * row].replace_range(place..=place, "B");
        Some(Reaction::Say(lines.join("\n") + "\n> "))
    });
    assert!(
        forgetful.starts_with("showed a wrong board after `play e6`: e5 is white"),
        "{forgetful}"
    );
}

#[test]
fn moves_against_the_rules_are_named() {
    let illegal = fails(|line, bot| {
        if line != "cont" {
            return None;
        }
        let text = bot.state("a1".parse().ok());
        let corner = text.replacen("1 |  ", "1 | W", 1);
        Some(Reaction::Say(format!("{corner}> ")))
    });
    assert!(
        illegal.starts_with("played an illegal move: a disc on a1 would turn nothing"),
        "{illegal}"
    );
    let other = fails(|line, bot| {
        if line != "cont" {
            return None;
        }
        let text = bot.state("a1".parse().ok());
        let corner = text.replacen("1 |  ", "1 | B", 1);
        Some(Reaction::Say(format!("{corner}> ")))
    });
    assert_eq!(other, "played as the other colour: `a black disc on a1`");
}

#[test]
fn a_program_is_started_again_when_it_is_gone() {
    let starts = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&starts);
    let said = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&said);
    let mut bot = program(move || {
        let number = count.fetch_add(1, Ordering::SeqCst);
        let mut bot = Bot::new(PROPER);
        let mut conts = 0;
        let scripted = ScriptedProgram::new("> ", move |line| {
            conts += usize::from(line == "cont");
            // The first process dies in its second game; the second process plays on.
            if number == 0 && conts == 8 {
                return Reaction::Die("signal: 9 (SIGKILL)");
            }
            bot.obey(line)
                .map_or(Reaction::Die("exit status: 0"), Reaction::Say)
        });
        notes.lock().unwrap().push(scripted.heard());
        Ok(Box::new(scripted))
    });
    let opening = Game::new(Size::MIN);
    let ends: Vec<bool> = (0..4)
        .map(|_| meet(&mut bot, Color::White, &opening, 30.0).ending == Ending::Board)
        .collect();
    assert_eq!(ends, [true, false, true, true]);
    assert_eq!(starts.load(Ordering::SeqCst), 2);
    drop(bot);
    let notes = said.lock().unwrap();
    assert_eq!(notes[1].lock().unwrap().last().unwrap(), "quit");
}

#[test]
fn a_flood_a_byte_at_a_time_is_cheap() {
    // A sandbox lets a megabyte through. Reading everything again at each byte would take hours.
    for (letter, fault) in [
        ('\n', "wrote more than 32 kB"),
        ('x', "wrote more than 32 kB"),
    ] {
        let mut bot = program(move || {
            let mut bot = Bot::new(PROPER);
            Ok(Box::new(ScriptedProgram::new(
                "> ",
                move |line| match line {
                    "cont" => Reaction::Trickle(letter, 1_000_000),
                    _ => bot
                        .obey(line)
                        .map_or(Reaction::Die("exit status: 0"), Reaction::Say),
                },
            )))
        });
        // The output limit ends the game, not the clock.
        let played = meet(&mut bot, Color::Black, &Game::new(Size::EIGHT), 600.0);
        let Ending::Fault { reason, .. } = played.ending else {
            panic!("{played:?}");
        };
        assert_eq!(reason, fault);
    }
}
