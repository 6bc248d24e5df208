//! A match as a batch of jobs: it equals the match of the game runner, and every answer is
//! verified.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::contest::{
    Entrant, GameJob, GameRunner, GameSheet, Games, Gaming, Pairing, Played, Schedule, Seats,
};
use arena::matches::{MatchSchedule, OpeningSupply, Openings};
use arena::rating::{Sprt, Verdict};
use jobs::{Batch, Control, Executor, ExecutorError, Failure, Job, LocalExecutor, Next, RemoteJob};
use play::TimeControl;
use rules::{ByColor, Game, Size};
use serde_json::{Value, json};

/// A match that keeps its games.
struct Kept {
    head_to_head: MatchSchedule,
    games: Vec<(usize, Played)>,
}

impl Schedule for Kept {
    fn next(&mut self) -> Next<Pairing> {
        self.head_to_head.next()
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        let mut kept = played.clone();
        // The duration differs in every run.
        kept.moves
            .iter_mut()
            .for_each(|made| made.spent = Duration::ZERO);
        self.games.push((pairing.number, kept));
        self.head_to_head.ended(pairing, played);
    }

    fn is_settled(&self) -> bool {
        self.head_to_head.is_settled()
    }
}

fn kept(pairs: usize, sprt: Option<&str>) -> Kept {
    let supply = OpeningSupply::new(Openings::Random(6), Size::EIGHT, 7).unwrap();
    let sprt = sprt.map(|bounds| bounds.parse::<Sprt>().unwrap());
    Kept {
        head_to_head: MatchSchedule::new(supply, pairs, sprt),
        games: Vec::new(),
    }
}

fn entrants(players: [&str; 2]) -> [Entrant; 2] {
    players.map(|text| text.parse().unwrap())
}

/// Plays the match with the game runner and with an executor.
fn both(
    players: [&str; 2],
    match_of: impl Fn() -> Kept,
    executor: &mut dyn Executor<GameJob>,
) -> [Kept; 2] {
    let time = TimeControl::default();
    let stop = AtomicBool::new(false);
    let named = entrants(players).map(|entrant| (entrant.to_string(), entrant));
    let no_program = Box::new(|_: &str, _, _: &str, _| panic!("no other program plays here"));
    let seats = Seats::new(named.to_vec(), 3, no_program).unwrap();
    let runner = Mutex::new(match_of());
    GameRunner::new(2, time, &stop).run(&runner, &|entrant, table| seats.sit(entrant, table));
    let mut farmed = match_of();
    let tested = farmed.head_to_head.meetings()[0].test().is_some();
    let games = Games::new(&mut farmed, &entrants(players), 3, time).unwrap();
    let mut games = if tested { games.not_far_ahead() } else { games };
    executor.run(&mut games, &stop).unwrap();
    assert_eq!(games.failure(), None);
    let mut played = [runner.into_inner().unwrap(), farmed];
    for kept in &mut played {
        kept.games.sort_by_key(|(number, _)| *number);
    }
    played
}

/// An executor that takes all jobs first and then answers the last one first. Jobs and answers are
/// serialised to text.
struct Backwards(Gaming);

impl Executor<GameJob> for Backwards {
    fn run(&mut self, batch: &mut dyn Batch<GameJob>, _: &AtomicBool) -> Result<(), ExecutorError> {
        batch.capacity(2);
        loop {
            let mut jobs = Vec::new();
            while let Next::Job(number, job) = batch.next() {
                jobs.push((number, serde_json::to_string(&job)?));
            }
            if jobs.is_empty() {
                return Ok(());
            }
            while let Some((number, job)) = jobs.pop() {
                let answer = perform(&mut self.0, &serde_json::from_str(&job)?);
                let text = serde_json::to_string(&answer.expect("a game"))?;
                assert!(text.len() < 8000, "{text}");
                let answer = Ok(serde_json::from_str(&text)?);
                if batch.answered(number, answer).is_break() {
                    return Ok(());
                }
            }
        }
    }
}

fn perform(hand: &mut Gaming, job: &Value) -> Result<GameSheet, Failure> {
    let job: GameJob = serde_json::from_value(job.clone()).expect("the shape of a job");
    let stop = AtomicBool::new(false);
    let progress = &mut |_: &str| {};
    job.run(
        hand,
        &mut Control {
            stop: &stop,
            progress,
        },
    )
}

#[test]
fn the_same_match_by_the_runner_and_by_an_executor() {
    for players in [
        ["engine:depth=3", "engine:2"],
        ["random", "random"],
        ["walle:2", "engine:depth=2,book=yes"],
    ] {
        let mut pool = LocalExecutor::new(3, |_| Gaming::new());
        let [runner, executor] = both(players, || kept(3, None), &mut pool);
        assert_eq!(runner.games.len(), 6);
        assert_eq!(runner.games, executor.games, "{players:?}");
        let (one, other) = (runner.head_to_head.score(), executor.head_to_head.score());
        assert_eq!(one.games(), other.games());
        assert_eq!(one.pairs(), other.pairs());
        assert_eq!(one.discs(), other.discs());
        let [_, backwards] = both(players, || kept(3, None), &mut Backwards(Gaming::new()));
        assert_eq!(runner.games, backwards.games, "{players:?}");
    }
}

#[test]
fn a_test_is_decided_by_the_same_pair() {
    let test = || kept(1000, Some("0,200"));
    let players = ["greedy", "random"];
    let [runner, executor] = both(players, test, &mut LocalExecutor::new(3, |_| Gaming::new()));
    assert_ne!(runner.head_to_head.verdict(), Verdict::Open);
    let [_, backwards] = both(players, test, &mut Backwards(Gaming::new()));
    for other in [executor, backwards] {
        assert_eq!(runner.head_to_head.verdict(), other.head_to_head.verdict());
        assert_eq!(
            runner.head_to_head.score().pairs(),
            other.head_to_head.score().pairs()
        );
        assert_eq!(
            runner.head_to_head.score().discs(),
            other.head_to_head.score().discs()
        );
    }
}

#[test]
fn a_test_does_not_run_far_ahead() {
    let given = |short: bool, workers: usize| {
        let mut kept = kept(50, None);
        let players = entrants(["greedy", "random"]);
        let games = Games::new(&mut kept, &players, 1, TimeControl::default()).unwrap();
        let mut games = if short { games.not_far_ahead() } else { games };
        games.capacity(workers);
        let mut count = 0;
        while let Next::Job(..) = games.next() {
            count += 1;
        }
        let waits = games.next() == Next::Wait;
        (count, waits)
    };
    assert_eq!(given(true, 1), (4, true));
    assert_eq!(given(true, 16), (32, true));
    assert_eq!(given(true, usize::MAX), (100, false));
    assert_eq!(given(false, 1), (100, false));
}

#[test]
fn a_game_that_cannot_be_played_ends_the_match() {
    let mut kept = kept(5, None);
    let players = entrants(["greedy", "random"]);
    let mut games = Games::new(&mut kept, &players, 1, TimeControl::default()).unwrap();
    let Next::Job(number, _) = games.next() else {
        panic!("a game");
    };
    let lost = games.answered(number, Err("all have left".to_string()));
    assert_eq!(lost, ControlFlow::Break(()));
    assert_eq!(games.next(), Next::Done);
    assert_eq!(games.failure().as_deref(), Some("game 1: all have left"));
    assert!(kept.games.is_empty());
}

#[test]
fn which_players_can_run_on_a_farm() {
    for text in [
        "engine",
        "engine:12",
        "engine:book=no",
        "engine:book=yes",
        "engine:level=3,book=yes",
        "engine:time=0.1,threads=16",
        "engine:time=0.000000001",
        "engine:depth=60,nodes=18446744073709551615,hash=1024",
        "walle:5",
        "rival:6",
        "greedy",
        "random",
    ] {
        let entrant: Entrant = text.parse().unwrap();
        let portable = entrant.portable().unwrap();
        assert_eq!(Entrant::from_portable(&portable), Ok(entrant), "{text}");
    }
    for (text, why) in [
        ("gtp:./mine --gtp", "is a program of this machine"),
        (
            "engine:weights=a.network,depth=3",
            "the weights in a.network",
        ),
        ("engine:threads=17", "16 threads at most"),
        ("engine:hash=1025", "1024 megabytes at most"),
    ] {
        let entrant: Entrant = text.parse().unwrap();
        let reason = entrant.portable().unwrap_err().to_string();
        assert!(reason.contains(why), "{reason}");
        assert!(Entrant::from_portable(text).unwrap_err().contains(why));
        let mut kept = kept(1, None);
        let both = [entrant, "greedy".parse().unwrap()];
        assert!(Games::new(&mut kept, &both, 1, TimeControl::default()).is_err());
    }
    assert!(Entrant::from_portable("human").is_err());
    assert!(Entrant::from_portable(&format!("engine:{}", "9".repeat(300))).is_err());
}

fn pairing() -> Pairing {
    let mut opening = Game::new(Size::EIGHT);
    for name in ["f5", "d6"] {
        opening.play(name.parse().unwrap()).unwrap();
    }
    Pairing {
        number: 1,
        seats: ByColor { black: 0, white: 1 },
        opening,
    }
}

fn job() -> Value {
    let players = ["greedy", "random"].map(str::to_string);
    let job = GameJob::new(&pairing(), &players, u64::MAX, TimeControl::default());
    serde_json::to_value(job).unwrap()
}

/// A copy of `whole` with another value at one place.
fn with(whole: &Value, pointer: &str, value: Value) -> Value {
    let mut other = whole.clone();
    *other.pointer_mut(pointer).expect("a place") = value;
    other
}

#[test]
fn invalid_jobs_are_refused() {
    let mut hand = Gaming::new();
    perform(&mut hand, &job()).expect("a game");
    let day = json!({"secs": 86_401, "nanos": 0});
    for (pointer, value, why) in [
        ("/start", json!("XO"), "make no board"),
        ("/start", json!("-".repeat(1_000_000)), "too long"),
        ("/start", json!(format!("{} X", "-".repeat(64))), "move 1"),
        ("/moves", json!("a1"), "move 1"),
        ("/moves", json!("f5d6f5"), "move 3"),
        ("/moves", json!("f5".repeat(10_000)), "too long"),
        (
            "/black/player",
            json!("gtp:rm -rf /"),
            "cannot play on others",
        ),
        (
            "/white/player",
            json!("engine:weights=/etc/passwd"),
            "cannot be used on others",
        ),
        ("/white/player", json!("engine:hash=1048576"), "megabytes"),
        ("/white/player", json!("human"), "only programs can play"),
        ("/white/player", json!("nobody"), "is not a player"),
        ("/time/per_move", day.clone(), "no game has so much time"),
        ("/time/margin", day, "no game has so much time"),
    ] {
        match perform(&mut hand, &with(&job(), pointer, value)) {
            Err(Failure::Failed(reason)) => assert!(reason.contains(why), "{reason}"),
            other => panic!("{pointer}: {other:?}"),
        }
    }
    let full = format!("{} X", "X".repeat(64));
    let over = with(&with(&job(), "/start", json!(full)), "/moves", json!(""));
    let reason = perform(&mut hand, &over).unwrap_err();
    assert!(matches!(reason, Failure::Failed(why) if why.contains("is over")));
    perform(&mut hand, &with(&job(), "/number", json!(u64::MAX))).expect("a game");
}

#[test]
fn the_same_game_is_played_again_unless_a_clock_decides() {
    let read = |value: Value| serde_json::from_value::<GameJob>(value).unwrap();
    let game = read(job());
    let [one, other] = [(); 2].map(|()| perform(&mut Gaming::new(), &job()).unwrap());
    assert!(game.is_repeatable() && game.agrees(&one, &other));
    let mut forged = serde_json::to_value(&one).unwrap();
    let moves = forged["moves"].as_str().unwrap().to_string();
    forged["moves"] = json!(moves[..moves.len() - 2]);
    assert!(!game.agrees(&one, &serde_json::from_value(forged).unwrap()));
    let second = json!({"secs": 1, "nanos": 0});
    assert!(!read(with(&job(), "/time/per_move", second)).is_repeatable());
    for player in ["engine:time=0.1", "engine:depth=2,threads=2"] {
        assert!(!read(with(&job(), "/white/player", json!(player))).is_repeatable());
    }
}

#[test]
fn impossible_records_are_refused() {
    let sheet = serde_json::to_value(perform(&mut Gaming::new(), &job()).unwrap()).unwrap();
    let job: GameJob = serde_json::from_value(job()).unwrap();
    let read = |sheet: Value| match serde_json::from_value::<GameSheet>(sheet) {
        Ok(sheet) => job.verify(&sheet).err(),
        Err(error) => Some(error.to_string()),
    };
    assert_eq!(read(sheet.clone()), None);
    let moves = sheet["moves"].as_str().unwrap();
    let fault = |reason: &str| json!({"Fault": {"black": true, "reason": reason}});
    for (pointer, value, why) in [
        ("/moves", json!("f5d6"), "not equally many"),
        ("/moves", json!(format!("a1{}", &moves[2..])), "move 1"),
        ("/moves", json!(format!("{moves}a1")), "move "),
        ("/opening", json!(u64::MAX), "not equally many"),
        ("/opening", json!(0), "not equally many"),
        ("/made", json!([]), "not equally many"),
        ("/made/0/us", json!(u64::MAX), "move 3 cannot be"),
        ("/made/1/value", json!(6401), "move 4 cannot be"),
        ("/made/1/value", json!(i32::MIN), "move 4 cannot be"),
        ("/made/0/depth", json!(u32::MAX), "move 3 cannot be"),
        ("/made/0/us", json!(-1), "invalid value"),
        ("/murmurs/0", json!("x".repeat(40_000)), "too much was said"),
        ("/ending", fault("resigned"), "after its end"),
        (
            "/ending",
            json!({"Adjudicated": {"score": 4}}),
            "to its end",
        ),
        ("/ending", json!({"Void": {"reason": "?"}}), "to its end"),
        ("/start", json!("?"), "is no square"),
        ("/start", json!(""), "make no board"),
    ] {
        let mut other = sheet.clone();
        match other.pointer_mut(pointer) {
            Some(place) => *place = value,
            // A field without a value is absent from the sheet.
            None => other["made"][pointer[6..7].parse::<usize>().unwrap()][&pointer[8..]] = value,
        }
        let reason = read(other).expect(pointer);
        assert!(reason.contains(why), "{pointer}: {reason}");
    }
    let text = sheet.to_string();
    for end in (0..text.len()).step_by(53) {
        assert!(serde_json::from_str::<GameSheet>(&text[..end]).is_err());
    }
    // A game that ended by a fault is short; so must be the reason.
    let short = |reason: &str| {
        let short = with(&sheet, "/moves", json!("f5d6"));
        with(&with(&short, "/made", json!([])), "/ending", fault(reason))
    };
    assert_eq!(read(short("resigned")), None);
    assert!(read(short(&"?".repeat(5000))).unwrap().contains("too long"));
    assert!(
        read(with(&short(""), "/ending", json!("Board")))
            .unwrap()
            .contains("not over")
    );
    let other = with(&short(""), "/moves", json!("f5f6"));
    assert!(
        read(other)
            .unwrap()
            .contains("does not begin with its opening")
    );
}

#[test]
fn a_search_ends_with_the_job() {
    let players = ["engine:depth=60", "engine:depth=60"].map(str::to_string);
    let job = GameJob::new(&pairing(), &players, 1, TimeControl::default());
    let stop = AtomicBool::new(true);
    let progress = &mut |_: &str| {};
    let answer = job.run(
        &mut Gaming::new(),
        &mut Control {
            stop: &stop,
            progress,
        },
    );
    assert_eq!(answer, Err(Failure::Stopped));
    let stop = &AtomicBool::new(false);
    std::thread::scope(|scope| {
        let playing = scope.spawn(move || {
            let progress = &mut |_: &str| {};
            job.run(&mut Gaming::new(), &mut Control { stop, progress })
        });
        std::thread::sleep(Duration::from_millis(300));
        stop.store(true, std::sync::atomic::Ordering::SeqCst);
        assert_eq!(playing.join().unwrap(), Err(Failure::Stopped));
    });
}
