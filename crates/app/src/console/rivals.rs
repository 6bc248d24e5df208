//! Rivals in the console: which one plays, what it would play, and which one next.

use anyhow::Result;
use play::Computer;
use play::ComputerSpec;
use play::people::HumanModel;
use play::rival::{self, Progress, Rung};
use rules::{Diagram, Point, Size};

use super::{Console, Flow};
use crate::rival_memory::RivalMemory;
use crate::text::{Language, Message};
use crate::wrap::fitted;

/// How many moves of a rival are listed with their probabilities.
const MOST_LISTED: usize = 5;

impl Console {
    /// The computer that plays now.
    pub(super) fn computer(&mut self) -> Computer {
        let auto = match self.opponent {
            ComputerSpec::AutoRival => self.memory().progress().rung(),
            _ => Rung::FIRST,
        };
        self.opponent.computer(self.level, auto)
    }

    /// A rival in words, with its rating and what that means.
    pub(super) fn about(&self, rung: Rung) -> String {
        let size = self.session.game().size();
        Language::En.say(&Message::AboutRival { rung, size })
    }

    /// What `rival:auto` remembers for the size of this board.
    fn memory(&mut self) -> &mut RivalMemory {
        let size = self.session.game().size();
        self.memory = self.memory.take().filter(|memory| memory.size() == size);
        self.memory.get_or_insert_with(|| RivalMemory::open(size))
    }

    /// Begins another game; a rival that follows may be another one now.
    pub(super) fn restart(&mut self, start: Diagram) {
        self.session.restart(start);
        self.is_counted = false;
        self.seat();
    }

    /// Another opponent or colour: a game that has begun tells nothing about the person any more.
    pub(super) fn change_sides(&mut self) {
        self.is_counted |= !self.session.game().turns().is_empty();
    }

    /// Shows a move that was made; at the end of a game against `rival:auto`, tells who is next.
    pub(super) fn show_move(&mut self, point: Point) -> Result<Flow> {
        self.show_state(Some(point))?;
        self.count_result()
    }

    /// Counts the result of a finished game against `rival:auto`, once for each game.
    fn count_result(&mut self) -> Result<Flow> {
        let game = self.session.game();
        let size = game.size();
        let counts = rival::is_whole(game) && !self.is_counted;
        let Some(outcome) = game.outcome().filter(|_| counts) else {
            return Ok(Flow::Continue);
        };
        if self.opponent != ComputerSpec::AutoRival {
            return Ok(Flow::Continue);
        }
        self.is_counted = true;
        let score = outcome.score(self.human);
        let mut progress = self.memory().progress();
        let next = progress.note(score, size.area());
        let kept = self.memory().keep(next.map_or(progress, Progress::at));
        if let Some(next) = next {
            let result = Language::En.say(&Message::RivalResult {
                has_won: score > 0,
                is_clear: rival::is_clear(score, size.area()),
            });
            let next = self.about(next);
            self.say(&fitted(&format!("{result}: `newgame` is against {next}")))?;
        }
        match kept {
            Ok(()) => Ok(Flow::Continue),
            Err(error) => {
                let why = &format!("{error:#}");
                self.complain(&Language::En.say(&Message::NotRemembered { why }))
            }
        }
    }

    /// Lists all rivals.
    pub(super) fn list_rivals(&mut self) -> Result<Flow> {
        for rung in Rung::all() {
            let line = format!("  {}", self.about(rung));
            self.say(&fitted(&line))?;
        }
        Ok(Flow::Continue)
    }

    /// Says what a rival is if one plays on a board other than 8×8.
    pub(super) fn tell_of_rivals(&mut self) -> Result<Flow> {
        let size = self.session.game().size();
        if self.computer().rung().is_none() || size == Size::EIGHT {
            return Ok(Flow::Continue);
        }
        self.mention(&Language::En.say(&Message::RivalElsewhere { size }))
    }

    /// What people of a rival's rating play here.
    pub(super) fn rival_evaluation(&self, rung: Rung) -> String {
        let game = self.session.game();
        // The model's people; a rung below or above them is like the nearest.
        let rating = rung.rating().known();
        if game.is_over() {
            return play::VerbError::GameOver.to_string();
        }
        let Some(board) = game.diagram().to_board() else {
            let size = game.size();
            return Language::En.say(&Message::RivalElsewhere { size });
        };
        let chances = HumanModel::embedded().chances(board, rating);
        let listed = chances
            .iter()
            .take(MOST_LISTED)
            .map(|chance| format!("{} {:.0} %", chance.square, 100.0 * chance.probability));
        format!(
            "A rival gives no score. People rated about {rating} play here: {}",
            listed.collect::<Vec<_>>().join(", ")
        )
    }
}
