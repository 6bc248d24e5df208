//! Players, and the session that every user interface drives; reviews, named openings and puzzles.
//! Nothing here prints or draws.

mod amount;
pub mod book_moves;
mod classic_player;
mod clock;
mod computer;
mod computers;
mod engine_options;
mod engine_player;
pub mod explain;
mod fault;
mod game_random;
pub mod json;
pub mod opening;
pub mod people;
mod player;
pub mod puzzle;
mod repertoire;
mod replay;
pub mod review;
pub mod rival;
mod rival_player;
pub mod score_text;
mod session;
pub mod solve;
mod spec;
pub mod split;
mod usage;
pub mod weights;

pub use amount::bytes;
pub use classic_player::ClassicPlayer;
pub use clock::{Clock, TimeControl};
pub use computer::Computer;
pub use computers::{ComputerPlayer, Computers};
pub use engine_options::{EngineOptions, ParseEngineOptionsError};
pub use engine_player::EnginePlayer;
pub use fault::{Fault, is_unruly, shortened};
pub use player::{ChosenMove, Player, Watch};
pub use repertoire::Repertoire;
pub use rival_player::RivalPlayer;
pub use session::{Session, VerbError};
pub use spec::{ComputerSpec, ParsePlayerError, PlayerSpec};
pub use usage::Usage;
