//! What a console program leaves out that the assignment asks for.

use super::screen::Screen;

/// Something that the assignment asks for. Games can be played without it.
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
    /// What is missing in all that a program said during a game that was played to its end.
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
