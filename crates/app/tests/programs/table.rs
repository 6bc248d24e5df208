//! Games between external programs and a random player.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::contest::{Launch, Played, Program, Referee};
use arena::protocol::Protocol;
use arena::sandbox::{Sandbox, SandboxOptions};
use engine::{Classic, Level};
use play::TimeControl;
use play::{ClassicPlayer, Player};
use rules::{ByColor, Color, Game};

/// A time limit that no machine exceeds.
pub const PLENTY: Duration = Duration::from_secs(60);

/// A program that is not running yet; it starts in `folder`.
pub fn program(protocol: Protocol, command: &str, folder: Option<&Path>) -> Program {
    Launch {
        protocol,
        command: command.to_string(),
        folder: folder.map(Path::to_path_buf),
        sandbox: SandboxOptions {
            // The sandbox has its own tests; here it would only take time.
            sandbox: Sandbox::Off,
            supervisor: vec![env!("CARGO_BIN_EXE_reversi").into(), "supervisor".into()],
            ..SandboxOptions::default()
        },
    }
    .program()
}

/// A game of a program against the random player with this seed.
pub fn meet(program: &mut Program, color: Color, opening: &Game, seed: u64) -> Played {
    let stop = AtomicBool::new(false);
    let referee = Referee {
        time: TimeControl {
            per_move: Some(PLENTY),
            ..TimeControl::default()
        },
        stop: &stop,
    };
    let mut other = ClassicPlayer::new(Classic::Random, Level::LOWEST, seed);
    let seats: ByColor<&mut dyn Player> = match color {
        Color::Black => ByColor {
            black: program,
            white: &mut other,
        },
        Color::White => ByColor {
            black: &mut other,
            white: program,
        },
    };
    referee
        .play(opening, seats, &mut |_, _| ())
        .expect("it is not stopped")
}

/// Writes a script into a folder. Returns the command that runs it.
pub fn script(folder: &Path, name: &str, text: &str) -> String {
    fs::write(folder.join(name), text).unwrap();
    format!("sh {name}")
}
