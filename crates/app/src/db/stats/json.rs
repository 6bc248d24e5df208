//! Statistics as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::db::show::Figures;
use records::db::stats::Career;
use records::db::stats::Overview;
use records::db::stats::Played;
use records::db::tally::Tally;

/// Statistics of a database. The fields are documented in docs/database.md and stay stable.
#[derive(Serialize)]
struct OverviewObject<'a> {
    #[serde(flatten)]
    total: Figures,
    players: u32,
    events: u32,
    sizes: &'a BTreeMap<u8, u32>,
    by_year: Vec<Year>,
    openings: Vec<OpeningObject>,
    most_active: Vec<Named<'a>>,
}

/// Statistics of one player.
#[derive(Serialize)]
struct CareerObject<'a> {
    player: &'a str,
    #[serde(flatten)]
    total: Figures,
    black: Figures,
    white: Figures,
    by_year: Vec<Year>,
    openings: Vec<OpeningObject>,
    opponents: Vec<Named<'a>>,
}

#[derive(Serialize)]
struct Year {
    year: Option<u16>,
    #[serde(flatten)]
    figures: Figures,
}

#[derive(Serialize)]
struct OpeningObject {
    opening: &'static str,
    moves: &'static str,
    #[serde(flatten)]
    figures: Figures,
}

#[derive(Serialize)]
struct Named<'a> {
    player: Option<&'a str>,
    #[serde(flatten)]
    figures: Figures,
}

/// The object of a database, on one line.
pub fn overview(overview: &Overview) -> String {
    line(&OverviewObject {
        total: Figures::of(&overview.total),
        players: overview.players,
        events: overview.events,
        sizes: &overview.sizes,
        by_year: years(&overview.years),
        openings: openings(&overview.openings),
        most_active: overview
            .most_active
            .iter()
            .map(|(name, tally)| Named {
                player: Some(name),
                figures: Figures::of(tally),
            })
            .collect(),
    })
}

/// The object of a player, on one line.
pub fn career(career: &Career) -> String {
    line(&CareerObject {
        player: &career.player.name,
        total: Figures::of(&career.total()),
        black: Figures::of(&career.by_color.black),
        white: Figures::of(&career.by_color.white),
        by_year: years(&career.years),
        openings: openings(&career.openings),
        opponents: career
            .opponents
            .iter()
            .map(|(name, tally)| Named {
                player: name.as_deref(),
                figures: Figures::of(tally),
            })
            .collect(),
    })
}

fn line(object: &impl Serialize) -> String {
    let text = serde_json::to_string(object).expect("text and numbers only");
    format!("{text}\n")
}

fn years(years: &BTreeMap<Option<u16>, Tally>) -> Vec<Year> {
    let year = |(year, tally): (&Option<u16>, &Tally)| Year {
        year: *year,
        figures: Figures::of(tally),
    };
    years.iter().map(year).collect()
}

fn openings(openings: &[Played]) -> Vec<OpeningObject> {
    let object = |played: &Played| OpeningObject {
        opening: played.opening.name(),
        moves: played.opening.line(),
        figures: Figures::of(&played.tally),
    };
    openings.iter().map(object).collect()
}
