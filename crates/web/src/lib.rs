//! `reversi web`: play, learn and analyse in a browser.
//!
//! The page is static files inside the program (the folder `web` of the repository). It knows no
//! rules and asks this server for positions. The handlers are thin: games are `play::Session`s,
//! the engine judges, and engines run on their own threads.

mod api;
mod app_state;
mod banner;
mod broadcast;
mod extract;
mod fair_pool;
mod fair_queue;
mod game;
mod guard;
mod index_page;
mod json;
mod log;
mod message;
mod metrics;
mod monitor;
mod observe;
mod openapi;
mod operator;
mod outbox;
mod problem;
mod rooms;
mod server;
mod shutdown;
mod stall;
mod static_files;
mod store;
mod study;
mod tls;
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
use banner::Banner;
pub use broadcast::{Broadcast, BroadcastOptions};
pub use guard::{AddressRange, LEAST_MB, Origin};
use guard::{BudgetLimits, Budgets, Connections, Guard, Hosts, Memory, guard};
pub use log::{LogFormat, LogOptions};
pub use message::ClientMessage;
use monitor::Monitored;
use observe::{Observer, observe};
pub use operator::{
    ControlAnswer, ControlRequest, OperatorCommand, Retention, read_answer, read_request,
    run as operate,
};
use problem::Problem;
use server::Server;
use store::Store;
use tls::Tls;
pub use tls::TlsFiles;
pub use tracing::Level as LogLevel;

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
    /// At most this many games are stored.
    pub games: usize,
    /// How long old games are kept.
    pub retention: Retention,
    /// The address of `/metrics` and `/healthz` for the operator.
    pub metrics: Option<SocketAddr>,
    /// The certificate, if the server itself speaks TLS.
    pub tls: Option<TlsFiles>,
    /// The log.
    pub log: LogOptions,
}

/// Serves until it is interrupted.
pub fn run(options: Options, out: Box<dyn Write>) -> Result<()> {
    let _log = log::start(options.log)?;
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(options, out));
    // Nobody waits for searches that still run.
    runtime.shutdown_background();
    served
}

async fn serve(options: Options, out: Box<dyn Write>) -> Result<()> {
    let tls = options.tls.map(Tls::load).transpose()?.map(Arc::new);
    let listener = match server::inherited()? {
        Some(listener) => listener,
        None => server::listen(SocketAddr::new(options.listen, options.port), "--port 0").await?,
    };
    let address = listener.local_addr()?;
    let path = match &options.data {
        Some(path) => path.clone(),
        None => store::usual_place()?,
    };
    let (store, writer) = Store::limited(&path, options.games)?;
    let (trigger, shutdown) = shutdown::channel();
    let memory = Memory::new(options.memory);
    tokio::spawn(Arc::clone(&memory).measure());
    let budgets = Budgets::new(BudgetLimits {
        per_address: options.per_address,
        classrooms: options.classrooms,
        is_owner_local: options.origin.is_none() && options.trusted_proxies.is_empty(),
        bodies: (memory.megabytes() << 20) / 8,
    });
    let app = Arc::new(AppState::open(
        options.page,
        store.clone(),
        Arc::clone(&memory),
        shutdown.clone(),
    )?);
    let lobby = Arc::downgrade(&app.lobby);
    let in_use = move |id: &str| lobby.upgrade().is_some_and(|lobby| lobby.is_open(id));
    store.status().set_in_use(Box::new(in_use));
    app.lobby.resume().await;
    let connections = Connections::new(
        guard::allowed_connections(options.connections),
        Arc::clone(&budgets),
        options.trusted_proxies.clone(),
    );
    let connections = Arc::new(connections);
    let hosts = Hosts::new(address.ip(), options.origin, &options.hosts);
    let guard = Arc::new(Guard::new(hosts, options.trusted_proxies, budgets, memory));
    let server = Server {
        router: router(Arc::clone(&app), guard),
        connections: Arc::clone(&connections),
        metrics: Arc::clone(&app.metrics),
        tls: tls.as_deref().map(Tls::acceptor),
        shutdown: shutdown.clone(),
    };
    let monitored = Arc::new(Monitored {
        app: Arc::clone(&app),
        connections,
    });
    let metrics = match options.metrics {
        Some(address) => Some(monitor::serve(address, monitored, &server).await?),
        None => None,
    };
    #[cfg(unix)]
    let _control = operator::start_control(&store, &path);
    #[cfg(unix)]
    if let Some(tls) = &tls {
        tokio::spawn(tls::reload_on_hangup(Arc::clone(tls)));
    }
    tokio::spawn(options.retention.keep(store.clone()));
    let (data, version) = (path.display(), env!("CARGO_PKG_VERSION"));
    tracing::info!(%address, %data, version, tls = tls.is_some(), "the server is ready");
    let banner = Banner {
        address,
        is_tls: tls.is_some(),
        metrics,
        open: options.open,
    };
    banner::print(out, banner)?;
    #[cfg(unix)]
    operator::notify("READY=1");
    tokio::spawn(async move {
        shutdown::signal().await;
        tracing::info!("the server ends");
        #[cfg(unix)]
        operator::notify("STOPPING=1");
        trigger.start();
    });
    server.serve(listener).await;
    store.close().await;
    let _ = writer.join();
    tracing::info!("all games are stored");
    Ok(())
}

/// All routes: the API, and the files of the page.
fn router(app: Arc<AppState>, shared_guard: Arc<Guard>) -> Router {
    let observer = Arc::new(Observer::new(Arc::clone(&app.metrics)));
    api::routes()
        .route("/api/{*rest}", any(nothing))
        .route("/healthz", get(monitor::health))
        .route("/", get(index))
        .route("/{*name}", get(file))
        .with_state(app)
        .layer(middleware::from_fn_with_state(shared_guard, guard))
        .layer(middleware::from_fn_with_state(observer, observe))
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
