//! The reviewer: analyses the positions of a game from the last to the first.

use std::fmt;
use std::sync::atomic::Ordering;

use engine::{Analysis, Engine, Kind, Limits, Score};
use rules::{Diagram, Game, Inset, Point, Size, Symmetry, Turn};

use super::effort::MIN_DEPTH;
use super::scored_line::ScoredLine;
use super::{Effort, Judged, Review, Standing};
use crate::player::Watch;

/// A position is decided when a side is ahead by more than this after the move.
const DECIDED: Score = Score::from_discs(24);

/// Reviews a game step by step. The caller provides the engine for each step.
#[derive(Debug)]
pub struct Reviewer {
    inset: Inset,
    review: Review,
    /// The number of positions left to judge; they are the first ones of the game.
    left: usize,
}

impl Reviewer {
    /// A reviewer with no position judged.
    ///
    /// # Errors
    /// When the engine has no scores in discs for this board size.
    pub fn new(game: Game, effort: Effort) -> Result<Reviewer, UnreviewableSize> {
        let inset = Inset::of(game.size()).ok_or(UnreviewableSize(game.size()))?;
        Ok(Reviewer {
            inset,
            left: game.turns().len() + 1,
            review: Review::new(game, effort),
        })
    }

    /// Judges the last open position and the move played there. Returns false when none is left, or
    /// when it was stopped.
    ///
    /// Scores do not depend on earlier searches: the transposition table is cleared before an estimate.
    /// The choice among equally good lines may depend on them.
    pub fn step(&mut self, engine: &mut Engine, watch: &mut Watch<'_>) -> bool {
        let Some(index) = self.left.checked_sub(1) else {
            return false;
        };
        let turn = self.review.game.turns().get(index).copied();
        let standing = match turn {
            Some(turn) => self.judge_move(index, &turn, engine, watch),
            None => self.judge_end(engine, watch),
        };
        if standing.is_none() {
            return false;
        }
        self.review.standings[index] = standing;
        self.left = index;
        true
    }

    /// The review so far.
    #[must_use]
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// The number of steps left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// The review, which may be incomplete.
    #[must_use]
    pub fn into_review(self) -> Review {
        self.review
    }

    /// Judges the last position of the game.
    fn judge_end(&self, engine: &mut Engine, watch: &mut Watch<'_>) -> Option<Standing> {
        let diagram = *self.review.game.diagram();
        let result = self.analyse(&diagram, &self.limits(&diagram, false), engine, watch)?;
        Some(result.standing(diagram.to_move()))
    }

    /// Judges a move and the position before it.
    fn judge_move(
        &mut self,
        index: usize,
        turn: &Turn,
        engine: &mut Engine,
        watch: &mut Watch<'_>,
    ) -> Option<Standing> {
        let before = turn.before();
        let empties = before.board().empties();
        // An exact score does not depend on the transposition table. An estimate does: the table has
        // the next position of the game from the step before, searched deeper than the other moves.
        if empties > self.review.effort.exact {
            engine.clear();
        }
        let next = self
            .review
            .standings
            .get(index + 1)
            .and_then(Option::as_ref);
        let is_decided = next.is_some_and(|next| next.score.units().abs() > DECIDED.units());
        let limits = self.limits(before, is_decided);
        let mut best = self.analyse(before, &limits, engine, watch)?;
        let played = self.score_played(index, turn, &best, engine, watch)?;
        // Selective searches may disagree: then the played move counts as the best.
        if played.score >= best.score {
            best = ScoredLine {
                kind: best.kind,
                ..played.clone()
            };
        }
        let standing = best.standing(turn.color());
        self.review.moves[index] = Some(Judged {
            number: index + 1,
            color: turn.color(),
            point: turn.point(),
            squares: before.size().area() as u32,
            empties,
            before: best.score,
            after: played.score,
            kind: best.kind,
            line: best.line,
            played: played.line,
            forced: before.legal_moves().len() == 1,
        });
        Some(standing)
    }

    /// The score of the played move for the side that made it, searched as deep as the best move.
    fn score_played(
        &self,
        index: usize,
        turn: &Turn,
        best: &ScoredLine,
        engine: &mut Engine,
        watch: &mut Watch<'_>,
    ) -> Option<ScoredLine> {
        if let Some(symmetry) = self.symmetry_to_played(turn, &best.line) {
            let size = turn.before().size();
            let line = best.line.iter();
            let turned = line.map(|point| point.map(|point| symmetry.point(point, size)));
            return Some(ScoredLine {
                line: turned.collect(),
                ..best.clone()
            });
        }
        let next = turn.before().play(turn.point())?;
        let reply = match best.kind {
            Kind::Estimate(depth) | Kind::Book(depth) | Kind::Heuristic(depth) => {
                let limits = Limits::depth(depth.saturating_sub(1));
                self.analyse(&next, &limits, engine, watch)?
            }
            Kind::Probable(percent) => {
                let limits = Limits {
                    enough: Some(percent),
                    ..Limits::default()
                };
                self.analyse(&next, &limits, engine, watch)?
            }
            // The next position of the game has been solved in the step before.
            Kind::Exact | Kind::WinLossDraw | Kind::Bounds(..) => {
                let known = self.review.standings.get(index + 1)?.as_ref()?;
                ScoredLine::from_standing(known, next.to_move(), turn.passed().is_some())
            }
        };
        Some(reply.before_move(turn.point()))
    }

    /// The symmetry that maps the first move of a line to the played move, if both lead to the same
    /// position up to that symmetry.
    fn symmetry_to_played(&self, turn: &Turn, line: &[Option<Point>]) -> Option<Symmetry> {
        let other = line.first().copied().flatten()?;
        let after = |point| Some(self.inset.board(turn.before().play(point)?.board()));
        let (wanted, found) = (after(turn.point())?, after(other)?);
        let size = turn.before().size();
        let fits = |symmetry: &Symmetry| {
            symmetry.point(other, size) == turn.point() && symmetry.board(found) == wanted
        };
        Symmetry::ALL.into_iter().find(fits)
    }

    fn limits(&self, diagram: &Diagram, is_decided: bool) -> Limits {
        let empties = diagram.board().empties();
        self.review
            .effort
            .limits(diagram.size(), empties, is_decided)
    }

    /// Analyses a position, for its side to move; `None` when it was stopped.
    fn analyse(
        &self,
        diagram: &Diagram,
        limits: &Limits,
        engine: &mut Engine,
        watch: &mut Watch<'_>,
    ) -> Option<ScoredLine> {
        let stop = watch.stop;
        let mut search = |limits: &Limits| {
            let mut iterations = Vec::new();
            let mut on_progress = |analysis: &Analysis| {
                iterations.push(analysis.best().score);
                (watch.on_progress)(analysis);
            };
            let analysis = engine.analyse(diagram, limits, 1, stop, &mut on_progress);
            (analysis, iterations)
        };
        let (mut analysis, mut iterations) = search(limits);
        if limits.time.is_some() && analysis.depth < MIN_DEPTH {
            // The time was too short for a score that can be compared.
            (analysis, iterations) = search(&Limits {
                depth: Some(MIN_DEPTH),
                time: None,
                ..limits.clone()
            });
        }
        let stopped = stop.load(Ordering::SeqCst);
        (!stopped).then(|| ScoredLine::new(&analysis, &iterations))
    }
}

/// The engine has no scores in discs for this board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreviewableSize(pub Size);

impl fmt::Display for UnreviewableSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0;
        write!(
            f,
            "games on a {size}×{size} board cannot be reviewed; those on 4×4, 6×6 and 8×8 can"
        )
    }
}

impl std::error::Error for UnreviewableSize {}
