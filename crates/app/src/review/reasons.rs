//! Why the mistakes of a review were mistakes, in sentences.

use std::fmt::Write;

use play::people::Rating;
use play::review::why::{Finders, Reason, why};
use play::review::{Judged, Review};
use rules::ByColor;

use crate::text::Language;
use crate::wrap::wrapped;

/// The columns of a sentence, and where it begins: below the moves of the table.
const WIDTH: usize = 79;
const INDENT: usize = 18;

/// The reasons of each mistake, and how many players find the best move; empty without mistakes.
pub fn text(review: &Review, language: Language) -> String {
    let ratings = ByColor::from_fn(|color| review.rating(color));
    let explained = review
        .judged()
        .filter_map(|judged| reasons(review, judged, ratings[judged.color], language));
    let text: String = explained.collect();
    match (text.as_str(), language) {
        ("", _) => text,
        (_, Language::En) => format!("Why:\n{text}"),
        (_, Language::El) => format!("Γιατί:\n{text}"),
    }
}

/// A reason in a language.
pub fn sentence(reason: &Reason, language: Language) -> String {
    match language {
        Language::En => reason.english(),
        Language::El => reason.greek(),
    }
}

/// The reasons of one mistake.
fn reasons(review: &Review, judged: &Judged, rating: Rating, language: Language) -> Option<String> {
    let before = review.game().turns()[judged.number - 1].before();
    let reasons = why(before, judged);
    let sentences = reasons.iter().map(|reason| sentence(reason, language));
    let finders = Finders::of(before, judged, rating);
    let finders = finders.map(|finders| match language {
        Language::En => finders.english(),
        Language::El => finders.greek(),
    });
    let sentences: Vec<String> = sentences.chain(finders).collect();
    if reasons.is_empty() {
        return None;
    }
    let mut text = format!(
        "{:>3}  {:<5}  {:<4}  ",
        judged.number,
        judged.color,
        judged.point.to_string()
    );
    for (index, line) in sentences
        .iter()
        .flat_map(|it| wrapped(it, WIDTH - INDENT))
        .enumerate()
    {
        let indent = if index > 0 { INDENT } else { 0 };
        let _ = writeln!(text, "{:indent$}{line}", "");
    }
    Some(text)
}
