//! What opponents reach: their accuracy against engine:8 and against themselves.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, anyhow};
use engine::{Level, Settings};
use play::people::Rating;
use play::review::{MeanLoss, Review, Strength};
use play::rival::Rung;
use play::{Clock, Computer, Computers, ParsePlayerError, Player, TimeControl, Watch};
use rules::{Color, Game, Size};

use super::reviews::Reviews;
use super::statistics::{error, mean};

/// The level of the engine that opponents meet.
const ENGINE_LEVEL: u32 = 8;

/// Megabytes for the engines of one game.
const HASH_MB: usize = 4;

/// An opponent to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The engine, a classic opponent or a rival.
    Computer(Computer),
    /// All rungs of the ladder.
    Rivals,
}

impl Subject {
    /// The opponents that this stands for.
    pub fn each(&self) -> Vec<Subject> {
        match self {
            Subject::Rivals => Rung::all()
                .map(|rung| Subject::Computer(Computer::Rival(rung)))
                .collect(),
            one => vec![*one],
        }
    }

    /// The rating of a rung on 8×8; others have none in the program.
    #[must_use]
    pub fn rating(&self) -> Option<Rating> {
        match self {
            Subject::Computer(Computer::Rival(rung)) => Some(rung.rating()),
            _ => None,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Computer(computer) => computer.fmt(f),
            Subject::Rivals => f.pad("rivals"),
        }
    }
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Subject, String> {
        if text == "rivals" {
            return Ok(Subject::Rivals);
        }
        let computer: Result<Computer, ParsePlayerError> = text.parse();
        computer
            .map(Subject::Computer)
            .map_err(|error| error.to_string())
    }
}

/// What an opponent reached.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The opponent.
    pub subject: Subject,
    /// Its losses against engine:8, by game.
    pub against_engine: Vec<MeanLoss>,
    /// Its losses against itself, by side of a game.
    pub against_itself: Vec<MeanLoss>,
}

impl Figures {
    /// The accuracies of all games.
    #[must_use]
    pub fn accuracies(&self) -> Vec<f64> {
        let all = self.against_engine.iter().chain(&self.against_itself);
        all.filter_map(MeanLoss::accuracy).collect()
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<9}", self.subject)?;
        for (opponent, losses) in [
            ("engine:8", &self.against_engine),
            ("itself", &self.against_itself),
        ] {
            let accuracies: Vec<f64> = losses.iter().filter_map(MeanLoss::accuracy).collect();
            let discs: Vec<f64> = losses.iter().filter_map(MeanLoss::discs).collect();
            write!(
                f,
                "  against {opponent}: accuracy {:5.2} ± {:.2}, {:5.2} discs a move",
                mean(&accuracies),
                error(&accuracies),
                mean(&discs)
            )?;
            let shown: Vec<Strength> = losses
                .iter()
                .filter_map(|loss| Strength::of_games([*loss]))
                .collect();
            let ratings: Vec<f64> = shown.iter().map(|one| one.rating().elo().into()).collect();
            write!(f, ", shows {:.0}", mean(&ratings))?;
            if let Some(rating) = self.subject.rating() {
                let is_right = |one: &&Strength| (one.low()..=one.high()).contains(&rating);
                let right = shown.iter().filter(is_right).count();
                write!(f, ", {right} of {} ranges right", shown.len())?;
            }
        }
        Ok(())
    }
}

/// Plays games of an opponent against engine:8, colours in turn, and as many against itself, and
/// reviews them.
///
/// # Errors
/// When an opponent cannot play, or the reviews cannot be made.
pub fn measure(
    subject: Subject,
    games: usize,
    seed: u64,
    level: Level,
    reviews: &mut Reviews,
) -> Result<Figures> {
    let engine = Level::new(ENGINE_LEVEL).expect("not 0");
    let engine = Subject::Computer(Computer::Engine(engine));
    let mut played = Vec::new();
    let mut sides = Vec::new();
    for number in 0..games {
        let color = Color::ALL[number % 2];
        let players = match color {
            Color::Black => [subject, engine],
            Color::White => [engine, subject],
        };
        played.push(play(players, seed.wrapping_add(number as u64))?);
        sides.push(color);
    }
    for number in 0..games {
        played.push(play([subject; 2], seed.wrapping_add(number as u64))?);
    }
    let reviews = reviews.of(&played, level)?;
    let (first, second) = reviews.split_at(games);
    let against_engine = first
        .iter()
        .zip(sides)
        .map(|(review, color)| review.mean_loss()[color]);
    let losses = second.iter().map(Review::mean_loss);
    Ok(Figures {
        subject,
        against_engine: against_engine.collect(),
        against_itself: losses.flat_map(|loss| [loss.black, loss.white]).collect(),
    })
}

/// A game between two opponents, from the start.
fn play(players: [Subject; 2], seed: u64) -> Result<Game> {
    let mut game = Game::new(Size::EIGHT);
    let settings = Settings {
        threads: 1,
        hash_mb: HASH_MB,
    };
    let mut computers = Computers::new(seed).with_settings(settings);
    let clock = Clock::new(TimeControl::default());
    while let Some(color) = game.to_move() {
        let subject = players[usize::from(color == Color::White)];
        let point = Watch::unwatched(|watch| match subject {
            Subject::Computer(computer) => {
                let chosen = computers.player(computer).choose(&game, &clock, watch);
                chosen.ok().and_then(|chosen| chosen.point)
            }
            Subject::Rivals => None,
        });
        let point = point.ok_or_else(|| anyhow!("{subject} has no move in a game"))?;
        game.play(point)
            .map_err(|error| anyhow!("{subject}: {error}"))?;
    }
    Ok(game)
}
