//! A protocol service that is asked line by line, with an engine that finds the first legal move at
//! once.

use arena::protocol::{Action, Service};
use engine::{Analysis, Kind, Line, Score};

/// More lines than this find nothing new.
const MOST_LINES: usize = 200;

/// Sends every line to a service and answers its searches.
pub fn serve(service: &mut dyn Service, text: &str) {
    for line in text.lines().take(MOST_LINES) {
        let mut actions = service.hear(line);
        // The limit catches a service that asks without end.
        for _ in 0..10_000 {
            let mut next = Vec::new();
            for action in actions {
                match action {
                    Action::Say(said) => assert!(!said.contains('\u{0}'), "{said:?}"),
                    Action::Think(question) => {
                        let point = question.diagram.legal_moves().into_iter().next();
                        let analysis = Analysis {
                            lines: vec![Line {
                                score: Score::DRAW,
                                kind: Kind::Heuristic(1),
                                moves: vec![point],
                            }],
                            ..Analysis::default()
                        };
                        next.extend(service.found(&analysis, false));
                        next.extend(service.found(&analysis, true));
                    }
                    Action::Stop | Action::Forget | Action::Leave => {}
                }
            }
            if next.is_empty() {
                break;
            }
            actions = next;
        }
    }
}
