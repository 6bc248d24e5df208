//! Middleware that counts requests and logs what went wrong.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::guard::Peer;
use super::log::Throttle;
use super::metrics::Metrics;
use super::problem::Code;

/// An answer that takes longer is logged. Requests that wait for an engine may take some seconds.
const SLOW: Duration = Duration::from_secs(5);

/// At most this many failed, refused or slow requests are logged in a second.
const MOST_LOGGED: u32 = 10;

/// Counts requests, and logs those that failed, were refused or took long.
#[derive(Debug)]
pub struct Observer {
    metrics: Arc<Metrics>,
    throttle: Throttle,
}

impl Observer {
    /// An observer that counts here.
    pub fn new(metrics: Arc<Metrics>) -> Observer {
        Observer {
            metrics,
            throttle: Throttle::new(MOST_LOGGED),
        }
    }

    fn log(&self, route: &str, answer: &Response, address: Option<IpAddr>, time: Duration) {
        let status = answer.status().as_u16();
        let code = answer.extensions().get::<Code>().map_or("", |code| code.0);
        let address = address.map(|address| address.to_string());
        let address = address.unwrap_or_default();
        let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let is_usual = status < 500 && !is_refusal(status) && time <= SLOW;
        if is_usual {
            tracing::debug!(route, status, code, address, ms, "request");
            return;
        }
        let Some(left_out) = self.throttle.pass() else {
            return;
        };
        if status >= 500 {
            tracing::error!(route, status, code, address, ms, left_out, "request failed");
        } else if is_refusal(status) {
            tracing::info!(route, status, code, address, left_out, "request refused");
        } else {
            tracing::info!(route, status, address, ms, left_out, "slow request");
        }
    }
}

/// Whether the client was refused because of who it is or how much it asks, and not because of what
/// it asks.
fn is_refusal(status: u16) -> bool {
    matches!(status, 403 | 413 | 429)
}

/// Counts and logs a request.
pub async fn observe(
    State(observer): State<Arc<Observer>>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    // The route and not the path: paths hold the ids of games.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let peer = request.extensions().get::<Peer>().map(Peer::address);
    let answer = next.run(request).await;
    let route = route.as_ref().map_or("", MatchedPath::as_str);
    let time = began.elapsed();
    observer.metrics.request(route, answer.status(), time);
    if let Some(Code(code)) = answer.extensions().get() {
        observer.metrics.refused(code);
    }
    // Behind a proxy, the address that the guard has found.
    let address = answer.extensions().get::<IpAddr>().copied().or(peer);
    observer.log(route, &answer, address, time);
    answer
}
