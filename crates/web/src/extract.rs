//! Extractors: the JSON body, raw bytes, query and asker of a request.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::fair_pool::Asker;
use super::guard::Visitor;
use super::json;
use super::problem::Problem;

/// The JSON body of a request. An empty body means `{}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        let Raw(bytes) = Raw::from_request(request, state).await?;
        Ok(Body(json::read(&bytes)?))
    }
}

/// The raw body of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Raw, Problem> {
        let bytes = Bytes::from_request(request, state).await;
        // If the connection broke instead, nobody reads this answer.
        let too_large = |_| Problem::too_large("this is more than is read at once");
        Ok(Raw(bytes.map_err(too_large)?))
    }
}

/// The query parameters of a request.
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

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Visitor, Problem> {
        let visitor = parts.extensions.get::<Visitor>().cloned();
        visitor.ok_or_else(|| Problem::broken("it is not known where this comes from"))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Problem;

    /// All requests from one network without a key are one asker.
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asker, Problem> {
        let visitor = Visitor::from_request_parts(parts, state).await?;
        Ok(visitor.asker())
    }
}
