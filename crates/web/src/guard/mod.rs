//! Middleware between the network and the handlers: connection, host and rate limits, a time
//! limit, and security headers.

mod connections;
mod headers;
mod hosts;
mod rates;

use std::any::Any;
use std::future;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time;

use super::problem::Problem;
pub use connections::{Connections, Full, Place, allowed_connections};
pub use headers::POLICY;
pub use hosts::{Hosts, Origin};
use rates::Rates;

/// The longest that a request may take.
const LONGEST: Duration = Duration::from_secs(60);

/// The client's address as a proxy reports it.
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The guard of a server.
#[derive(Debug)]
pub struct Guard {
    hosts: Hosts,
    rates: Rates,
}

/// The client of a request.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Its address; behind our own proxy, the one that the proxy reports.
    pub address: IpAddr,
    /// Its place among the connections, held while it is connected.
    pub place: Arc<Place>,
}

impl Guard {
    /// The guard of a server with these host names.
    pub fn new(hosts: Hosts) -> Guard {
        Guard {
            hosts,
            rates: Rates::default(),
        }
    }

    /// Checks host, origin and rate of a request.
    fn check(&self, request: &mut Request) -> Result<(), Problem> {
        self.hosts.check(request)?;
        let forwarded = request.headers().get_all(FORWARDED).iter().next_back();
        let forwarded = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next());
        let forwarded = forwarded.and_then(|address| address.trim().parse().ok());
        let has_proxy = self.hosts.has_proxy();
        let Some(visitor) = request.extensions_mut().get_mut::<Visitor>() else {
            return Err(Problem::broken("it is not known where this comes from"));
        };
        // Only a proxy on this computer is trusted.
        if let Some(address) = forwarded.filter(|_| has_proxy && visitor.address.is_loopback()) {
            visitor.address = address;
        }
        let address = visitor.address;
        self.rates.take(address, rates::cost(request))
    }
}

/// Guards a request and its answer.
pub async fn guard(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let checked = guard.check(&mut request);
    let visitor = request.extensions().get::<Visitor>();
    let address = visitor.map(|visitor| visitor.address);
    let answer = match checked {
        Ok(()) => answered(request, next).await,
        Err(problem) => problem.into_response(),
    };
    let mut answer = if is_api {
        explained(answer).await
    } else {
        answer
    };
    headers::set(&mut answer, is_api);
    if let Some(address) = address {
        // For the log.
        answer.extensions_mut().insert(address);
    }
    answer
}

/// The answer of the handlers, also when they panic or take too long.
async fn answered(request: Request, next: Next) -> Response {
    let mut answer = pin!(next.run(request));
    let caught = future::poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context)));
        match polled {
            Ok(polled) => polled.map(Ok),
            Err(panic) => std::task::Poll::Ready(Err(panic)),
        }
    });
    match time::timeout(LONGEST, caught).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(panic)) => failed(panic).into_response(),
        Err(_) => Problem::late("this took too long").into_response(),
    }
}

/// The answer of a handler that panicked; the panic itself was printed where it happened.
fn failed(_: Box<dyn Any + Send>) -> Problem {
    Problem::broken("this cannot be answered: the server made a mistake")
}

/// Turns a refusal of any layer into a JSON `Problem`.
async fn explained(answer: Response) -> Response {
    let status = answer.status();
    let kind = answer.headers().get(header::CONTENT_TYPE);
    let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !(status.is_client_error() || status.is_server_error()) || is_json {
        return answer;
    }
    let (parts, body) = answer.into_parts();
    let said = to_bytes(body, 4096).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let usual = status.canonical_reason().unwrap_or("this was refused");
    let message = if said.trim().is_empty() {
        usual
    } else {
        said.trim()
    };
    let mut problem = Problem::of_status(status, message).into_response();
    if let Some(allow) = parts.headers.get(header::ALLOW) {
        problem.headers_mut().insert(header::ALLOW, allow.clone());
    }
    if status == StatusCode::UPGRADE_REQUIRED {
        let websocket = header::HeaderValue::from_static("websocket");
        problem.headers_mut().insert(header::UPGRADE, websocket);
    }
    problem
}
