//! The web server as a browser meets it: over HTTP and a WebSocket.

#[path = "../common/mod.rs"]
mod common;

mod server;
mod study_analysis;
mod study_files;
mod study_review;
mod study_trees;

/// Roxanne against corners-edges: three passes near the end, Black wins by 26.
const GAME: &str = "c4e3f6b4e2f4f3d6c3g2g3h2d7e1c5e7b6a7c6b5d3e8f5d2a5e6d1c1c7c8a3f1b3a4a6c2b2\
                        g5f7a1f2f8h1a2b1g1g8h8a8g6g7h6b7g4b8d8h3h5h4h7";

fn squares(moves: &str) -> Vec<&str> {
    let square = |index: usize| &moves[index..index + 2];
    (0..moves.len()).step_by(2).map(square).collect()
}
