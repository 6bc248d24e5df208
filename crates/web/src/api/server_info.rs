//! `/api/about`: version, opponents, formats and limits of this server.

use axum::Json;
use engine::Opponent;
#[cfg(test)]
use play::people::Skill;
use play::rival::Rung;
use rules::formats::Format;
use serde::Serialize;

use super::{explain, read, write};
use crate::guard::LARGEST_BODY;
use crate::study::message::{MOST_LEVEL, MOST_LINES, MOST_SECONDS};
use crate::wire;

/// The version, opponents, formats and limits of this server.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct About {
    version: &'static str,
    sizes: Vec<usize>,
    opponents: Vec<Computer>,
    rivals: Vec<Rival>,
    formats: Vec<Written>,
    pictures: [&'static str; 3],
    limits: Limits,
}

/// A computer opponent.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Opponent"))]
struct Computer {
    name: &'static str,
    has_level: bool,
}

/// A rival: a computer that plays as people of its rating do.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Rival {
    /// Its name as a player: `rival:6`.
    player: String,
    /// Its rating on 8×8.
    rating: i32,
    /// What its rating means: `club_beginner`.
    #[cfg_attr(test, schemars(extend("enum" = Skill::ALL.map(Skill::keyword))))]
    skill: &'static str,
    /// Whether it is the first opponent of new players.
    is_first: bool,
}

/// A format that games are read and written in.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Format"))]
struct Written {
    keyword: &'static str,
    name: &'static str,
    /// Its file extension.
    extension: &'static str,
    is_text: bool,
    /// Whether it holds positions without moves.
    of_positions: bool,
}

/// The limits of requests.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Limits {
    read_bytes: usize,
    read_games: usize,
    tree_positions: usize,
    analysis_seconds: f64,
    analysis_lines: usize,
    review_level: u32,
}

/// Answers with the server's information.
pub async fn about() -> Json<About> {
    Json(About::new())
}

impl About {
    /// This server's information.
    pub fn new() -> About {
        let computer = |opponent: Opponent| Computer {
            name: opponent.name(),
            has_level: opponent.has_level(),
        };
        let rival = |rung: Rung| Rival {
            player: play::Computer::Rival(rung).to_string(),
            rating: rung.rating().elo(),
            skill: rung.skill().keyword(),
            is_first: rung == Rung::FIRST,
        };
        let written = |format: Format| Written {
            keyword: format.keyword(),
            name: format.name(),
            extension: write::extension(format),
            is_text: write::is_text(format),
            of_positions: format.is_of_positions(),
        };
        About {
            version: env!("CARGO_PKG_VERSION"),
            sizes: wire::sizes(),
            opponents: Opponent::ALL.into_iter().map(computer).collect(),
            rivals: Rung::all().map(rival).collect(),
            formats: Format::ALL.into_iter().map(written).collect(),
            pictures: write::PICTURES,
            limits: Limits {
                read_bytes: LARGEST_BODY,
                read_games: read::MOST_GAMES,
                tree_positions: explain::MOST_POSITIONS,
                analysis_seconds: MOST_SECONDS,
                analysis_lines: MOST_LINES,
                review_level: MOST_LEVEL,
            },
        }
    }
}
