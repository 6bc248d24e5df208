//! What people reach: games of rated players, and the loss of each side.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use engine::{Level, Random};
use play::review::{MeanLoss, Review};
use rules::formats::wthor::{Kind, NameList};
use rules::{Color, Game, Size};

use super::reviews::Reviews;
use super::statistics::{mean, quantile, rank_correlation};
use crate::people::games::{self, PeopleGame};
use crate::people::scale::PeopleRatings;

/// Players need this many games for a rating that is compared with their accuracy.
pub const FEWEST_GAMES: usize = 30;

/// Players need this many reviewed games for a mean accuracy.
const FEWEST_REVIEWED: usize = 10;

/// No player has more sides than this, as long as others have fewer.
const MOST_SIDES: usize = 24;

/// A game needs this many moves.
const FEWEST_MOVES: usize = 50;

/// The number of best players whose accuracy is printed.
const BEST: usize = 20;

/// The width of a band of ratings.
const BAND: f64 = 200.0;

/// A game to review, with what is known of its players.
pub struct Chosen {
    /// The game.
    pub game: Game,
    /// Both players, Black first.
    players: [Option<Person>; 2],
}

/// A player in a game.
#[derive(Clone, Debug)]
pub struct Person {
    /// The folder and the number of the player.
    pub player: (usize, u16),
    /// Whether it is a program: WTHOR names their authors in brackets.
    pub is_program: bool,
    /// The rating in the year of the game.
    pub rating: f64,
    /// All games that the rating follows from.
    pub games: usize,
}

/// One side of a reviewed game.
#[derive(Clone, Debug)]
pub struct Side {
    /// The player.
    pub person: Person,
    /// What it lost.
    pub loss: MeanLoss,
    /// The discs lost by each move with a choice.
    pub lost: Vec<f64>,
}

/// Chooses wanted games of players with enough games, so that as many players as possible have some.
///
/// # Errors
/// When a folder has no readable games.
pub fn choose(
    folders: &[PathBuf],
    count: usize,
    seed: u64,
    is_wanted: impl Fn(&Game) -> bool,
) -> Result<Vec<Chosen>> {
    let games = games::read(folders)?;
    let ratings = PeopleRatings::new(&games);
    let programs = folders.iter().map(|folder| programs(folder));
    let programs: Vec<Vec<bool>> = programs.collect::<Result<_>>()?;
    let person = |game: &PeopleGame, color: Color| -> Option<Person> {
        let rating = ratings.person(game, color)?;
        let number = game.players[color];
        let is_program = programs[game.pool].get(usize::from(number));
        (number > 0 || game.pool > 0).then(|| Person {
            player: (game.pool, number),
            is_program: is_program.copied().unwrap_or(false),
            rating: rating.elo,
            games: rating.games,
        })
    };
    let mut order: Vec<&PeopleGame> = games.iter().collect();
    order.retain(|game| game.moves.len() >= FEWEST_MOVES);
    let mut random = Random::new(seed);
    for at in (1..order.len()).rev() {
        order.swap(at, random.below(at + 1));
    }
    let mut sides: HashMap<(usize, u16), usize> = HashMap::new();
    let mut chosen = Vec::new();
    for needed in [2, 1] {
        order.retain(|game| {
            let players = Color::ALL.map(|color| person(game, color));
            let is_needed = |person: &&Person| {
                let so_far = sides.get(&person.player).copied().unwrap_or(0);
                person.games >= FEWEST_GAMES && so_far < MOST_SIDES
            };
            let wanted = players.iter().flatten().filter(is_needed).count();
            let is_taken = chosen.len() < count && wanted >= needed;
            if is_taken && let Some(replayed) = replayed(game).filter(&is_wanted) {
                for person in players.iter().flatten() {
                    *sides.entry(person.player).or_default() += 1;
                }
                chosen.push(Chosen {
                    game: replayed,
                    players,
                });
            }
            !is_taken
        });
    }
    Ok(chosen)
}

/// Which players of a folder are programs, by their numbers.
fn programs(folder: &Path) -> Result<Vec<bool>> {
    let list = std::fs::read_dir(folder);
    let list = list.with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in list {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("jou")) {
            let name = || format!("cannot use {}", path.display());
            let names = NameList::read(&std::fs::read(&path).with_context(name)?, Kind::Players);
            let names = names.with_context(name)?;
            let name = |number| {
                u16::try_from(number)
                    .ok()
                    .and_then(|number| names.get(number))
            };
            let is_program = |number| name(number).is_some_and(|name| name.contains('('));
            return Ok((0..names.len()).map(is_program).collect());
        }
    }
    Ok(Vec::new())
}

fn replayed(people: &PeopleGame) -> Option<Game> {
    let mut game = Game::new(Size::EIGHT);
    for square in &people.moves {
        game.play((*square).into()).ok()?;
    }
    Some(game)
}

/// Reviews games and gives both sides of each.
///
/// # Errors
/// When the reviews cannot be made.
pub fn measure(chosen: &[Chosen], level: Level, reviews: &mut Reviews) -> Result<Vec<Side>> {
    let games: Vec<Game> = chosen.iter().map(|chosen| chosen.game.clone()).collect();
    let reviews = reviews.of(&games, level)?;
    let both = chosen.iter().zip(&reviews).flat_map(|(chosen, review)| {
        let sides = Color::ALL.into_iter().zip(&chosen.players);
        sides.filter_map(|(color, person)| side(person.clone()?, color, review))
    });
    Ok(both.collect())
}

fn side(person: Person, color: Color, review: &Review) -> Option<Side> {
    let of_side = review
        .judged()
        .filter(|judged| judged.color == color && !judged.forced);
    let side = Side {
        person,
        loss: review.mean_loss()[color],
        lost: of_side.map(|judged| judged.lost().discs()).collect(),
    };
    side.loss.discs().is_some().then_some(side)
}

/// The accuracy of people by rating, and its rank correlation with the rating.
#[must_use]
pub fn report(sides: &[Side]) -> String {
    let mut text =
        String::from("\n| rating | sides | accuracy | discs a move |\n|---|---|---|---|\n");
    let mut bands: BTreeMap<i64, Vec<&Side>> = BTreeMap::new();
    for side in sides
        .iter()
        .filter(|side| side.person.games >= FEWEST_GAMES)
    {
        let band = (side.person.rating / BAND).floor() as i64;
        bands.entry(band).or_default().push(side);
    }
    for (band, sides) in bands {
        let from = band as f64 * BAND;
        let _ = writeln!(
            text,
            "| {from}-{} | {} | {:.1} | {:.2} |",
            from + BAND,
            sides.len(),
            mean(&accuracies(&sides)),
            mean(&discs(&sides)),
        );
    }
    for (pool, name) in [(0, "tournaments"), (1, "online")] {
        let mut players: BTreeMap<u16, Vec<&Side>> = BTreeMap::new();
        for side in sides.iter().filter(|side| side.person.player.0 == pool) {
            players.entry(side.person.player.1).or_default().push(side);
        }
        players.retain(|_, sides| {
            sides.len() >= FEWEST_REVIEWED && sides[0].person.games >= FEWEST_GAMES
        });
        if !players.is_empty() {
            let players: Vec<Vec<&Side>> = players.into_values().collect();
            text += &correlations(name, &players);
        }
    }
    text
}

fn correlations(pool: &str, players: &[Vec<&Side>]) -> String {
    let rating = |sides: &[&Side]| {
        let ratings: Vec<f64> = sides.iter().map(|side| side.person.rating).collect();
        mean(&ratings)
    };
    let pairs: Vec<(f64, f64)> = players
        .iter()
        .map(|sides| (rating(sides), mean(&accuracies(sides))))
        .collect();
    let single = players.iter().flatten();
    let single: Vec<(f64, f64)> = single
        .filter_map(|side| Some((side.person.rating, side.loss.accuracy()?)))
        .collect();
    let mut text = format!(
        "\n{pool}: {} players with {FEWEST_GAMES} games or more: rank correlation of rating and mean accuracy \
         {:.3}; of rating and accuracy of single games {:.3}\n",
        pairs.len(),
        rank_correlation(&pairs),
        rank_correlation(&single),
    );
    let people = players
        .iter()
        .zip(pairs)
        .filter(|(sides, _)| !sides[0].person.is_program);
    let mut people: Vec<(f64, f64)> = people.map(|(_, pair)| pair).collect();
    people.sort_by(|one, other| other.0.total_cmp(&one.0));
    let best: Vec<f64> = people
        .iter()
        .take(BEST)
        .map(|(_, accuracy)| *accuracy)
        .collect();
    let _ = writeln!(
        text,
        "{pool}: without programs {} players, {:.3}; the {} best rated reach {:.1} on average, from {:.1} \
         to {:.1}",
        people.len(),
        rank_correlation(&people),
        best.len(),
        mean(&best),
        quantile(&best, 0.0),
        quantile(&best, 1.0),
    );
    text
}

fn accuracies(sides: &[&Side]) -> Vec<f64> {
    sides
        .iter()
        .filter_map(|side| side.loss.accuracy())
        .collect()
}

fn discs(sides: &[&Side]) -> Vec<f64> {
    sides.iter().filter_map(|side| side.loss.discs()).collect()
}
