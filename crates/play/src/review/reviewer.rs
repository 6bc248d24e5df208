//! The work of a review: positions from the last to the first.

use std::fmt;
use std::sync::atomic::Ordering;

use engine::{Analysis, Engine, Kind, Limits};
use rules::{Diagram, Game, Inset, Point, Size, Symmetry, Turn};

use super::effort::LEAST_DEPTH;
use super::opinion::Opinion;
use super::{Effort, Judged, Review, Standing};
use crate::player::Watch;

/// Reviews a game step by step, with an engine that is lent for each step.
#[derive(Debug)]
pub struct Reviewer {
    inset: Inset,
    review: Review,
    /// How many positions, from the first on, have not been judged yet.
    left: usize,
}

impl Reviewer {
    /// A reviewer who has judged nothing yet.
    ///
    /// # Errors
    /// When the engine does not judge boards of this size in discs.
    pub fn new(game: Game, effort: Effort) -> Result<Reviewer, UnreviewableSize> {
        let inset = Inset::of(game.size()).ok_or(UnreviewableSize(game.size()))?;
        Ok(Reviewer {
            inset,
            left: game.turns().len() + 1,
            review: Review::new(game, effort),
        })
    }

    /// Judges the last position that has not been judged yet, and the move that was made there.
    /// Says whether it did: not when all are judged, nor when it was stopped before it knew.
    ///
    /// Scores do not depend on what the engine remembers of earlier steps, or of anything else: it
    /// forgets before it estimates. Which of equally good lines is told may.
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

    /// What is known so far.
    #[must_use]
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// How many steps there are still to do.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// The review as far as it has come.
    #[must_use]
    pub fn into_review(self) -> Review {
        self.review
    }

    /// The position that the game ends with.
    fn judge_end(&self, engine: &mut Engine, watch: &mut Watch<'_>) -> Option<Standing> {
        let diagram = *self.review.game.diagram();
        let opinion = self.ask(&diagram, &self.limits(&diagram), engine, watch)?;
        Some(opinion.standing(diagram.to_move()))
    }

    /// The position before a move, and the move.
    fn judge_move(
        &mut self,
        index: usize,
        turn: &Turn,
        engine: &mut Engine,
        watch: &mut Watch<'_>,
    ) -> Option<Standing> {
        let before = turn.before();
        let empties = before.board().empties();
        // An exact score does not depend on what is remembered. An estimate does: the position
        // that came next in the game has just been searched further than all others, and would be
        // judged by other standards.
        if empties > self.review.effort.exact {
            engine.clear();
        }
        let mut best = self.ask(before, &self.limits(before), engine, watch)?;
        let made = self.made(index, turn, &best, engine, watch)?;
        // Selective searches may disagree: then the best move is the one that was made.
        if made.score >= best.score {
            best = Opinion {
                kind: best.kind,
                ..made
            };
        }
        let standing = best.standing(turn.color());
        self.review.moves[index] = Some(Judged {
            number: index + 1,
            color: turn.color(),
            point: turn.point(),
            empties,
            before: best.score,
            after: made.score,
            kind: best.kind,
            line: best.line,
            forced: before.legal_moves().len() == 1,
        });
        Some(standing)
    }

    /// What the move that was made is worth to who made it, by the same standards as the best.
    fn made(
        &self,
        index: usize,
        turn: &Turn,
        best: &Opinion,
        engine: &mut Engine,
        watch: &mut Watch<'_>,
    ) -> Option<Opinion> {
        if let Some(symmetry) = self.same_as(turn, &best.line) {
            let size = turn.before().size();
            let line = best.line.iter();
            let turned = line.map(|point| point.map(|point| symmetry.point(point, size)));
            return Some(Opinion {
                line: turned.collect(),
                ..best.clone()
            });
        }
        let next = turn.before().play(turn.point())?;
        let reply = match best.kind {
            Kind::Estimate(depth) | Kind::Book(depth) | Kind::Heuristic(depth) => {
                let limits = Limits::depth(depth.saturating_sub(1));
                self.ask(&next, &limits, engine, watch)?
            }
            Kind::Probable(percent) => {
                let limits = Limits {
                    enough: Some(percent),
                    ..Limits::default()
                };
                self.ask(&next, &limits, engine, watch)?
            }
            // What came next in the game has been solved already.
            Kind::Exact | Kind::WinLossDraw | Kind::Bounds(..) => {
                let known = self.review.standings.get(index + 1)?.as_ref()?;
                Opinion::known(known, next.to_move(), turn.passed().is_some())
            }
        };
        Some(reply.of_move(turn.point()))
    }

    /// How to turn the board so that a line becomes one that begins with the move that was made,
    /// if that leads to the same position but for a symmetry.
    fn same_as(&self, turn: &Turn, line: &[Option<Point>]) -> Option<Symmetry> {
        let other = line.first().copied().flatten()?;
        let after = |point| Some(self.inset.board(turn.before().play(point)?.board()));
        let (wanted, found) = (after(turn.point())?, after(other)?);
        let size = turn.before().size();
        let fits = |symmetry: &Symmetry| {
            symmetry.point(other, size) == turn.point() && symmetry.board(found) == wanted
        };
        Symmetry::ALL.into_iter().find(fits)
    }

    fn limits(&self, diagram: &Diagram) -> Limits {
        let empties = diagram.board().empties();
        self.review.effort.limits(diagram.size(), empties)
    }

    /// What the engine thinks of a position for the side to move; `None` when it was stopped.
    fn ask(
        &self,
        diagram: &Diagram,
        limits: &Limits,
        engine: &mut Engine,
        watch: &mut Watch<'_>,
    ) -> Option<Opinion> {
        let stop = watch.stop;
        let mut look = |limits: &Limits| {
            let mut passes = Vec::new();
            let mut on_progress = |analysis: &Analysis| {
                passes.push(analysis.best().score);
                (watch.on_progress)(analysis);
            };
            let analysis = engine.analyse(diagram, limits, 1, stop, &mut on_progress);
            (analysis, passes)
        };
        let (mut analysis, mut passes) = look(limits);
        if limits.time.is_some() && analysis.depth < LEAST_DEPTH {
            // There was no time for anything that could be compared.
            (analysis, passes) = look(&Limits {
                depth: Some(LEAST_DEPTH),
                time: None,
                ..limits.clone()
            });
        }
        let stopped = stop.load(Ordering::SeqCst);
        (!stopped).then(|| Opinion::new(&analysis, &passes))
    }
}

/// The engine does not judge boards of this size in discs.
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
