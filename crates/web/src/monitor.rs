//! Health and metrics, for the operator's tools.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use tokio::net::TcpListener;

use super::app_state::AppState;
use super::guard::Connections;
use super::log;
use super::metrics::Exposition;
use super::server::Server;

/// What the monitor reads.
pub struct Monitored {
    /// The state of the server.
    pub app: Arc<AppState>,
    /// The connections of the page.
    pub connections: Arc<Connections>,
}

/// At most this many connections read the metrics at the same time.
const MOST_READERS: usize = 64;

/// Serves `/metrics` and `/healthz` beside a server, and returns the address.
///
/// # Errors
/// When the address cannot be used.
pub async fn serve(
    address: SocketAddr,
    monitored: Arc<Monitored>,
    beside: &Server,
) -> Result<SocketAddr> {
    let listener = TcpListener::bind(address).await;
    let listener = listener.with_context(|| format!("cannot listen on {address} for --metrics"))?;
    let address = listener.local_addr()?;
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(detailed))
        .with_state(monitored);
    let server = Server {
        router,
        connections: Arc::new(Connections::limited(MOST_READERS)),
        tls: None,
        ..beside.clone()
    };
    tokio::spawn(server.serve(listener));
    Ok(address)
}

/// `/healthz` for everybody: 200, or 503 and a word why.
pub async fn health(State(app): State<Arc<AppState>>) -> Response {
    match app.lobby.store().health() {
        _ if app.shutdown.has_started() => unhealthy("the server ends"),
        Ok(()) => Json(json!({"status": "ok"})).into_response(),
        // The reason names a file.
        Err(_) => unhealthy("games cannot be stored"),
    }
}

/// `/healthz` for the operator: the same with the whole reason.
async fn detailed(State(monitored): State<Arc<Monitored>>) -> Response {
    match monitored.app.lobby.store().health() {
        Ok(()) => health(State(Arc::clone(&monitored.app))).await,
        Err(why) => unhealthy(&why),
    }
}

fn unhealthy(why: &str) -> Response {
    let answer = Json(json!({"status": "unhealthy", "message": why}));
    (StatusCode::SERVICE_UNAVAILABLE, answer).into_response()
}

async fn metrics(State(monitored): State<Arc<Monitored>>) -> Response {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], exposition(&monitored)).into_response()
}

fn exposition(monitored: &Monitored) -> String {
    let Monitored { app, connections } = monitored;
    let mut text = Exposition::default();
    text.family(
        "reversi_build_info",
        "gauge",
        "The version of the program.",
        [(format!("version=\"{}\"", env!("CARGO_PKG_VERSION")), 1)].into_iter(),
    );
    app.metrics.write(&mut text);
    text.gauge(
        "reversi_connections",
        "Open connections.",
        connections.count(),
    );
    text.gauge("reversi_rooms", "Games in memory.", app.lobby.rooms());
    write_store(&mut text, app);
    write_pools(&mut text, app);
    text.counter(
        "reversi_log_lines_dropped_total",
        "Log lines that nobody read in time.",
        log::dropped(),
    );
    if let Some(bytes) = app.memory.used() {
        text.gauge(
            "process_resident_memory_bytes",
            "Memory that the process occupies.",
            bytes,
        );
    }
    text.gauge(
        "reversi_memory_bound_bytes",
        "The bound of --memory.",
        app.memory.bound(),
    );
    text.into_text()
}

fn write_store(text: &mut Exposition, app: &AppState) {
    let store = app.lobby.store();
    let status = store.status();
    text.gauge("reversi_games", "Stored games.", status.games());
    let healthy = u8::from(store.health().is_ok());
    text.gauge(
        "reversi_healthy",
        "1 if games can be stored, otherwise 0.",
        healthy,
    );
    text.gauge(
        "reversi_store_waiting",
        "Changes that wait to be stored.",
        store.waiting(),
    );
    for (name, help, count) in [
        (
            "reversi_games_created_total",
            "Games created.",
            status.created(),
        ),
        (
            "reversi_games_deleted_total",
            "Old games deleted.",
            status.deleted(),
        ),
        (
            "reversi_games_saved_total",
            "Game states stored: new games, moves and other changes.",
            status.saved(),
        ),
        (
            "reversi_store_failures_total",
            "Failed attempts to store games.",
            status.failures(),
        ),
    ] {
        text.counter(name, help, count);
    }
}

fn write_pools(text: &mut Exposition, app: &AppState) {
    let pools = app.load();
    let label = |name: &str| format!("pool=\"{name}\"");
    text.family(
        "reversi_pool_waiting",
        "gauge",
        "Searches and other work waiting for a thread.",
        pools
            .iter()
            .map(|(name, waiting, _)| (label(name), *waiting as u64)),
    );
    text.family(
        "reversi_pool_jobs_total",
        "counter",
        "Searches and other work given to each pool of threads.",
        pools.iter().map(|(name, _, queued)| (label(name), *queued)),
    );
}
