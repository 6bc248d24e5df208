//! Extractors: the JSON body, raw bytes, query and asker of a request.

use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::fair_pool::Asker;
use super::guard::Visitor;
use super::problem::Problem;

/// What a request says in JSON. An empty body says nothing: `{}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        let Raw(bytes) = Raw::from_request(request, state).await?;
        let said = if bytes.is_empty() { &b"{}"[..] } else { &bytes };
        // Fields without their names would be understood too, but by nobody who reads them.
        if said.trim_ascii_start().starts_with(b"[") {
            return Err(Problem::bad("bad_request", "an object is wanted: {…}"));
        }
        Ok(Body(serde_json::from_slice(said)?))
    }
}

/// What a request brings, as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Raw, Problem> {
        let bytes = Bytes::from_request(request, state).await;
        // Or it broke off, and then nobody is there to be told.
        let too_large = |_| Problem::too_large("this is more than is read at once");
        Ok(Raw(bytes.map_err(too_large)?))
    }
}

/// What follows the question mark of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params<T>, Problem> {
        let query = Query::from_request_parts(parts, state).await;
        let Query(params) = query.map_err(|error| Problem::bad("bad_query", error.body_text()))?;
        Ok(Params(params))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Infallible;

    /// Everybody at one address is one asker.
    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Asker, Infallible> {
        let visitor = parts.extensions.get::<Visitor>();
        let name = visitor.map_or_else(String::new, |visitor| visitor.address.to_string());
        Ok(Asker(name))
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Problem {
        match error.classify() {
            Category::Data => Problem::bad("bad_request", error),
            Category::Syntax | Category::Eof | Category::Io => Problem::unreadable(error),
        }
    }
}
