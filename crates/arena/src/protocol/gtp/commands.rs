//! Commands of the GTP server: their names and arguments.

use std::time::Duration;

use rules::Color;

use super::message::read_color;

/// Every command, in the order they are listed.
pub const COMMANDS: [&str; 33] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "cputime",
    "loadsgf",
    "set_level",
    "list_games",
    "set_game",
    "gogui-play_sequence",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-analyze_commands",
    "reversi-scores",
];

/// The entries of GoGui's analysis window.
pub(super) const ANALYSES: &str = "pspairs/Scores of the Moves/reversi-scores\n\
    string/Legal Moves/gogui-rules_legal_moves\n\
    string/Side to Move/gogui-rules_side_to_move\n\
    string/Result/gogui-rules_final_result\n\
    string/Score/final_score\n\
    hstring/Board/showboard";

/// The longest accepted time in seconds, about a year.
const LONGEST: f64 = 3e7;

/// A colour.
pub(super) fn side(word: &str) -> Result<Color, String> {
    read_color(word).ok_or_else(|| "syntax error: the colour is black or white".to_string())
}

/// A time in seconds.
pub(super) fn seconds(word: &str) -> Result<Duration, String> {
    let number = word.parse().ok();
    let number = number.filter(|number| (0.0..=LONGEST).contains(number));
    let wrong = || "syntax error: time is a number of seconds".to_string();
    number.map(Duration::from_secs_f64).ok_or_else(wrong)
}

/// A whole number.
pub(super) fn count(word: &str) -> Result<u32, String> {
    let wrong = |_| "syntax error: a whole number is wanted".to_string();
    word.parse().map_err(wrong)
}

/// Whether this is a name of our game.
pub(super) fn is_our_game(name: &str) -> bool {
    ["othello", "reversi"].contains(&name.to_ascii_lowercase().as_str())
}

/// The syntax error of a command with wrong arguments.
pub(super) fn usage(command: &str) -> String {
    let arguments = match command {
        "boardsize" => "SIZE",
        "komi" => "NUMBER",
        "play" => "COLOUR SQUARE",
        "genmove" | "reg_genmove" | "gogui-setup_player" => "COLOUR",
        "time_settings" => "MAIN PERIOD STONES",
        "time_left" => "COLOUR SECONDS STONES",
        "loadsgf" => "FILE [MOVE]",
        "set_level" => "LEVEL",
        _ => "COLOUR SQUARE COLOUR SQUARE …",
    };
    format!("syntax error: {command} {arguments}")
}
