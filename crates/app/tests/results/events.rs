//! Events with real games, played by classic opponents.

use std::time::Duration;

use arena::contest::{Ending, MoveMade, Played};
use arena::cup::{Bracket, CupGame, Enrolled, Event, Format, Rated, Slot, Standing, Tie};
use engine::{Classic, Level, Random};
use play::TimeControl;
use rules::{ByColor, Color, Date, Game, Size};

/// The entrants, strongest first.
const FIELD: [(Classic, u32); 16] = [
    (Classic::Roxanne, 3),
    (Classic::Walle, 3),
    (Classic::Positional, 3),
    (Classic::CornersEdges, 3),
    (Classic::Roxanne, 2),
    (Classic::Walle, 2),
    (Classic::Positional, 2),
    (Classic::CornersEdges, 2),
    (Classic::Discs, 3),
    (Classic::Roxanne, 1),
    (Classic::Walle, 1),
    (Classic::Positional, 1),
    (Classic::CornersEdges, 1),
    (Classic::Discs, 1),
    (Classic::Greedy, 1),
    (Classic::Random, 1),
];

/// An event that is being played.
pub struct EventBuilder {
    pub event: Event,
    random: Random,
}

impl EventBuilder {
    pub fn new(title: &str, format: Format, side: usize, entrants: usize) -> EventBuilder {
        let enrolled = |(number, (opponent, level)): (usize, &(Classic, u32))| Enrolled {
            name: format!("{opponent} {level}"),
            author: if number % 3 == 0 {
                format!("Student {number}")
            } else {
                String::new()
            },
            player: format!("{opponent}:{level}"),
        };
        let event = Event {
            title: title.to_string(),
            place: "Athens".to_string(),
            date: "2024-05-01 10:30:00".parse::<Date>().ok(),
            format,
            size: Size::new(side).expect("a size"),
            confinement: None,
            time: TimeControl {
                per_move: Some(Duration::from_secs(1)),
                margin: Duration::from_millis(50),
                ..TimeControl::default()
            },
            entrants: FIELD
                .iter()
                .cycle()
                .take(entrants)
                .enumerate()
                .map(enrolled)
                .collect(),
            house: None,
            games: Vec::new(),
            standings: Vec::new(),
            tie_breaks: vec![
                "points of the opponents".to_string(),
                "disc difference".to_string(),
            ],
            qualifier: None,
            bracket: None,
            rulings: Vec::new(),
            ratings: Vec::new(),
            winner: None,
            finished: false,
        };
        EventBuilder {
            event,
            random: Random::new(side as u64 * 100 + entrants as u64),
        }
    }

    /// Plays a game to its end, or up to a move with a fault.
    pub fn play(
        &mut self,
        black: usize,
        white: usize,
        round: usize,
        label: &str,
        fails: Option<usize>,
    ) -> usize {
        let seats = ByColor { black, white };
        let mut game = Game::new(self.event.size);
        let mut moves = Vec::new();
        let opening = 2;
        for number in 0.. {
            let Some(color) = game.to_move() else { break };
            if fails == Some(number) {
                break;
            }
            let entrant = FIELD[seats[color] % FIELD.len()];
            let (opponent, level) = if number < opening {
                (Classic::Random, 1)
            } else {
                entrant
            };
            let level = Level::new(level).expect("a level");
            let decision = opponent.choose(game.diagram(), level, &mut self.random);
            let decision = decision.expect("a legal move");
            game.play(decision.point).expect("it is legal");
            if number >= opening {
                let area = self.event.size.area() as i32;
                // Players without a search report no score.
                let scores = !matches!(opponent, Classic::Random | Classic::Greedy);
                moves.push(MoveMade {
                    spent: Duration::from_micros(self.random.below(900_000) as u64),
                    cpu: None,
                    value: scores.then(|| (decision.choice.value.clamp(-area, area)) * 100 + 25),
                    depth: scores.then_some(decision.choice.depth),
                });
            }
        }
        let opening = opening.min(game.turns().len());
        let mut stderr = [String::new(), String::new()];
        let ending = match (fails, game.to_move()) {
            (Some(_), Some(color)) => {
                stderr[usize::from(color == Color::White)] =
                    "thread 'main' panicked at <board>:\nindex out of bounds & more\n".to_string();
                Ending::Fault {
                    black: color == Color::Black,
                    reason: "ended in the middle of the game: exit code 101".to_string(),
                }
            }
            _ => Ending::Board,
        };
        let played = Played {
            game,
            opening,
            moves,
            ending,
            stderr,
            disturbed: None,
            talk: Default::default(),
        };
        let number = self.event.games.len() + 1;
        self.event.games.push(CupGame {
            number,
            slot: Slot {
                round,
                meeting: 1,
                game: number,
            },
            round,
            label: label.to_string(),
            seats,
            played,
            talk: Default::default(),
            no_sandbox: false,
        });
        number - 1
    }

    /// Two games with both colours. The winner is decided by points, then discs, then seed.
    fn tie(&mut self, entrants: [Option<usize>; 2], round: usize, label: &str) -> Tie {
        let [Some(one), Some(other)] = entrants else {
            let winner = entrants.into_iter().flatten().next();
            return Tie {
                entrants,
                bye: true,
                winner,
                ..Tie::default()
            };
        };
        let games = vec![
            self.play(one, other, round, label, None),
            self.play(other, one, round, label, None),
        ];
        let points = [one, other].map(|who| {
            games
                .iter()
                .map(|&place| half_points(&self.event.games[place], who) as f64 / 2.0)
                .sum::<f64>()
        });
        let discs: i32 = games
            .iter()
            .map(|&place| &self.event.games[place])
            .map(|game| {
                if game.seats.black == one {
                    game.played.score()
                } else {
                    -game.played.score()
                }
            })
            .sum();
        let (first, decided_by) = if points[0] != points[1] {
            (points[0] > points[1], "")
        } else if discs != 0 {
            (discs > 0, "disc difference")
        } else {
            (true, "seeding")
        };
        Tie {
            entrants,
            bye: false,
            points,
            games,
            winner: Some(if first { one } else { other }),
            decided_by: decided_by.to_string(),
        }
    }

    /// Plays at most `most` rounds of a knock-out.
    pub fn knock_out(&mut self, most: usize) {
        let entrants = self.event.entrants.len() - usize::from(self.event.house.is_some());
        let field = entrants.next_power_of_two();
        // 1 meets the last, 2 the last but one; 1 and 2 can meet only in the final.
        let mut order = vec![0];
        while order.len() < field {
            let sum = 2 * order.len() - 1;
            order = order
                .into_iter()
                .flat_map(|seed| [seed, sum - seed])
                .collect();
        }
        let mut left: Vec<Option<usize>> = order
            .into_iter()
            .map(|seed| (seed < entrants).then_some(seed))
            .collect();
        let mut rounds = Vec::new();
        while left.len() > 1 {
            let round = rounds.len() + 1;
            let label = match left.len() {
                2 => "Final".to_string(),
                4 => "Semi-final".to_string(),
                _ => format!("Round {round}"),
            };
            let pairs: Vec<[Option<usize>; 2]> =
                left.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
            let ties: Vec<Tie> = pairs
                .into_iter()
                .map(|entrants| {
                    if round > most {
                        Tie {
                            entrants,
                            ..Tie::default()
                        }
                    } else {
                        self.tie(entrants, round, &label)
                    }
                })
                .collect();
            left = ties.iter().map(|tie| tie.winner).collect();
            rounds.push(ties);
        }
        self.event.winner = left[0];
        self.event.finished = left[0].is_some();
        self.event.bracket = Some(Bracket { rounds });
    }

    /// A round robin; one game ends by a fault.
    pub fn round_robin(&mut self, faulty: Option<usize>) {
        let count = self.event.entrants.len();
        for one in 0..count {
            for other in one + 1..count {
                let fails = (faulty == Some(self.event.games.len())).then_some(9);
                let round = (one + other) % count + 1;
                self.play(one, other, round, &format!("Round {round}"), fails);
            }
        }
        self.event.finished = true;
    }

    /// The event with its standings and its ratings.
    pub fn done(mut self) -> Event {
        let event = &mut self.event;
        let mut standings: Vec<Standing> = (0..event.entrants.len())
            .filter(|&entrant| Some(entrant) != event.house)
            .map(|entrant| standing(&event.games, entrant))
            .collect();
        standings.sort_by(|a, b| {
            let winner = |line: &Standing| event.winner == Some(line.entrant);
            let key = |line: &Standing| (winner(line), line.points, line.discs as f64);
            key(b).partial_cmp(&key(a)).expect("numbers")
        });
        for (index, line) in standings.iter_mut().enumerate() {
            line.rank = index + 1;
        }
        event.ratings = standings
            .iter()
            .map(|line| {
                let games = line.won + line.drawn + line.lost;
                let share = (line.points + 0.5) / (games as f64 + 1.0);
                Rated {
                    entrant: line.entrant,
                    elo: 400.0 * (share / (1.0 - share)).log10(),
                    error: 600.0 / (games.max(1) as f64).sqrt(),
                    games,
                }
            })
            .collect();
        if event.finished && event.winner.is_none() {
            event.winner = standings.first().map(|line| line.entrant);
        }
        event.standings = standings;
        self.event
    }
}

fn half_points(game: &CupGame, entrant: usize) -> usize {
    match game.played.winner() {
        None => 1,
        Some(color) => 2 * usize::from(game.seats[color] == entrant),
    }
}

fn standing(games: &[CupGame], entrant: usize) -> Standing {
    let own: Vec<&CupGame> = games
        .iter()
        .filter(|game| game.seats.black == entrant || game.seats.white == entrant)
        .collect();
    let ended = |half: usize| {
        own.iter()
            .filter(|game| half_points(game, entrant) == half)
            .count()
    };
    let discs = own.iter().map(|game| {
        let sign = if game.seats.black == entrant { 1 } else { -1 };
        i64::from(sign * game.played.score())
    });
    let faults = own
        .iter()
        .filter(|game| game.played.ending != Ending::Board && half_points(game, entrant) == 0);
    let (won, drawn, lost) = (ended(2), ended(1), ended(0));
    let discs: i64 = discs.sum();
    Standing {
        entrant,
        rank: 0,
        won,
        drawn,
        lost,
        points: won as f64 + drawn as f64 / 2.0,
        discs,
        tie_breaks: vec![lost as f64 + 0.5, discs as f64],
        faults: faults.count(),
    }
}

/// Sixteen entrants on 8×8; the winner meets the house.
pub fn cup_of_16() -> Event {
    let mut builder = EventBuilder::new("Reversi Cup 2024", Format::Knockout, 8, 16);
    builder.event.entrants.push(Enrolled {
        name: "House".to_string(),
        author: String::new(),
        player: "engine:4".to_string(),
    });
    builder.event.house = Some(16);
    builder.knock_out(9);
    let winner = builder.event.winner.expect("a winner");
    builder.play(winner, 16, 5, "House match", None);
    builder.play(16, winner, 5, "House match", None);
    builder.done()
}

/// Thirteen entrants, three with a bye in the first round; with a game for third place.
pub fn cup_of_13() -> Event {
    let mut builder = EventBuilder::new("Κύπελλο Ρεβέρσι", Format::Knockout, 8, 13);
    builder.knock_out(9);
    builder.play(3, 2, 4, "Third place", None);
    builder.play(2, 3, 4, "Third place", None);
    builder.done()
}

/// Seven entrants on 6×6; one program dies.
pub fn league_of_7() -> Event {
    let mut builder = EventBuilder::new("Class league", Format::RoundRobin, 6, 7);
    builder.round_robin(Some(4));
    builder.done()
}

/// One game on the largest board.
pub fn large() -> Event {
    let mut builder = EventBuilder::new("The largest board", Format::RoundRobin, 26, 2);
    builder.event.entrants = vec![builder.event.entrants[0].clone(); 12];
    builder.play(9, 10, 1, "Round 1", None);
    builder.event.entrants.truncate(2);
    builder.event.games[0].seats = ByColor { black: 0, white: 1 };
    builder.event.finished = true;
    builder.done()
}

/// One game between two entrants.
pub fn one_game() -> Event {
    let mut builder = EventBuilder::new("", Format::RoundRobin, 8, 2);
    builder.play(0, 1, 1, "", None);
    builder.event.finished = true;
    builder.done()
}

/// A knock-out after its first round.
pub fn unfinished() -> Event {
    let mut builder = EventBuilder::new("Reversi Cup 2024", Format::Knockout, 8, 8);
    builder.knock_out(1);
    builder.done()
}

/// An event without games.
pub fn empty() -> Event {
    EventBuilder::new("Tomorrow", Format::Swiss, 8, 4).event
}

/// Many games between two entrants, few of them different.
pub fn long_match(games: usize) -> Event {
    let mut builder = EventBuilder::new("A long match", Format::RoundRobin, 8, 2);
    for number in 0..games.min(40) {
        builder.play(number % 2, 1 - number % 2, number / 2 + 1, "", None);
    }
    for number in builder.event.games.len()..games {
        let mut game = builder.event.games[number % 40].clone();
        game.number = number + 1;
        game.round = number / 2 + 1;
        builder.event.games.push(game);
    }
    builder.event.finished = true;
    builder.done()
}
