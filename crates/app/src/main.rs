//! `reversi`: play, teach and study Reversi.

use std::process::ExitCode;

fn main() -> ExitCode {
    reversi::main()
}
