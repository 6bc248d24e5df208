//! Middleware between the network and the handlers: hosts, budgets, a time limit, and security
//! headers.

mod connections;
mod headers;
mod hosts;
mod memory;
mod network;
mod open_files;
mod peer;
mod quota;
mod rates;
mod visitor;

use std::any::Any;
use std::future;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time;

use super::problem::Problem;
pub use connections::Connections;
pub use headers::POLICY;
pub use hosts::{Hosts, Origin};
pub use memory::{LEAST_MB, Memory};
pub use network::AddressRange;
pub use open_files::allowed_connections;
pub use peer::Peer;
pub use quota::{Full, Held};
pub use rates::Resource;
pub use visitor::{BudgetLimits, Budgets, Visitor};

/// The longest that a request may take.
const LONGEST: Duration = Duration::from_secs(60);

/// The largest request body, in bytes. A year of the WTHOR archive is a tenth of it.
pub const LARGEST_BODY: usize = 4 << 20;

/// The cost of a request, in requests: a live connection costs more than others.
const LIVE_COST: f64 = 4.0;

/// The guard of a server.
#[derive(Debug)]
pub struct Guard {
    hosts: Hosts,
    proxies: Vec<AddressRange>,
    budgets: Arc<Budgets>,
    memory: Arc<Memory>,
}

impl Guard {
    /// The guard of a server with these host names. Addresses are believed that `proxies` report.
    pub fn new(
        hosts: Hosts,
        proxies: Vec<AddressRange>,
        budgets: Arc<Budgets>,
        memory: Arc<Memory>,
    ) -> Guard {
        Guard {
            hosts,
            proxies,
            budgets,
            memory,
        }
    }

    /// The address that a request comes from, also through a proxy.
    fn client(&self, request: &Request) -> Option<IpAddr> {
        let peer = request.extensions().get::<Peer>()?.address();
        Some(network::client(peer, request.headers(), &self.proxies))
    }

    /// Checks the host, the origin and the budget of a request.
    fn check(&self, request: &mut Request) -> Result<Visitor, Problem> {
        self.hosts.check(request)?;
        let peer = request.extensions().get::<Peer>().cloned();
        let (Some(peer), Some(address)) = (peer, self.client(request)) else {
            return Err(Problem::broken("it is not known where this comes from"));
        };
        let visitor = Visitor::arrive(&self.budgets, peer, address, body_size(request))?;
        let is_live = request.headers().contains_key(header::UPGRADE);
        visitor.spend(Resource::Requests, if is_live { LIVE_COST } else { 1.0 })?;
        if is_live || *request.method() == Method::POST && !is_of_a_game(request.uri().path()) {
            self.memory.check()?;
        }
        request.extensions_mut().insert(visitor.clone());
        Ok(visitor)
    }
}

/// Whether a path is of a game that exists.
fn is_of_a_game(path: &str) -> bool {
    path.starts_with("/api/games/")
}

/// The bytes that the body of a request may have.
fn body_size(request: &Request) -> usize {
    let headers = request.headers();
    let length = headers.get(header::CONTENT_LENGTH);
    match length.and_then(|length| length.to_str().ok()?.parse().ok()) {
        Some(length) => LARGEST_BODY.min(length),
        None if headers.contains_key(header::TRANSFER_ENCODING) => LARGEST_BODY,
        None => 0,
    }
}

/// Guards a request and its answer.
pub async fn guard(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let address = guard.client(&request);
    let answer = match guard.check(&mut request) {
        Ok(visitor) => {
            let answer = answered(request, next).await;
            // What the request holds is given back when it has been answered.
            drop(visitor);
            answer
        }
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
