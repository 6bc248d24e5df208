//! `reversi web` as browsers and scripts know it: the real program, HTTP and WebSockets.

mod bad;
mod client;
mod clocks;
mod games;
mod guard;
mod kept;
mod link;
mod live;
mod load;
#[cfg(unix)]
mod operate;
#[cfg(unix)]
mod operate_backup;
#[cfg(unix)]
mod operate_handover;
#[cfg(unix)]
mod operate_kills;
#[cfg(unix)]
mod operate_prune;
#[cfg(unix)]
mod operate_tls;
#[cfg(unix)]
mod operate_watch;
mod player;
mod remote;
mod requests;
mod rivals;
mod server;
mod siege;
mod start;
mod study_analysis;
mod study_crowd;
mod study_files;
mod study_review;
mod study_routes;
mod study_trees;
mod verbs;
