//! `reversi-train people judge`: how well the model predicts the moves of games that nothing learnt from, next
//! to simple predictors.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use engine::Random;
use play::people::{HumanModel, Rating};
use rules::{Board, Square};

use super::baselines::{Baselines, Prediction};
use super::games::{self, Part, PeopleGame};
use super::parallel;
use super::scale::PeopleRatings;
use super::score::Score;

/// Options of `people judge`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Folders of .wtb files
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// The model; without it, that of the program
    #[arg(long)]
    model: Option<PathBuf>,
    /// Of the test games, take one in this number
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Of the positions of these games, let the engine search one in this number, at levels 1 to 10
    #[arg(long, default_value_t = 30)]
    searched: usize,
    /// Judge the validation games instead of the test games
    #[arg(long)]
    validation: bool,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// The width of a band in points.
const BAND: i32 = 200;

/// A band is told of if it has this many games.
const FEWEST_GAMES: usize = 50;

/// The phases of a game, by the number of the move.
const PHASES: [(&str, std::ops::RangeInclusive<u32>); 4] = [
    ("moves 1-12", 48..=60),
    ("moves 13-30", 30..=47),
    ("moves 31-48", 12..=29),
    ("moves 49-60", 0..=11),
];

/// What is summed over the positions of a group.
#[derive(Clone, Default)]
struct Group {
    games: usize,
    model: Score,
    searched: Score,
    baselines: BTreeMap<String, Score>,
}

/// Prints the figures.
///
/// # Errors
/// When games or the model cannot be read.
pub fn run(options: &Options) -> Result<()> {
    let games = games::read(&options.folders)?;
    let ratings = PeopleRatings::new(&games);
    let model = match &options.model {
        None => HumanModel::embedded(),
        Some(path) => {
            let bytes =
                std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            HumanModel::from_bytes(&bytes).with_context(|| path.display().to_string())?
        }
    };
    let part = if options.validation {
        Part::Validation
    } else {
        Part::Test
    };
    let chosen = games.iter().filter(|game| game.part() == part);
    let chosen: Vec<&PeopleGame> = chosen.step_by(options.every.max(1)).collect();
    ensure!(!chosen.is_empty(), "there are no games to judge");
    let judged = parallel::map(
        &chosen,
        options.threads,
        Baselines::new,
        |baselines, game| judge(game, &ratings, &model, baselines, options.searched.max(1)),
    );
    for (pool, folder) in options.folders.iter().enumerate() {
        let of_pool = chosen
            .iter()
            .zip(&judged)
            .filter(|(game, _)| game.pool == pool);
        let sides: Vec<&Side> = of_pool.flat_map(|(_, sides)| sides).collect();
        println!("{}: {} games", folder.display(), sides.len() / 2);
        report("all", &Group::of(sides.iter().copied()));
        let mut bands: BTreeMap<i32, Vec<&Side>> = BTreeMap::new();
        for side in &sides {
            bands
                .entry(side.rating.elo().div_euclid(BAND))
                .or_default()
                .push(side);
        }
        for (band, sides) in bands {
            if sides.len() >= FEWEST_GAMES {
                let name = format!("{}-{}", band * BAND, band * BAND + BAND - 1);
                report(&name, &Group::of(sides.into_iter()));
            }
        }
        for (phase, (name, _)) in PHASES.iter().enumerate() {
            let mut group = Group::default();
            for side in &sides {
                group.add(&side.phases[phase]);
            }
            report(name, &group);
        }
    }
    Ok(())
}

/// The moves of one player in a game.
struct Side {
    rating: Rating,
    phases: [Group; PHASES.len()],
}

impl Group {
    fn of<'a>(sides: impl Iterator<Item = &'a Side>) -> Group {
        let mut group = Group::default();
        for side in sides {
            group.games += 1;
            for phase in &side.phases {
                group.add(phase);
            }
        }
        group
    }

    fn add(&mut self, other: &Group) {
        self.model.add(&other.model);
        self.searched.add(&other.searched);
        for (name, score) in &other.baselines {
            self.baselines.entry(name.clone()).or_default().add(score);
        }
    }
}

fn judge(
    game: &PeopleGame,
    ratings: &PeopleRatings,
    model: &HumanModel,
    baselines: &mut Baselines,
    every: usize,
) -> [Side; 2] {
    let side = |color| Side {
        rating: Rating::new(ratings.of(game, color).round() as i32),
        phases: Default::default(),
    };
    let mut sides = rules::Color::ALL.map(side);
    for (number, (board, color, played)) in game.positions().enumerate() {
        let side = &mut sides[color as usize];
        let phase = PHASES
            .iter()
            .position(|(_, empties)| empties.contains(&board.empties()));
        let group = &mut side.phases[phase.unwrap_or(0)];
        let chances = model.chances(board, side.rating);
        let predicted: Prediction = chances
            .iter()
            .map(|chance| (chance.square, chance.probability))
            .collect();
        group.model.note(&same(board, &predicted, played), played);
        let mut random = Random::new((100 * game.number + number) as u64);
        let is_searched = random.below(every) == 0;
        if is_searched {
            group
                .searched
                .note(&same(board, &predicted, played), played);
        }
        for (name, prediction) in baselines.predict(board, is_searched) {
            let score = group.baselines.entry(name).or_default();
            score.note(&same(board, &prediction, played), played);
        }
    }
    sides
}

/// A prediction in which moves that are mirror images of the played one stand as that one: they lead to the
/// same position, and games are written down in one of eight ways.
fn same(board: Board, prediction: &Prediction, played: Square) -> Prediction {
    let images = board.mirror_images(played);
    if images.len() < 2 {
        return prediction.clone();
    }
    let mut merged = Prediction::new();
    for &(square, share) in prediction {
        let square = if images.contains(square) {
            played
        } else {
            square
        };
        match merged.iter_mut().find(|(known, _)| *known == square) {
            Some((_, sum)) => *sum += share,
            None => merged.push((square, share)),
        }
    }
    merged.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    merged
}

fn report(name: &str, group: &Group) {
    println!("{name:12} ({} sides): model {}", group.games, group.model);
    let mut text = format!(
        "{:12} the same on searched positions: {}",
        "",
        group.searched.top_one()
    );
    let best = group
        .baselines
        .iter()
        .filter(|(name, _)| name.starts_with("level"));
    let best = best.max_by(|(_, one), (_, other)| one.share().total_cmp(&other.share()));
    if let Some((name, score)) = best {
        let ahead = 100.0 * (group.searched.share() - score.share());
        text += &format!(
            "; best engine {name} {}, {ahead:+.1} points",
            score.top_one()
        );
    }
    println!("{text}");
    if name == "all" || name.starts_with("moves") {
        for (name, score) in &group.baselines {
            println!("{:12} {name:14} {score}", "");
        }
    }
}
