//! Cassio server: our engine behind Cassio's protocol.

use std::collections::{HashMap, VecDeque};
use std::time::Instant;

use engine::{Analysis, Kind, Limits};
use rules::Diagram;

use super::message::{Command, Fed, Finding, MOST, Reply, Search, WrongCommand};
use crate::protocol::{Action, Question, Service};

/// The maximum number of waiting requests.
const LONGEST_QUEUE: usize = 256;

/// The maximum number of positions with fed results.
const MOST_FED: usize = 100_000;

/// The selectivity of a selective midgame search, in percent.
const SELECTIVE: u8 = 73;

/// Cassio's protocol with our engine behind it.
#[derive(Default)]
pub struct Server {
    /// Requests that wait for the end of the search, in order.
    waiting: VecDeque<Result<Command, WrongCommand>>,
    searching: Option<Searching>,
    /// Results of other engines, by position (`feed-hash`).
    fed: HashMap<Diagram, Fed>,
}

struct Searching {
    search: Search,
    since: Instant,
    nodes: u64,
    /// The last reported finding; equal findings are not repeated.
    said: Option<Finding>,
}

impl Server {
    /// A server without a search and without fed results.
    #[must_use]
    pub fn new() -> Server {
        Server::default()
    }

    /// Executes the waiting requests up to the next search.
    fn go_on(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        while self.searching.is_none()
            && let Some(command) = self.waiting.pop_front()
        {
            actions.extend(match command {
                Ok(command) => self.obey(command),
                Err(wrong) => vec![say(Reply::Error(wrong.0)), say(Reply::Ready)],
            });
        }
        actions
    }

    fn obey(&mut self, command: Command) -> Vec<Action> {
        match command {
            Command::Init | Command::NewPosition => vec![say(Reply::Ready)],
            Command::GetVersion => {
                let version = concat!("Reversi ", env!("CARGO_PKG_VERSION"));
                vec![say(Reply::Version(version.to_string())), say(Reply::Ready)]
            }
            Command::Search(search) => self.search(*search),
            Command::FeedHash(fed) => {
                if self.fed.len() >= MOST_FED {
                    self.fed.clear();
                }
                self.fed.insert(fed.diagram, *fed);
                Vec::new()
            }
            Command::EmptyHash => {
                self.fed.clear();
                vec![Action::Forget]
            }
            // The other commands were answered at once.
            Command::Alive | Command::Stop | Command::GetSearchInfos | Command::Quit => Vec::new(),
        }
    }

    fn search(&mut self, search: Search) -> Vec<Action> {
        if let Some(found) = self
            .fed
            .get(&search.diagram)
            .and_then(|fed| known(fed, &search))
        {
            return vec![say(Reply::Found(Box::new(found))), say(Reply::Ready)];
        }
        let question = Question {
            diagram: search.diagram,
            limits: limits(&search),
            lines: 1,
        };
        self.searching = Some(Searching {
            search,
            since: Instant::now(),
            nodes: 0,
            said: None,
        });
        vec![Action::Think(Box::new(question))]
    }
}

impl Service for Server {
    fn hear(&mut self, line: &str) -> Vec<Action> {
        let command = Command::read(line);
        match (&command, &self.searching) {
            (Ok(Command::Alive), None) => return vec![say(Reply::Ready)],
            (Ok(Command::Alive), Some(_)) => return vec![say(Reply::Busy)],
            (Ok(Command::GetSearchInfos), None) => return vec![say(Reply::Ready)],
            (Ok(Command::GetSearchInfos), Some(searching)) => {
                let seconds = searching.since.elapsed().as_secs_f64();
                return vec![say(Reply::Infos(searching.nodes, seconds))];
            }
            (Ok(Command::Stop), _) => {
                self.waiting.clear();
                self.searching = None;
                return vec![Action::Stop, say(Reply::Ready)];
            }
            (Ok(Command::Quit), _) => return vec![Action::Stop, say(Reply::Bye), Action::Leave],
            _ => {}
        }
        if self.waiting.len() >= LONGEST_QUEUE {
            let text = format!("more than {LONGEST_QUEUE} requests are waiting");
            return vec![say(Reply::Error(text))];
        }
        self.waiting.push_back(command);
        self.go_on()
    }

    fn found(&mut self, analysis: &Analysis, done: bool) -> Vec<Action> {
        let Some(searching) = &mut self.searching else {
            return Vec::new();
        };
        searching.nodes = analysis.nodes;
        let found = finding(&searching.search, analysis);
        let mut actions = Vec::new();
        if searching
            .said
            .as_ref()
            .is_none_or(|said| differs(said, &found))
        {
            searching.said = Some(found.clone());
            actions.push(say(Reply::Found(Box::new(found))));
        }
        if done {
            self.searching = None;
            actions.push(say(Reply::Ready));
            actions.extend(self.go_on());
        }
        actions
    }
}

fn say(reply: Reply) -> Action {
    Action::say(reply.to_string())
}

/// The limits of a search. The engine searches for the exact value, whatever the window, unless
/// only the winner is asked for.
fn limits(search: &Search) -> Limits {
    let empties = search.diagram.board().empties();
    let depth = search.depth.unwrap_or(empties).clamp(1, empties.max(1));
    let only_winner = search.alpha >= -1.0 && search.beta <= 1.0;
    match search.precision {
        100 if depth == empties && only_winner => Limits::win_loss_draw(),
        100 if depth == empties => Limits::exact(),
        100 => Limits {
            thorough: true,
            ..Limits::depth(depth)
        },
        percent => Limits {
            enough: Some(percent),
            ..Limits::depth(depth)
        },
    }
}

/// A result of the engine, clipped to the requested window.
fn finding(search: &Search, analysis: &Analysis) -> Finding {
    let best = analysis.best();
    let (score, kind) = (best.discs().unwrap_or_default().discs(), best.kind);
    let (lower, upper) = match kind {
        Kind::Bounds(low, high) => (low.discs(), high.discs()),
        Kind::WinLossDraw if score > 0.0 => (1.0, MOST),
        Kind::WinLossDraw if score < 0.0 => (-MOST, -1.0),
        _ if score >= search.beta && search.beta < MOST => (score, MOST),
        _ if score <= search.alpha && search.alpha > -MOST => (-MOST, score),
        _ => (score, score),
    };
    let thorough = search.precision == 100;
    Finding {
        diagram: search.diagram,
        point: analysis.best().point(),
        depth: analysis.depth,
        precision: match kind {
            Kind::Exact | Kind::WinLossDraw | Kind::Bounds(..) => 100,
            Kind::Probable(percent) => percent,
            _ if thorough => 100,
            _ => SELECTIVE,
        },
        lower,
        upper,
        line: best.moves.clone(),
        nodes: analysis.nodes,
        seconds: analysis.time.as_secs_f64(),
    }
}

/// Whether a finding differs from the last one.
fn differs(said: &Finding, found: &Finding) -> bool {
    let essence = |found: &Finding| (found.point, found.depth, found.precision);
    essence(said) != essence(found)
        || (said.lower, said.upper) != (found.lower, found.upper)
        || said.line != found.line
}

/// The fed result, if it answers the request: a legal move, the requested depth, and a value that
/// is exact or outside the window.
fn known(fed: &Fed, search: &Search) -> Option<Finding> {
    let empties = search.diagram.board().empties();
    let depth = search.depth.unwrap_or(empties).min(empties);
    let deep_enough = fed.depth >= depth && fed.precision >= search.precision;
    let decided = fed.lower == fed.upper || fed.lower >= search.beta || fed.upper <= search.alpha;
    let point = fed.line.first().copied().flatten()?;
    let legal = search.diagram.legal_moves().contains(point);
    (deep_enough && decided && legal && fed.lower <= fed.upper).then(|| Finding {
        diagram: search.diagram,
        point: Some(point),
        depth: fed.depth,
        precision: fed.precision,
        lower: fed.lower,
        upper: fed.upper,
        line: fed.line.clone(),
        nodes: 0,
        seconds: 0.0,
    })
}
