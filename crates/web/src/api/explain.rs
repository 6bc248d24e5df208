//! `/api/explain`: the search tree of a classic opponent.

use std::sync::Arc;

use axum::extract::State;
use engine::{Branch, Chooser, Classic, Known, Level, Method, Opponent, TreeTooLarge};
use rules::Game;
use serde::{Deserialize, Serialize};

use crate::app_state::AppState;
use crate::extract::Body;
use crate::guard::Visitor;
use crate::json::JsonText;
use crate::problem::Problem;
use crate::wire::{Begin, Moves};
use play::explain::tree;
use play::{ComputerSpec, ParsePlayerError};

/// The most positions in a tree. An answer of this size is about 250 kB.
pub const MOST_POSITIONS: usize = 2500;

/// A position and the search to run there.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Explain"))]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[serde(default = "Begin::usual")]
    begin: Begin,
    /// The moves in order, without passes.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
    moves: Vec<String>,
    /// A classic opponent, with or without a level: `walle`, `walle:3`.
    player: String,
    /// The search depth in moves; by default that of its level.
    #[serde(default)]
    #[cfg_attr(test, schemars(range(min = 1, max = u32::MAX)))]
    depth: Option<u32>,
    #[serde(default)]
    method: Way,
}

/// The search algorithm.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(inline))]
#[serde(rename_all = "snake_case")]
enum Way {
    Minimax,
    #[default]
    AlphaBeta,
}

/// The search tree.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Tree"))]
pub struct Answer {
    root: Node,
    /// The number of positions visited.
    visited: usize,
    /// The search depth in moves.
    depth: u32,
}

/// A position of the tree.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Branch"))]
struct Node {
    /// The move that leads here, or `pass`; empty at the root.
    name: String,
    /// `max` if the player at the root moves here, who wants a high value; else `min`.
    #[cfg_attr(test, schemars(extend("enum" = ["max", "min"])))]
    chooser: &'static str,
    /// The value of the position; null when the branch was skipped.
    value: Option<Value>,
    /// The index of the child that the value came from.
    best: Option<usize>,
    /// The cut-off that skipped the last children.
    cut: Option<Cut>,
    children: Vec<Node>,
}

/// A value, exact or a bound.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "BranchValue"))]
struct Value {
    number: i32,
    #[cfg_attr(test, schemars(extend("enum" = ["exact", "at_least", "at_most"])))]
    bound: &'static str,
}

/// A cut-off: the reason why the last branches were skipped.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Cut {
    /// The value that the other player already has elsewhere.
    value: i32,
    /// The moves from the root to that value.
    path: Vec<String>,
    /// The number of children skipped.
    skipped: usize,
}

/// Answers with the tree of a search.
pub async fn explain(
    State(app): State<Arc<AppState>>,
    visitor: Visitor,
    Body(request): Body<Request>,
) -> Result<JsonText, Problem> {
    let state = Arc::clone(&app);
    let network = visitor.network();
    let answered = app.documents.run(visitor.asker(), move |()| {
        let answer = answer(request, |game| {
            state.fair_play.check(network, game.diagram())
        })?;
        JsonText::of(&answer)
    });
    answered.await?
}

/// Runs the search of a request, if the game passes the check.
pub fn answer(
    request: Request,
    check: impl FnOnce(&Game) -> Result<(), Problem>,
) -> Result<Answer, Problem> {
    let Request { begin, moves, .. } = request;
    let game = Moves { begin, moves }.game()?;
    check(&game)?;
    let (opponent, level) = opponent_and_level(&request.player, request.depth)?;
    let method = match request.method {
        Way::Minimax => Method::Minimax,
        Way::AlphaBeta => Method::AlphaBeta,
    };
    let (root, depth) = search(&game, opponent, level, method)?;
    Ok(Answer {
        visited: root.visited(),
        root: root.into(),
        depth,
    })
}

/// The opponent of a request, and its level.
fn opponent_and_level(player: &str, depth: Option<u32>) -> Result<(Classic, Level), Problem> {
    let wrong = |error: ParsePlayerError| Problem::bad("bad_player", error);
    let (opponent, level) = match player.parse().map_err(wrong)? {
        ComputerSpec::Opponent(Opponent::Classic(opponent), level) => (opponent, level),
        ComputerSpec::Opponent(Opponent::Engine, _) => {
            let message =
                "engine searches selectively and keeps no textbook tree; name another player";
            return Err(Problem::bad("bad_player", message));
        }
        ComputerSpec::Rival(_) | ComputerSpec::AutoRival => {
            let message = "a rival plays what people play and has no tree to show; name another \
                           player, such as walle";
            return Err(Problem::bad("bad_player", message));
        }
    };
    let Some(depth) = depth else {
        return Ok((opponent, level.unwrap_or(Level::DEFAULT)));
    };
    let none = || {
        Problem::bad(
            "bad_depth",
            "depth is how many moves to look ahead: 1 or more",
        )
    };
    Ok((opponent, Level::new(depth).ok_or_else(none)?))
}

/// Searches the tree, and returns its root and depth.
fn search(
    game: &Game,
    opponent: Classic,
    level: Level,
    method: Method,
) -> Result<(Branch, u32), Problem> {
    let diagram = game.diagram();
    if game.to_move().is_none() {
        let message = "the game is over in this position: there is nothing to search";
        return Err(Problem::bad("game_over", message));
    }
    let no_search = || {
        Problem::bad(
            "bad_player",
            "random does not look ahead; name another player",
        )
    };
    let evaluation = opponent.evaluation(diagram.size()).ok_or_else(no_search)?;
    let empties = game.empties();
    let depth = opponent.depth(level).moves().min(empties);
    let wrong = |error: TreeTooLarge| Problem::bad("tree_too_large", error);
    let root = tree(diagram.board(), &evaluation, depth, method, MOST_POSITIONS);
    Ok((root.map_err(wrong)?, depth))
}

impl From<Branch> for Node {
    fn from(branch: Branch) -> Node {
        let value = |known: Known| Value {
            number: known.number(),
            bound: match known {
                Known::Exactly(_) => "exact",
                Known::AtLeast(_) => "at_least",
                Known::AtMost(_) => "at_most",
            },
        };
        Node {
            name: branch.name,
            chooser: match branch.chooser {
                Chooser::Max => "max",
                Chooser::Min => "min",
            },
            value: branch.value.map(value),
            best: branch.best,
            cut: branch.cut.map(|cut| Cut {
                value: cut.limit.value,
                path: cut.limit.path,
                skipped: cut.skipped,
            }),
            children: branch.children.into_iter().map(Node::from).collect(),
        }
    }
}
