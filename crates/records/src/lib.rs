//! Games kept: readers and writers of every file format on disk, the SQLite database of games, and
//! pictures of positions and games.

mod argument;
pub mod db;
pub mod files;
mod lookahead;
pub mod picture;
pub mod quote;
mod reader;
mod record_file;
pub mod sqlite;
pub mod svg;
mod write_error;
mod writer;
mod wthor;

pub use argument::{read_game, read_position};
pub use reader::{BadRecord, Reader};
pub use record_file::RecordFile;
pub use write_error::WriteError;
pub use writer::{NeedsFiles, Writer};
pub use wthor::wthor_game;
