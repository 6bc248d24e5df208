//! Games kept: readers and writers of every file format on disk, the SQLite database of games, and
//! pictures of positions and games.

pub mod database;
pub mod db;
pub mod files;
mod given;
mod names;
pub mod picture;
pub mod quote;
mod reader;
mod record_file;
mod source;
pub mod svg;
mod writer;
mod wthor;

pub use given::{game, one};
pub use reader::{BadRecord, Reader};
pub use record_file::RecordFile;
pub use writer::{NeedsFiles, WriteError, Writer};
pub use wthor::one_game;
