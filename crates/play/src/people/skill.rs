//! Skill: what a rating means, in a word.

use std::fmt;

use super::Rating;

/// What a rating means, in a word.
///
/// ```
/// use play::people::{Rating, Skill};
/// assert_eq!(Skill::of(Rating::new(1180)), Skill::ClubBeginner);
/// assert_eq!(Skill::ClubBeginner.to_string(), "club beginner");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Skill {
    /// Knows the rules and nothing else.
    Newcomer,
    /// Has played some games.
    Beginner,
    /// Knows why corners matter.
    ClubBeginner,
    /// Plays regularly.
    ClubPlayer,
    /// Wins most games of a club.
    StrongClubPlayer,
    /// Plays tournaments with success.
    TournamentPlayer,
    /// Among the best of a country.
    Master,
    /// Among the best of the world.
    Champion,
    /// Stronger than any person.
    Superhuman,
}

/// Each skill with its lowest rating.
const BANDS: [(i32, Skill); 9] = [
    (0, Skill::Newcomer),
    (900, Skill::Beginner),
    (1100, Skill::ClubBeginner),
    (1300, Skill::ClubPlayer),
    (1550, Skill::StrongClubPlayer),
    (1800, Skill::TournamentPlayer),
    (2100, Skill::Master),
    (2400, Skill::Champion),
    (2750, Skill::Superhuman),
];

impl Skill {
    /// All, the lowest first.
    pub const ALL: [Skill; BANDS.len()] = {
        let mut all = [Skill::Newcomer; BANDS.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = BANDS[index].1;
            index += 1;
        }
        all
    };

    /// The skill of players with a rating.
    #[must_use]
    pub fn of(rating: Rating) -> Skill {
        let reached = BANDS
            .iter()
            .rev()
            .find(|(lowest, _)| rating.elo() >= *lowest);
        reached.map_or(Skill::Newcomer, |(_, skill)| *skill)
    }

    /// It in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Skill::Newcomer => "just learnt the rules",
            Skill::Beginner => "beginner",
            Skill::ClubBeginner => "club beginner",
            Skill::ClubPlayer => "club player",
            Skill::StrongClubPlayer => "strong club player",
            Skill::TournamentPlayer => "tournament player",
            Skill::Master => "master",
            Skill::Champion => "champion",
            Skill::Superhuman => "stronger than any person",
        }
    }

    /// It as programs read it: one word.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Skill::Newcomer => "newcomer",
            Skill::Beginner => "beginner",
            Skill::ClubBeginner => "club_beginner",
            Skill::ClubPlayer => "club_player",
            Skill::StrongClubPlayer => "strong_club_player",
            Skill::TournamentPlayer => "tournament_player",
            Skill::Master => "master",
            Skill::Champion => "champion",
            Skill::Superhuman => "superhuman",
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_rises_with_the_rating() {
        let skills: Vec<Skill> = (0..=3500).map(|elo| Skill::of(Rating::new(elo))).collect();
        assert!(skills.is_sorted());
        for skill in Skill::ALL {
            assert!(skills.contains(&skill), "no rung is a {skill}");
        }
    }
}
