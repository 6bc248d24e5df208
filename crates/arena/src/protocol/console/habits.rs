//! Requirements of the assignment that a console program may miss without losing a game.

use super::screen::Screen;

/// A requirement of the assignment. Games can be played without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// `> ` before each command.
    Prompt,
    /// `Move played: f5` after each move.
    MovePlayed,
    /// `White player (computer) plays now`.
    Turn,
    /// `White: 1 - Black: 4` under each board.
    Count,
    /// `END OF GAME` under the last board.
    EndOfGame,
}

impl Habit {
    /// The requirements that are missing in a program's output during a game played to its end.
    ///
    /// ```
    /// use arena::protocol::console::Habit;
    /// let said = "> Move played: d3\nWhite: 1 - Black: 4\nEND OF GAME\n> ";
    /// assert_eq!(Habit::missing(said), [Habit::Turn]);
    /// ```
    #[must_use]
    pub fn missing(said: &str) -> Vec<Habit> {
        let all = Screen::read(said);
        let lower = said.to_lowercase();
        let prompts = said.lines().any(|line| line.trim_start().starts_with('>'));
        let found = [
            (Habit::Prompt, prompts),
            (Habit::MovePlayed, lower.contains("move played")),
            (Habit::Turn, lower.contains("plays now")),
            (Habit::Count, all.counted),
            (Habit::EndOfGame, all.over),
        ];
        let missing = found.into_iter().filter(|(_, there)| !there);
        missing.map(|(habit, _)| habit).collect()
    }
}
