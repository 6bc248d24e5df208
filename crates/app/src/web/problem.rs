//! What a request may get instead of an answer: the one place that turns errors into codes.

use std::fmt::Display;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use play::VerbError;
use rules::IllegalMove;
use serde::Serialize;

/// Why a request was not done: a code for programs, and a sentence for people that says what would
/// be right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    #[serde(skip)]
    status: StatusCode,
    code: &'static str,
    message: String,
    /// Which of several things was wrong, counted from 0: a move of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
}

impl Problem {
    fn new(status: StatusCode, code: &'static str, message: impl Display) -> Problem {
        Problem {
            status,
            code,
            message: message.to_string(),
            at: None,
        }
    }

    /// What was sent makes no sense.
    pub fn bad(code: &'static str, message: impl Display) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// There is no such thing here.
    pub fn missing(message: impl Display) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// Only others may do this.
    pub fn forbidden(code: &'static str, message: impl Display) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, code, message)
    }

    /// It cannot be done now, as things stand.
    pub fn conflict(code: &'static str, message: impl Display) -> Problem {
        Problem::new(StatusCode::CONFLICT, code, message)
    }

    /// Too much is asked for at once.
    pub fn busy(message: impl Display) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", message)
    }

    /// Something here is broken, and it is not the asker's fault.
    pub fn broken(message: impl Display) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", message)
    }

    /// Whether something here is broken.
    pub fn is_ours(&self) -> bool {
        self.status.is_server_error()
    }

    /// The same about one of several things.
    pub fn at(mut self, index: usize) -> Problem {
        self.at = Some(index);
        self
    }
}

impl From<IllegalMove> for Problem {
    fn from(error: IllegalMove) -> Problem {
        Problem::bad("illegal_move", error)
    }
}

impl From<VerbError> for Problem {
    fn from(error: VerbError) -> Problem {
        let code = match error {
            VerbError::Illegal(error) => return error.into(),
            VerbError::HumansTurn => "humans_turn",
            VerbError::ComputersTurn => "computers_turn",
            VerbError::GameOver => "game_over",
            VerbError::NothingToUndo => "nothing_to_undo",
            VerbError::NothingToRedo => "nothing_to_redo",
        };
        Problem::conflict(code, error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}
