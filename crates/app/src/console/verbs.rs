//! The console commands.

use std::path::PathBuf;

use anyhow::{Context, Result};
use engine::{Classic, Kind, Level, Opponent};
use play::score_text::signed;
use play::{Computer, ComputerSpec, ParsePlayerError, VerbError, opening};
use rules::formats::{rev, transcript};
use rules::{Color, Diagram, Point, Size, Start};

use super::command::{self, TABLE};
use super::{Console, Flow};
use crate::seats;
use crate::text::Language;
use crate::wrap::fitted;
use records::files;

impl Console {
    pub(super) fn new_game(&mut self, argument: &str) -> Result<Flow> {
        let size = match argument {
            "" => Ok(self.default_size),
            size => size.parse::<Size>(),
        };
        match size {
            Ok(size) => {
                self.restart(Diagram::start(size, Start::Standard));
                self.tell_of_rivals()?;
                self.show_state(None)
            }
            Err(error) => self.complain(&format!("{error}; the game goes on")),
        }
    }

    pub(super) fn play(&mut self, argument: &str) -> Result<Flow> {
        if argument.is_empty() {
            return self.complain("Where? Type a square after it, as in: play f5");
        }
        match argument.parse::<Point>() {
            Ok(point) => match self.session.play(point) {
                Ok(turn) => self.show_move(turn.point()),
                Err(error) => self.refuse(&error),
            },
            Err(error) => self.complain(&error.to_string()),
        }
    }

    pub(super) fn cont(&mut self, _: &str) -> Result<Flow> {
        let session = &mut self.session;
        let thought = self.display.follow(|watch| session.think_watched(watch));
        match thought {
            Ok((turn, _)) => self.show_move(turn.point()),
            Err(error) => self.refuse(&error),
        }
    }

    pub(super) fn undo(&mut self, _: &str) -> Result<Flow> {
        match self.session.undo() {
            Ok(_) => self.show_state(None),
            Err(error) => self.refuse(&error),
        }
    }

    pub(super) fn redo(&mut self, _: &str) -> Result<Flow> {
        match self.session.redo() {
            Ok(turn) => self.show_state(Some(turn.point())),
            Err(error) => self.refuse(&error),
        }
    }

    pub(super) fn suggest(&mut self, _: &str) -> Result<Flow> {
        let level = self.level.max(Level::ADVICE);
        let session = &mut self.session;
        let suggested = self
            .display
            .follow(|watch| session.suggest(Opponent::Engine, level, watch));
        match suggested {
            Ok(point) => self.say(&format!("Suggested move: {point}")),
            Err(error) => self.refuse(&error),
        }
    }

    pub(super) fn select_color(&mut self, argument: &str) -> Result<Flow> {
        if argument.is_empty() {
            return self.complain("Say `selectcolor black` or `selectcolor white`");
        }
        match argument.parse::<Color>() {
            Ok(color) => {
                self.human = color;
                self.change_sides();
                self.seat();
                self.mention(&self.turn_now())
            }
            Err(error) => self.complain(&error.to_string()),
        }
    }

    pub(super) fn show_legal(&mut self, argument: &str) -> Result<Flow> {
        match argument.to_ascii_lowercase().as_str() {
            "on" => self.show_legal = true,
            "off" => self.show_legal = false,
            _ => return self.complain("Say `showlegal on` or `showlegal off`"),
        }
        self.mention(if self.show_legal {
            "Your legal squares are marked with *"
        } else {
            "Legal squares are not marked"
        })
    }

    pub(super) fn level(&mut self, argument: &str) -> Result<Flow> {
        if argument.is_empty() {
            return self.say(&format!("Level: {}", self.level));
        }
        match argument.parse::<Level>() {
            Ok(level) => {
                self.level = level;
                self.seat();
                match self.computer() {
                    Computer::Rival(_) => self.mention(&format!(
                        "Level: {level}, for the engine; rivals are chosen by number, as in: \
                         opponent rival:5"
                    )),
                    _ => self.mention(&format!("Level: {level}")),
                }
            }
            Err(error) => self.complain(&error.to_string()),
        }
    }

    pub(super) fn opponent(&mut self, argument: &str) -> Result<Flow> {
        if argument.is_empty() {
            let list = seats::list(Language::En).replace('\n', "\n  ");
            let text = format!("{}. There are:\n  {list}", self.opponent_now());
            return self.say(&fitted(&text));
        }
        if argument.eq_ignore_ascii_case(Computer::RIVAL) {
            // The name alone also lists the rungs.
            self.list_rivals()?;
        }
        match argument.parse::<ComputerSpec>() {
            Ok(opponent) => {
                self.opponent = opponent;
                self.level = opponent.level().unwrap_or(self.level);
                self.change_sides();
                self.seat();
                let now = self.opponent_now();
                self.mention(&now)?;
                self.tell_of_rivals()
            }
            Err(ParsePlayerError::Human) => {
                self.complain("You are the human here; `opponent` alone lists the others")
            }
            Err(error) => self.complain(&error.to_string()),
        }
    }

    pub(super) fn save(&mut self, argument: &str) -> Result<Flow> {
        let Some(path) = file_name(argument) else {
            return self.complain("Name a file, as in: save game.rev");
        };
        let bytes = rev::write(self.session.game().diagram());
        match files::write_atomically(&path, &bytes) {
            Ok(()) => self.mention(&format!("Saved in {}", path.display())),
            Err(error) => self.complain(&format!("{error:#}")),
        }
    }

    pub(super) fn load(&mut self, argument: &str) -> Result<Flow> {
        let Some(path) = file_name(argument) else {
            return self.complain("Name a file, as in: load game.rev");
        };
        let read = || -> Result<rev::Loaded> {
            let bytes = files::read_up_to(&path, rev::MAX_BYTES)?;
            rev::read(&bytes).with_context(|| format!("cannot load {}", path.display()))
        };
        match read() {
            Ok(loaded) => {
                self.restart(loaded.diagram);
                self.say(&loaded.to_string())?;
                self.show_state(None)
            }
            Err(error) => self.complain(&format!("{error:#}; the game goes on")),
        }
    }

    pub(super) fn show_current_state(&mut self, _: &str) -> Result<Flow> {
        let last = self.session.game().turns().last();
        self.show_state(last.map(rules::Turn::point))
    }

    pub(super) fn moves(&mut self, _: &str) -> Result<Flow> {
        let text = transcript::write(self.session.game());
        self.say(if text.is_empty() {
            "No moves yet"
        } else {
            &text
        })
    }

    pub(super) fn opening(&mut self, _: &str) -> Result<Flow> {
        let game = self.session.game();
        let text = match opening::of_game(game) {
            Some(opening) => format!("Opening: {opening}"),
            None if game.size() != Size::EIGHT => "Only openings on 8×8 have names".to_string(),
            None => "Nothing played so far has a name".to_string(),
        };
        self.say(&text)
    }

    pub(super) fn eval(&mut self, _: &str) -> Result<Flow> {
        let text = match self.computer() {
            Computer::Engine(_) => self.engine_evaluation(),
            Computer::Classic(classic, _) => self.classic_evaluation(classic),
            Computer::Rival(rung) => fitted(&self.rival_evaluation(rung)),
        };
        self.say(&text)
    }

    /// The score of the engine's search at its level.
    fn engine_evaluation(&mut self) -> String {
        let color = self.session.game().diagram().to_move();
        if let Some(outcome) = self.session.game().outcome() {
            let discs = outcome.score(color);
            return format!("{discs:+} discs for {color}: the game is over");
        }
        let computer = (Opponent::Engine, self.level);
        let session = &mut self.session;
        let analysis = self.display.follow(|watch| session.advise(computer, watch));
        let Ok(analysis) = analysis else {
            return VerbError::GameOver.to_string();
        };
        let best = analysis.best();
        let score = match best.kind {
            Kind::Exact => format!(
                "{} discs for {color}, exactly",
                signed(best.score, best.kind)
            ),
            kind if kind.is_in_discs() => {
                format!("{} discs for {color}", signed(best.score, kind))
            }
            _ => format!("{:+} for {color} (not discs)", best.score.units()),
        };
        let depth = analysis.depth;
        let ahead = if depth == 1 { "move" } else { "moves" };
        format!(
            "{score}, as engine:{} judges the position {depth} {ahead} ahead",
            self.level
        )
    }

    /// The value of a classic opponent's evaluation, without a search.
    fn classic_evaluation(&self, classic: Classic) -> String {
        let game = self.session.game();
        let Some(evaluation) = classic.evaluation(game.size()) else {
            return "The opponent `random` judges nothing".to_string();
        };
        let value: i32 = evaluation.value(game.diagram().board());
        let color = game.diagram().to_move();
        match evaluation.discs_won(value) {
            Some(discs) => format!("{discs:+} discs for {color}: the game is over"),
            None => format!("{value:+} for {color}, as {classic} judges the position"),
        }
    }

    pub(super) fn help(&mut self, argument: &str) -> Result<Flow> {
        if !argument.is_empty() {
            return match command::find(argument) {
                Ok(entry) => {
                    let usage = format!("{} {}", entry.name, entry.usage);
                    self.say(&format!("{} - {}", usage.trim_end(), entry.help))
                }
                Err(unknown) => self.complain(&unknown),
            };
        }
        for entry in TABLE {
            let usage = format!("{} {}", entry.name, entry.usage);
            self.say(&fitted(&format!("  {usage:24} {}", entry.help)))?;
        }
        self.say("Squares are a letter and a number: f5. Outside the console: reversi --help")
    }

    pub(super) fn quit(&mut self, _: &str) -> Result<Flow> {
        Ok(Flow::Quit)
    }

    /// Who the opponent is, in words.
    fn opponent_now(&mut self) -> String {
        let name = seats::typed_name(self.opponent);
        match self.computer() {
            Computer::Rival(rung) => format!("Opponent: {name}, {}", self.about(rung)),
            _ if self.opponent.has_level() => format!("Opponent: {name}, level {}", self.level),
            _ => format!("Opponent: {name}"),
        }
    }

    /// Prints why a command was rejected, and what to type instead.
    fn refuse(&mut self, error: &VerbError) -> Result<Flow> {
        let instead = match error {
            VerbError::ComputersTurn => "; type `cont` to let it",
            VerbError::GameOver => "; type `newgame` for another",
            _ => "",
        };
        self.complain(&format!("{error}{instead}"))
    }
}

/// The file name in a line: the whole line, blanks included, without surrounding quotes.
fn file_name(argument: &str) -> Option<PathBuf> {
    let unquoted = ['"', '\''].into_iter().find_map(|quote| {
        let inner = argument.strip_prefix(quote)?;
        inner.strip_suffix(quote)
    });
    let name = unquoted.unwrap_or(argument);
    (!name.is_empty()).then(|| files::expand_home(name))
}
