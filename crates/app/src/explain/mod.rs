//! `reversi explain`: a search drawn as a tree.

mod example;
mod svg;
mod text;

use std::io::Write;

use anyhow::{Result, bail};
use engine::{Branch, Choice, Evaluation, Known, Method, Opponent, PositionTree, Turn};
use play::Player;
use rules::{Color, Diagram, Position};

use crate::cli::ExplainArgs;
use crate::draw::{Drawing, Style};
use crate::paint::Paint;
use crate::{files, position};

/// Trees with more positions than this are of no use to a reader.
const MOST_POSITIONS: usize = 20_000;

/// A tree with what its pictures say around it.
pub struct Explanation {
    /// The heading.
    pub title: String,
    /// Who wants a high value, and who a low one.
    pub players: [String; 2],
    /// Whether the player who wants a high value has the black discs.
    pub max_is_black: bool,
    /// The position at the root, unless the tree is only numbers.
    pub diagram: Option<Diagram>,
    /// The tree.
    pub root: Branch,
    /// What came of it, in a sentence.
    pub conclusion: String,
}

impl Explanation {
    /// The name of the player whose turn it is.
    pub fn player(&self, turn: Turn) -> &str {
        match turn {
            Turn::Max => &self.players[0],
            Turn::Min => &self.players[1],
        }
    }

    /// Why a node's last branches were skipped, in a sentence; `None` when none were.
    pub fn why_cut(&self, branch: &Branch) -> Option<String> {
        let cut = branch.cut.as_ref()?;
        let skipped: Vec<&str> = branch
            .children
            .iter()
            .filter(|child| child.value.is_none())
            .map(|child| child.name.as_str())
            .collect();
        let (direction, other) = match branch.turn {
            Turn::Max => ("more", Turn::Min),
            Turn::Min => ("less", Turn::Max),
        };
        let number = |value: i32| Known::Exactly(value);
        Some(format!(
            "skipped {}: this is worth {} or {direction} whatever they bring, and {} can have {} with {}",
            skipped.join(" "),
            number(branch.value?.number()),
            self.player(other),
            number(cut.limit.value),
            cut.limit.path.join(" "),
        ))
    }
}

/// Prints the tree, and draws it if asked to.
pub fn run(args: &ExplainArgs, mut out: Box<dyn Write>) -> Result<()> {
    let method = args.method.into();
    let explanation = match &args.position {
        Some(text) => explain_position(text, args, method)?,
        None => example::explain(method)?,
    };
    if let Some(diagram) = &explanation.diagram {
        let drawing = Drawing {
            diagram,
            legal: diagram.legal_moves(),
            last: None,
            style: Style::Letters,
            paint: Paint::detect(),
        };
        writeln!(out, "{}", drawing.text())?;
    }
    text::write(&explanation, &mut *out)?;
    if let Some(path) = &args.svg {
        files::write_whole(path, svg::draw(&explanation).as_bytes())?;
        writeln!(out, "The tree is drawn in {}", path.display())?;
    }
    Ok(out.flush()?)
}

fn explain_position(text: &str, args: &ExplainArgs, method: Method) -> Result<Explanation> {
    let (opponent, level) = match args.player {
        Player::Computer(opponent, level) => match args.depth {
            Some(depth) => (opponent, depth),
            None => (opponent, level),
        },
        Player::Human => bail!("people do not search this way; name a computer player"),
    };
    let game = position::read(text, args.size)?;
    let Some(color) = game.to_move() else {
        bail!("the game is over in this position: there is nothing to search");
    };
    let diagram = game.diagram();
    let size = diagram.size();
    let Some(evaluation) = opponent.evaluation(size) else {
        bail!("{opponent} does not look ahead; name another player, such as walle");
    };
    // The opponent may look further than its level near the end, or not look ahead at all.
    let Some(choice) = opponent.consider(diagram, level, Method::AlphaBeta) else {
        bail!("there is no legal move in this position");
    };
    let root = tree(diagram.board(), &evaluation, choice.depth, method)?;
    Ok(Explanation {
        title: format!(
            "{opponent} looks {} {} ahead by {}: {color} to move",
            choice.depth,
            if choice.depth == 1 { "move" } else { "moves" },
            name(method)
        ),
        players: [color.to_string(), color.opponent().to_string()],
        max_is_black: color == Color::Black,
        diagram: Some(*diagram),
        conclusion: conclude(&root, opponent, &choice),
        root,
    })
}

fn tree<P: Position>(
    position: &P,
    evaluation: &Evaluation<P>,
    depth: u32,
    method: Method,
) -> Result<Branch> {
    let tree = PositionTree::new(evaluation);
    let root = PositionTree::root(*position, depth);
    Ok(engine::explain(&tree, &root, method, MOST_POSITIONS)?)
}

fn conclude(root: &Branch, opponent: Opponent, choice: &Choice) -> String {
    let line = root.principal_line();
    let mut text = format!(
        "{opponent} plays {}, worth {} if both sides play on as they should: {}.",
        line.first().unwrap_or(&"nothing"),
        Known::Exactly(choice.value),
        line.join(" "),
    );
    if choice.best.len() > 1 {
        text += &format!(" Equally good: {}.", choice.best);
    }
    text
}

/// A method's name in a sentence.
fn name(method: Method) -> &'static str {
    match method {
        Method::Minimax => "minimax",
        Method::AlphaBeta => "alpha-beta",
    }
}
