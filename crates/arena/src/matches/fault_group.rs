//! Fault group: faults of one kind, told in one line with their numbers.

use std::fmt;
use std::time::Duration;

/// Faults with the same words. Their numbers and quoted texts may differ.
///
/// ```
/// use arena::matches::FaultGroup;
/// let mut late = FaultGroup::of("took 0.612 s for a move, and had 0.500 s");
/// late.add(FaultGroup::of("took 1.250 s for a move, and had 0.500 s"));
/// assert_eq!(late.to_string(), "took 0.612–1.250 s for a move, and had 0.500 s");
/// assert_eq!(late.games(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultGroup {
    parts: Vec<Part>,
    /// The text after the first colon, if it is the same in all faults.
    detail: Option<String>,
    games: u64,
}

/// A part of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Words(String),
    /// The least and the largest number.
    Number(String, String),
    /// The first quoted text, and whether there are others.
    Quote(String, bool),
}

impl FaultGroup {
    /// A single fault, in the words of the referee.
    #[must_use]
    pub fn of(reason: &str) -> FaultGroup {
        let mut parts = Vec::new();
        let mut rest = reason;
        loop {
            let quote = rest.find('`').and_then(|start| {
                let end = start + 1 + rest[start + 1..].find('`')?;
                Some((start, end))
            });
            let words = quote.map_or(rest, |(start, _)| &rest[..start]);
            if let Some((head, _)) = words.split_once(": ") {
                add_words(&mut parts, head);
                let detail = rest[head.len() + 2..].trim().to_string();
                return FaultGroup::new(parts, Some(detail));
            }
            add_words(&mut parts, words);
            let Some((start, end)) = quote else {
                return FaultGroup::new(parts, None);
            };
            parts.push(Part::Quote(rest[start..=end].to_string(), false));
            rest = &rest[end + 1..];
        }
    }

    fn new(parts: Vec<Part>, detail: Option<String>) -> FaultGroup {
        FaultGroup {
            parts,
            detail,
            games: 1,
        }
    }

    /// The kind of the faults: equal for faults of one group.
    #[must_use]
    pub fn kind(&self) -> String {
        let words = self.parts.iter().map(|part| match part {
            Part::Words(words) => words.as_str(),
            Part::Number(..) => "#",
            Part::Quote(..) => "`",
        });
        words.collect()
    }

    /// Adds faults of the same kind.
    pub fn add(&mut self, other: FaultGroup) {
        self.games += other.games;
        if self.detail != other.detail {
            self.detail = None;
        }
        for (own, other) in self.parts.iter_mut().zip(other.parts) {
            match (own, other) {
                (Part::Number(least, most), Part::Number(low, high)) => {
                    if value(&low) < value(least) {
                        *least = low;
                    }
                    if value(&high) > value(most) {
                        *most = high;
                    }
                }
                (Part::Quote(text, others), Part::Quote(another, more)) => {
                    *others |= more || *text != another;
                }
                _ => {}
            }
        }
    }

    /// The number of games lost by these faults.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Whether a move took too long, or did not come.
    #[must_use]
    pub fn is_on_time(&self) -> bool {
        let kind = self.kind();
        kind == LATE || kind == SILENT
    }

    /// How much longer than allowed the slowest move took, if it came at all.
    #[must_use]
    pub fn late_by(&self) -> Option<Duration> {
        let mut numbers = self.parts.iter().filter_map(|part| match part {
            Part::Number(least, most) => Some((value(least), value(most))),
            _ => None,
        });
        if self.kind() != LATE {
            return None;
        }
        let ((_, spent), (allowed, _)) = (numbers.next()?, numbers.next()?);
        Duration::try_from_secs_f64(spent - allowed).ok()
    }
}

/// The kind of [`Fault::Late`](play::Fault::Late).
const LATE: &str = "took # s for a move, and had # s";

/// The kind of [`Fault::Silent`](play::Fault::Silent).
const SILENT: &str = "did not answer within the # s it had";

/// Splits a text without quotes into words and numbers.
fn add_words(parts: &mut Vec<Part>, text: &str) {
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let number = &rest[start..];
        let is_in_number = |(place, letter): &(usize, char)| {
            let digit_follows =
                || number[place + 1..].starts_with(|next: char| next.is_ascii_digit());
            letter.is_ascii_digit() || (*letter == '.' && digit_follows())
        };
        let length = number.char_indices().take_while(is_in_number).count();
        if start > 0 {
            parts.push(Part::Words(rest[..start].to_string()));
        }
        let number = number[..length].to_string();
        parts.push(Part::Number(number.clone(), number));
        rest = &rest[start + length..];
    }
    if !rest.is_empty() {
        parts.push(Part::Words(rest.to_string()));
    }
}

fn value(number: &str) -> f64 {
    number.parse().unwrap_or(f64::INFINITY)
}

impl fmt::Display for FaultGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Words(words) => f.write_str(words)?,
                Part::Number(least, most) if least == most => f.write_str(least)?,
                Part::Number(least, most) => write!(f, "{least}–{most}")?,
                Part::Quote(text, false) => f.write_str(text)?,
                Part::Quote(text, true) => write!(f, "{text} and others")?,
            }
        }
        match &self.detail {
            Some(detail) => write!(f, ": {detail}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use play::Fault;

    use super::*;

    fn group(reasons: &[&str]) -> FaultGroup {
        let mut groups = reasons.iter().map(|reason| FaultGroup::of(reason));
        let mut first = groups.next().expect("a fault");
        for other in groups {
            assert_eq!(first.kind(), other.kind());
            first.add(other);
        }
        first
    }

    /// A fault alone is told as it is.
    #[test]
    fn one_fault_is_told_in_full() {
        for reason in [
            "used more than 256 MB of memory",
            "answered `zz: top 9`, which is not a move",
            "ended by itself: exit status: 1",
            "took 1.234 s for a move, and had 1.000 s",
            "played an illegal move: `a1` at move 3. It turns nothing",
            "an `open quote, and 7.",
            "",
        ] {
            assert_eq!(FaultGroup::of(reason).to_string(), reason);
        }
    }

    #[test]
    fn numbers_become_ranges_and_quotes_examples() {
        let late = group(&[
            "took 1.234 s for a move, and had 1.000 s",
            "took 12.5 s for a move, and had 1.000 s",
            "took 1.1 s for a move, and had 1.000 s",
        ]);
        let told = "took 1.1–12.5 s for a move, and had 1.000 s";
        assert_eq!((late.to_string().as_str(), late.games()), (told, 3));
        let answers = [
            "answered `zz`, which is not a move",
            "answered `9 `, which is not a move",
        ];
        let told = "answered `zz` and others, which is not a move";
        assert_eq!(group(&answers).to_string(), told);
        assert_eq!(group(&answers[..1]).to_string(), answers[0]);
        let ends = [
            "ended by itself: exit status: 1",
            "ended by itself: signal: 9",
        ];
        assert_eq!(group(&ends).to_string(), "ended by itself");
        assert_ne!(
            FaultGroup::of("resigned").kind(),
            FaultGroup::of("passed").kind()
        );
    }

    /// The words of the referee, which the hint about the margin depends on.
    #[test]
    fn losses_on_time_are_known_by_the_words_of_the_referee() {
        let ms = Duration::from_millis;
        let (spent, allowed) = (ms(650), ms(500));
        let late = FaultGroup::of(&Fault::Late { spent, allowed }.to_string());
        assert!(late.is_on_time());
        let by = late.late_by().expect("a time").as_secs_f64();
        assert!((by - 0.15).abs() < 1e-9, "{by}");
        let silent = FaultGroup::of(&Fault::Silent { allowed }.to_string());
        assert!(silent.is_on_time() && silent.late_by().is_none());
        assert!(!FaultGroup::of(&Fault::Memory(1 << 28).to_string()).is_on_time());
    }
}
