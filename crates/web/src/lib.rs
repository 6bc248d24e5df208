//! `reversi web`: play, learn and analyse in a browser.
//!
//! The page is static files inside the program (the folder `web` of the repository). It knows no
//! rules and asks this server for positions. The handlers are thin: games are `play::Session`s,
//! the engine judges, and engines run on their own threads.

mod api;
mod app_state;
mod banner;
mod extract;
mod fair_pool;
mod fair_queue;
mod game;
mod guard;
mod index_page;
mod message;
mod openapi;
mod outbox;
mod problem;
mod rooms;
mod server;
mod shutdown;
mod static_files;
mod store;
mod study;
mod wire;

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::middleware;
use axum::response::Response;
use axum::routing::{any, get};
use tokio::runtime;

pub use api::live::{Request, read};
pub use app_state::AppState;
pub use guard::{AddressRange, LEAST_MB, Origin};
use guard::{BudgetLimits, Budgets, Connections, Guard, Hosts, Memory, guard};
pub use message::ClientMessage;
use problem::Problem;
use store::Store;

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; 0 is any that is free.
    pub port: u16,
    /// The file that games are stored in; by default in the user's data folder.
    pub data: Option<PathBuf>,
    /// Whether to open a browser.
    pub open: bool,
    /// The public origin of the page, if there is a proxy before this server.
    pub origin: Option<Origin>,
    /// At most this many simultaneous connections.
    pub connections: usize,
    /// At most this many of them from one address; this computer's owner is exempt.
    pub per_address: usize,
    /// The proxies whose reports of client addresses are believed.
    pub trusted_proxies: Vec<AddressRange>,
    /// The networks that have the share of a whole class.
    pub classrooms: Vec<AddressRange>,
    /// Further host names of the server.
    pub hosts: Vec<String>,
    /// The memory bound in megabytes.
    pub memory: Option<usize>,
    /// A folder to serve the page from instead of the one inside the program.
    pub page: Option<PathBuf>,
}

/// Serves until it is interrupted.
pub fn run(options: Options, out: Box<dyn Write>) -> Result<()> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(options, out));
    // Nobody waits for searches that still run.
    runtime.shutdown_background();
    served
}

async fn serve(options: Options, out: Box<dyn Write>) -> Result<()> {
    let listener = server::listen(SocketAddr::new(options.listen, options.port)).await?;
    let path = match &options.data {
        Some(path) => path.clone(),
        None => store::usual_place()?,
    };
    let (store, writer) = Store::open(&path)?;
    let (trigger, shutdown) = shutdown::channel();
    let memory = Memory::new(options.memory);
    tokio::spawn(Arc::clone(&memory).measure());
    let budgets = Budgets::new(BudgetLimits {
        per_address: options.per_address,
        classrooms: options.classrooms,
        is_owner_local: options.origin.is_none() && options.trusted_proxies.is_empty(),
        bodies: (memory.megabytes() << 20) / 8,
    });
    let app = AppState::open(options.page, store, Arc::clone(&memory), shutdown.clone())?;
    let app = Arc::new(app);
    app.lobby.resume().await;
    let address = listener.local_addr()?;
    let connections = Connections::new(
        guard::allowed_connections(options.connections),
        Arc::clone(&budgets),
        options.trusted_proxies.clone(),
    );
    let hosts = Hosts::new(address.ip(), options.origin, &options.hosts);
    let guard = Arc::new(Guard::new(hosts, options.trusted_proxies, budgets, memory));
    banner::print(out, address, options.open)?;
    tokio::spawn(async move {
        shutdown::signal().await;
        trigger.start();
    });
    let router = router(Arc::clone(&app), guard);
    server::serve(listener, router, Arc::new(connections), shutdown).await;
    app.lobby.store().close().await;
    let _ = writer.join();
    Ok(())
}

/// All routes: the API, and the files of the page.
fn router(app: Arc<AppState>, shared_guard: Arc<Guard>) -> Router {
    api::routes()
        .route("/api/{*rest}", any(nothing))
        .route("/", get(index))
        .route("/{*name}", get(file))
        .with_state(app)
        .layer(middleware::from_fn_with_state(shared_guard, guard))
}

async fn nothing() -> Problem {
    Problem::missing("there is nothing at this address; GET /api/openapi.json tells what there is")
}

async fn index(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    app.files.serve("", &headers)
}

async fn file(
    State(app): State<Arc<AppState>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    app.files.serve(&name, &headers)
}
