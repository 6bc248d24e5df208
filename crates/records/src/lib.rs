//! Records of games: readers and writers of all file formats, the SQLite game database, and
//! pictures of positions, games and reviews.

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
