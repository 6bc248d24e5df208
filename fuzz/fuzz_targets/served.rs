//! A service that is asked line by line, with an engine that finds the first legal move at once.

use arena::protocol::{Deed, Idea, Insight, Service};

/// More lines than this tell nothing new.
const MOST_LINES: usize = 200;

/// Says every line to a service, and lets it think where it wants to.
pub fn serve(service: &mut dyn Service, text: &str) {
    for line in text.lines().take(MOST_LINES) {
        let mut deeds = service.hear(line);
        // Whoever asks and asks again without end would be caught here.
        for _ in 0..10_000 {
            let mut next = Vec::new();
            for deed in deeds {
                match deed {
                    Deed::Say(said) => assert!(!said.contains('\u{0}'), "{said:?}"),
                    Deed::Think(question) => {
                        let point = question.diagram.legal_moves().into_iter().next();
                        let insight = Insight {
                            lines: vec![Idea {
                                score: None,
                                kind: engine::Kind::Estimate(1),
                                moves: vec![point],
                            }],
                            ..Insight::default()
                        };
                        next.extend(service.found(&insight, false));
                        next.extend(service.found(&insight, true));
                    }
                    Deed::Stop | Deed::Forget | Deed::Leave => {}
                }
            }
            if next.is_empty() {
                break;
            }
            deeds = next;
        }
    }
}
