//! `reversi explain`: a search shown as a tree.

mod engine_lines;
mod example;
mod svg;
mod text;

use std::io::Write;

use anyhow::{Result, bail};
use engine::{Branch, Choice, Chooser, Classic, Evaluation, Known, Level, Method, Opponent};
use rules::{Color, Diagram, Game, Position};

use play::ComputerSpec;

use crate::cli::{ExplainArgs, Usage};
use crate::draw::{Drawing, Style};
use crate::paint::Paint;
use play::explain::tree;
use records::files;

use crate::position;

/// Maximum number of positions: larger trees are unreadable.
const MOST_POSITIONS: usize = 20_000;

/// A tree with the texts around it.
pub struct Explanation {
    /// The heading.
    pub title: String,
    /// The names of the maximizing and the minimizing player.
    pub players: [String; 2],
    /// The label of the root.
    pub root_name: String,
    /// True if the maximizing player is Black.
    pub max_is_black: bool,
    /// The position at the root; `None` for a tree of numbers.
    pub diagram: Option<Diagram>,
    /// The tree.
    pub root: Branch,
    /// The result in a sentence.
    pub conclusion: String,
}

impl Explanation {
    /// The name of the player who chooses at a node.
    pub fn player(&self, chooser: Chooser) -> &str {
        match chooser {
            Chooser::Max => &self.players[0],
            Chooser::Min => &self.players[1],
        }
    }

    /// The reason why the last branches of a node were skipped; `None` when none were.
    pub fn why_cut(&self, branch: &Branch) -> Option<String> {
        let cut = branch.cut.as_ref()?;
        let skipped: Vec<&str> = branch
            .children
            .iter()
            .filter(|child| child.value.is_none())
            .map(|child| child.name.as_str())
            .collect();
        let (direction, other) = match branch.chooser {
            Chooser::Max => ("more", Chooser::Min),
            Chooser::Min => ("less", Chooser::Max),
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

/// Writes the picture if asked for, and prints the tree.
pub fn run(args: &ExplainArgs, mut out: Box<dyn Write>) -> Result<()> {
    let method = args.method.into();
    let explanation = match (&args.position, args.player) {
        (None, _) => example::explain(method)?,
        (Some(text), ComputerSpec::Opponent(Opponent::Engine, _)) => {
            return explain_engine(text, args, &mut *out);
        }
        (Some(text), ComputerSpec::Opponent(Opponent::Classic(classic), _)) => {
            explain_position(text, args, classic, method)?
        }
        (Some(_), ComputerSpec::Rival(_) | ComputerSpec::AutoRival) => {
            return Err(Usage(
                "a rival plays what people play and has no tree to show; name another player, such \
                 as walle or engine",
            )
            .into());
        }
    };
    // The picture is written first: it is wanted even if the output pipe is closed early.
    if let Some(path) = &args.svg {
        files::write_atomically(path, svg::draw(&explanation).as_bytes())?;
    }
    if let Some(diagram) = &explanation.diagram {
        writeln!(out, "{}", drawn(diagram))?;
    }
    text::write(&explanation, &mut *out)?;
    if let Some(path) = &args.svg {
        writeln!(out, "The tree is drawn in {}", path.display())?;
    }
    Ok(out.flush()?)
}

/// Prints the engine's analysis instead of a tree.
fn explain_engine(text: &str, args: &ExplainArgs, out: &mut dyn Write) -> Result<()> {
    if args.svg.is_some() {
        return Err(
            Usage("the engine has no tree to draw; name another player, such as walle").into(),
        );
    }
    let game = read_position(text, args)?;
    let level = args.depth.or(args.player.level()).unwrap_or(Level::DEFAULT);
    writeln!(out, "{}", drawn(game.diagram()))?;
    write!(out, "{}", engine_lines::text(&game, level))?;
    Ok(out.flush()?)
}

fn drawn(diagram: &Diagram) -> String {
    let drawing = Drawing {
        diagram,
        legal: diagram.legal_moves(),
        last: None,
        style: Style::Letters,
        paint: Paint::detect(),
    };
    drawing.text()
}

/// Reads the position on the command line.
///
/// # Errors
/// When it is not a position, or the game is over in it.
fn read_position(text: &str, args: &ExplainArgs) -> Result<Game> {
    let game = position::read(text, args.size.get())?;
    if game.is_over() {
        bail!("the game is over in this position: there is nothing to search");
    }
    Ok(game)
}

fn explain_position(
    text: &str,
    args: &ExplainArgs,
    opponent: Classic,
    method: Method,
) -> Result<Explanation> {
    let level = args.depth.or(args.player.level()).unwrap_or(Level::DEFAULT);
    let game = read_position(text, args)?;
    let diagram = game.diagram();
    let (color, size) = (diagram.to_move(), diagram.size());
    let Some(evaluation) = opponent.evaluation(size) else {
        return Err(Usage("random does not look ahead; name another player, such as walle").into());
    };
    let empties = game.empties();
    let depth = opponent.depth(level).moves().min(empties);
    let root = tree(diagram.board(), &evaluation, depth, method, MOST_POSITIONS)?;
    let Some(choice) = opponent.consider(diagram, level, Method::AlphaBeta) else {
        bail!("there is no legal move in this position");
    };
    Ok(Explanation {
        title: format!(
            "{opponent} looks {} {} ahead by {}: {color} to move",
            depth,
            if depth == 1 { "move" } else { "moves" },
            name(method)
        ),
        players: [color.to_string(), color.opponent().to_string()],
        root_name: String::new(),
        max_is_black: color == Color::Black,
        diagram: Some(*diagram),
        conclusion: conclude(&root, opponent, &choice, &evaluation, method),
        root,
    })
}

/// The result of the search in a sentence or two.
fn conclude<P: Position>(
    root: &Branch,
    opponent: Classic,
    choice: &Choice,
    evaluation: &Evaluation<P>,
    method: Method,
) -> String {
    let line = root.principal_line();
    let worth = match evaluation.discs_won(choice.value) {
        Some(discs) if discs > 0 => format!("which wins by {discs}"),
        Some(discs) => format!("which loses by {}", -discs),
        None => format!("worth {}", Known::Exactly(choice.value)),
    };
    let (first, chance) = match (choice.best.len(), method) {
        (1, _) => (choice.best.to_string(), ""),
        (_, Method::Minimax) => (
            format!("one of {}", choice.best),
            " It picks one of these equals by chance.",
        ),
        (_, Method::AlphaBeta) => (
            format!("one of {}", choice.best),
            " It looks a little wider than this tree to know that they are equal, then picks one \
             by chance.",
        ),
    };
    let line = line.join(" ");
    let over = match winning_value(root, evaluation) {
        Some((value, discs)) => format!(
            " Beyond ±100000 the game is over: {} is won by {discs}.",
            Known::Exactly(value)
        ),
        None => String::new(),
    };
    format!("{opponent} plays {first}, {worth} if both go on as they should: {line}.{chance}{over}")
}

/// An example of a value that means a won game, and by how much.
fn winning_value<P: Position>(branch: &Branch, evaluation: &Evaluation<P>) -> Option<(i32, i32)> {
    let own = branch.value.map(|value| value.number().abs());
    let won = own.and_then(|value| Some((value, evaluation.discs_won(value)?)));
    let below = || {
        let mut children = branch.children.iter();
        children.find_map(|child| winning_value(child, evaluation))
    };
    won.or_else(below)
}

/// The name of a method.
fn name(method: Method) -> &'static str {
    match method {
        Method::Minimax => "minimax",
        Method::AlphaBeta => "alpha-beta",
    }
}
