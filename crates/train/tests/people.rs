//! People's games: the split, the ratings, and how well the model predicts games that nothing learnt from.

use std::path::{Path, PathBuf};

use play::people::features::{GLOBALS, MOVE_NUMBERS, PLANES};
use play::people::network::{CHANNELS, HIDDEN, LAYERS};
use play::people::{HumanModel, Rating};
use rules::{ByColor, Color};
use train::people::games::{self, Part, PeopleGame};
use train::people::ratings::Ratings;
use train::people::scale::PeopleRatings;

fn game(number: usize, year: u16, [black, white]: [u16; 2], result: f64) -> PeopleGame {
    PeopleGame {
        number,
        pool: 0,
        year,
        players: ByColor { black, white },
        moves: Vec::new(),
        result,
        discs: 32,
    }
}

/// One game in twenty for each of two parts, by number alone.
#[test]
fn the_split_depends_on_the_number_only() {
    let part = |number| game(number, 2000, [1, 2], 0.5).part();
    let count = |wanted| (0..1000).filter(|number| part(*number) == wanted).count();
    assert_eq!(
        [Part::Train, Part::Validation, Part::Test].map(count),
        [900, 50, 50]
    );
    assert_eq!(part(40), Part::Test);
    assert_eq!(part(41), Part::Validation);
}

/// A scores three quarters against B, B three quarters against C: 191 Elo each.
#[test]
fn ratings_follow_results() {
    let mut games = Vec::new();
    for round in 0..200 {
        for [one, other] in [[1, 2], [2, 3]] {
            let points = f64::from(u8::from(round % 4 != 0));
            // Numbers of the training part.
            let number = 20 * games.len() + 5;
            games.push(game(number, 2000, [one, other], points));
        }
    }
    let ratings = Ratings::of(&games);
    let elo = |player| ratings.rating((0, player), 2000).expect("rated").elo;
    assert!(
        (elo(1) - elo(2) - 191.0).abs() < 25.0,
        "{} {}",
        elo(1),
        elo(2)
    );
    assert!(
        (elo(2) - elo(3) - 191.0).abs() < 25.0,
        "{} {}",
        elo(2),
        elo(3)
    );
    let deviation = ratings.rating((0, 2), 2000).expect("rated").deviation;
    assert!((10.0..60.0).contains(&deviation), "{deviation}");
    assert!(ratings.rating((0, 9), 2000).is_none());
}

#[test]
fn the_test_part_teaches_no_rating() {
    let games = [game(20, 2000, [1, 2], 1.0)];
    assert!(Ratings::of(&games).rating((0, 1), 2000).is_none());
}

/// A player who becomes stronger has a rating for each year.
#[test]
fn ratings_change_with_the_years() {
    let mut games = Vec::new();
    for (year, won) in [(2000, 5), (2010, 45)] {
        for round in 0..50 {
            let number = 20 * games.len() + 5;
            let points = f64::from(u8::from(round < won));
            games.push(game(number, year, [1, 2 + (round % 5) as u16], points));
        }
    }
    let ratings = Ratings::of(&games);
    let elo = |year| ratings.rating((0, 1), year).expect("rated").elo;
    assert!(elo(2010) > elo(2000) + 100.0, "{} {}", elo(2000), elo(2010));
    assert_eq!(elo(2009), elo(2010), "the nearest year counts");
}

/// What the trainer makes without options is what the program reads.
#[test]
fn the_trainer_makes_networks_of_the_size_that_the_program_reads() {
    let trainer = include_str!("../people/train.py");
    let option = |name: &str| {
        let beginning = format!("\"--{name}\", type=int, default=");
        let (_, rest) = trainer.split_once(&beginning).expect("the option");
        let (number, _) = rest.split_once(')').expect("its end");
        number.parse::<usize>().expect("a number")
    };
    assert_eq!(option("channels"), CHANNELS);
    assert_eq!(option("layers"), LAYERS);
    assert_eq!(option("hidden"), HIDDEN);
    let features = format!("PLANES, NUMBERS, GLOBALS = {PLANES}, {MOVE_NUMBERS}, {GLOBALS}\n");
    assert!(trainer.contains(&features), "{features}");
}

/// The folders of people's games, where they are there.
fn folders() -> Option<Vec<PathBuf>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folders = ["wthor", "playok"].map(|name| data.join(name));
    let there = folders.iter().all(|folder| folder.is_dir());
    if !there {
        println!(
            "there are no games of people in {}: not tested",
            data.display()
        );
    }
    there.then(|| folders.to_vec())
}

/// Some of the games that nothing learnt from; `make people` judges all of them.
#[test]
fn the_model_predicts_games_it_never_saw() {
    let Some(folders) = folders() else {
        return;
    };
    let games = games::read(&folders).expect("games");
    let ratings = PeopleRatings::new(&games);
    let model = HumanModel::embedded();
    for (pool, least) in [(0, 0.61), (1, 0.56)] {
        let tests = games
            .iter()
            .filter(|game| game.pool == pool && game.part() == Part::Test);
        let (mut right, mut count) = (0, 0);
        for game in tests.step_by(15).take(80) {
            for (board, color, played) in game.positions() {
                let rating = ratings.of(game, color).round() as i32;
                let chances = model.chances(board, Rating::new(rating));
                let images = board.mirror_images(played);
                right += usize::from(images.contains(chances[0].square));
                count += 1;
            }
        }
        let share = right as f64 / count as f64;
        assert!(count > 3000 && share > least, "{share} of {count} moves");
    }
    let strongest = games
        .iter()
        .flat_map(|game| Color::ALL.map(|color| ratings.of(game, color)));
    let strongest = strongest.fold(f64::MIN, f64::max);
    assert!((2500.0..2900.0).contains(&strongest), "{strongest}");
}
