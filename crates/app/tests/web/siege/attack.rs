//! The attacks by name, each from addresses of its own.

use super::attacker::Attacker;
use super::{broken_frames, floods, hoarders, searches};

/// An attack. It runs until it is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    ReviewFlood,
    AnalysisFlood,
    StrongGames,
    Analysers,
    Connections,
    Rooms,
    Rematches,
    LargeBoards,
    LargeLines,
    SlowReaders,
    UnreadAnswers,
    HalfHeads,
    HalfBodies,
    Compression,
    Reconnects,
    BrokenFrames,
}

/// How many of everything an attack has.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    pub games: usize,
    pub analysers: usize,
    pub connections: usize,
    pub rooms: usize,
    pub slow_readers: usize,
    pub half_requests: usize,
}

impl Attack {
    /// All attacks.
    pub const ALL: [Attack; 16] = [
        Attack::ReviewFlood,
        Attack::AnalysisFlood,
        Attack::StrongGames,
        Attack::Analysers,
        Attack::Connections,
        Attack::Rooms,
        Attack::Rematches,
        Attack::LargeBoards,
        Attack::LargeLines,
        Attack::SlowReaders,
        Attack::UnreadAnswers,
        Attack::HalfHeads,
        Attack::HalfBodies,
        Attack::Compression,
        Attack::Reconnects,
        Attack::BrokenFrames,
    ];

    /// The address where the attack comes from.
    pub fn address(self) -> String {
        format!("203.0.113.{}", 100 + self as u8)
    }

    /// Attacks until it is dropped.
    pub async fn run(self, attacker: Attacker, strength: Strength) {
        let Strength {
            games,
            analysers,
            connections,
            rooms,
            slow_readers,
            half_requests,
        } = strength;
        // Almost all of a body.
        let body = (4 << 20) - 1000;
        match self {
            Attack::ReviewFlood => floods::messages(attacker, floods::review()).await,
            Attack::AnalysisFlood => floods::messages(attacker, floods::analysis()).await,
            Attack::StrongGames => searches::strong_games(attacker, games).await,
            Attack::Analysers => searches::analysers(attacker, analysers).await,
            Attack::Connections => hoarders::connections(attacker, connections).await,
            Attack::Rooms => hoarders::rooms(attacker, rooms).await,
            Attack::Rematches => hoarders::rematches(attacker).await,
            Attack::LargeBoards => floods::messages(attacker, floods::large_board()).await,
            Attack::LargeLines => floods::large_lines(attacker).await,
            Attack::SlowReaders => broken_frames::slow_readers(attacker, slow_readers).await,
            Attack::UnreadAnswers => floods::unread_answers(attacker, half_requests).await,
            Attack::HalfHeads => hoarders::half_requests(attacker, half_requests, 0).await,
            Attack::HalfBodies => hoarders::half_requests(attacker, half_requests, body).await,
            Attack::Compression => broken_frames::compression(attacker).await,
            Attack::Reconnects => floods::reconnects(attacker).await,
            Attack::BrokenFrames => broken_frames::broken_frames(attacker).await,
        }
    }
}
