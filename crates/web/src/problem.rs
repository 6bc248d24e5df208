//! Problems: refusals of requests, and the one place that turns errors into HTTP codes.

use std::fmt::Display;
use std::time::Duration;

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use play::VerbError;
use rules::IllegalMove;
use serde::Serialize;

/// The reason why a request failed: a code for programs, and a sentence for people that says what
/// would be right.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Problem {
    #[serde(skip)]
    status: StatusCode,
    /// For programs. Codes do not change.
    code: &'static str,
    /// For people: what is wrong and what would be right.
    message: String,
    /// The index of the wrong item in a list, such as a move, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    /// The time after which the client may try again.
    #[serde(skip)]
    wait: Option<Duration>,
}

/// The code of a problem, as an extension of its response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(pub &'static str);

impl Problem {
    fn new(status: StatusCode, code: &'static str, message: impl Display) -> Problem {
        Problem {
            status,
            code,
            message: message.to_string(),
            at: None,
            wait: None,
        }
    }

    /// The request is invalid.
    pub fn bad(code: &'static str, message: impl Display) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// The body is no valid JSON.
    pub fn unreadable(message: impl Display) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "bad_json", message)
    }

    /// The body is too large.
    pub fn too_large(message: impl Display) -> Problem {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// The thing asked for does not exist.
    pub fn missing(message: impl Display) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// The client may not do this.
    pub fn forbidden(code: &'static str, message: impl Display) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, code, message)
    }

    /// The request conflicts with the current state.
    pub fn conflict(code: &'static str, message: impl Display) -> Problem {
        Problem::new(StatusCode::CONFLICT, code, message)
    }

    /// The server is busy.
    pub fn busy(message: impl Display) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", message)
    }

    /// Too many requests; the client may ask again after a while.
    pub fn too_often(wait: Duration) -> Problem {
        let seconds = wait.as_secs() + 1;
        let mut problem = Problem::busy(format!(
            "you ask for more than is good; try again after {seconds} s"
        ));
        problem.wait = Some(Duration::from_secs(seconds));
        problem
    }

    /// The server has too little memory for this.
    pub fn no_memory(message: impl Display) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// The client may have no help of an engine, because it plays against a person.
    pub fn no_help() -> Problem {
        Problem::conflict(
            "no_help",
            "no engine helps in a game between two people; ask again when it is over",
        )
    }

    /// The request took too long.
    pub fn late(message: impl Display) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "late", message)
    }

    /// An error of another layer, by its status.
    pub fn of_status(status: StatusCode, message: impl Display) -> Problem {
        let code = match status {
            StatusCode::BAD_REQUEST => "bad_request",
            StatusCode::NOT_FOUND => "not_found",
            StatusCode::METHOD_NOT_ALLOWED => "bad_method",
            StatusCode::PAYLOAD_TOO_LARGE => "too_large",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "bad_type",
            StatusCode::UPGRADE_REQUIRED => "not_a_websocket",
            status if status.is_server_error() => "broken",
            _ => "nonsense",
        };
        Problem::new(status, code, message)
    }

    /// The server failed; the request was valid.
    pub fn broken(message: impl Display) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", message)
    }

    /// Whether the server failed.
    pub fn is_ours(&self) -> bool {
        self.status.is_server_error()
    }

    /// The same problem with the index of the wrong item.
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
        let (wait, code) = (self.wait, Code(self.code));
        let mut response = (self.status, Json(self)).into_response();
        response.extensions_mut().insert(code);
        if let Some(wait) = wait {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, wait.as_secs().into());
        }
        response
    }
}
