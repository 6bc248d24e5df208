//! Broadcast: a page that is read while it changes, such as that of a cup being played.
//!
//! It is read-only: a watcher gets the page, then the changes as server-sent events. Threads of its
//! own serve the watchers, at a low priority: those who publish never wait for them.

mod channel;
mod files;
mod stream;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use tokio::runtime::{self, Runtime};
use tokio::sync::Mutex;
use tokio::task::{self, JoinHandle};

use crate::banner;
use crate::guard::{
    self, BudgetLimits, Budgets, Connections, Guard, Hosts, Memory, allowed_connections,
};
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::server::{self, Server};
use crate::shutdown::{self, Shutdown, ShutdownTrigger};
use channel::Channel;

/// The most watchers at the same time.
const MOST_WATCHERS: usize = 2000;

/// The most connections from one address; this computer itself is not limited. A class behind one
/// router has one address.
const MOST_OF_ONE: usize = 256;

/// The niceness of the threads that serve: programs that play come first.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 15;

/// The answer to a host name that is not ours.
const HOST_ADVICE: &str =
    "this page does not go by that name; ask for it by the address of this computer";

/// What is broadcast.
pub struct BroadcastOptions {
    /// The address to listen on; port 0 is any that is free.
    pub address: SocketAddr,
    /// Makes the page of the current state. It is called when a visitor asks after a change.
    pub page: Box<dyn Fn() -> String + Send + Sync>,
    /// A folder of packed texts (`.gz`) that the page links to as `talk/NAME`.
    pub talk: PathBuf,
}

/// A running broadcast; dropping it ends it.
pub struct Broadcast {
    shared: Arc<Shared>,
    address: SocketAddr,
    trigger: Option<ShutdownTrigger>,
    serving: Option<JoinHandle<()>>,
    runtime: Option<Runtime>,
}

/// What the handlers share.
struct Shared {
    channel: Arc<Channel>,
    make_page: Box<dyn Fn() -> String + Send + Sync>,
    /// Counts the changes of the page.
    changes: AtomicU64,
    /// The newest page that was asked for, and the change that it shows.
    page: Mutex<Option<(u64, Bytes)>>,
    talk: PathBuf,
    shutdown: Shutdown,
}

impl Broadcast {
    /// Starts to serve.
    ///
    /// # Errors
    /// When the address cannot be used; the message says what to do.
    pub fn start(options: BroadcastOptions) -> Result<Broadcast> {
        let mut builder = runtime::Builder::new_multi_thread();
        builder.worker_threads(1).enable_all();
        #[cfg(target_os = "linux")]
        builder.on_thread_start(|| {
            // If it is not allowed, the usual priority holds.
            let thread = rustix::thread::gettid();
            let _ = rustix::process::setpriority_process(Some(thread), NICENESS);
        });
        let runtime = builder.build()?;
        let free = format!("--live {}", SocketAddr::new(options.address.ip(), 0));
        let listener = runtime.block_on(server::listen(options.address, &free))?;
        let address = listener.local_addr()?;
        let (trigger, shutdown) = shutdown::channel();
        let shared = Arc::new(Shared {
            channel: Arc::new(Channel::new()),
            make_page: options.page,
            changes: AtomicU64::new(0),
            page: Mutex::default(),
            talk: options.talk,
            shutdown: shutdown.clone(),
        });
        let server = server(&shared, address, shutdown);
        let serving = runtime.spawn(server.serve(listener));
        Ok(Broadcast {
            shared,
            address,
            trigger: Some(trigger),
            serving: Some(serving),
            runtime: Some(runtime),
        })
    }

    /// The address of the page as this computer sees it, and as others do; `None` if they cannot reach
    /// it or it is not known.
    #[must_use]
    pub fn addresses(&self) -> (SocketAddr, Option<SocketAddr>) {
        banner::seen_as(self.address)
    }

    /// Sends a message to all watchers, and to later ones until the next message of this name. `json`
    /// is on one line. It returns at once.
    pub fn publish(&self, name: &'static str, json: &str) {
        self.shared.channel.publish(name, json);
    }

    /// The page has changed: the next visitor gets a new one.
    pub fn renew_page(&self) {
        self.shared.changes.fetch_add(1, Ordering::SeqCst);
    }
}

impl Drop for Broadcast {
    fn drop(&mut self) {
        if let Some(trigger) = self.trigger.take() {
            trigger.start();
        }
        let (Some(runtime), Some(serving)) = (self.runtime.take(), self.serving.take()) else {
            return;
        };
        // Watchers get the last messages; the server waits for them, but not for long.
        let _ = runtime.block_on(serving);
        runtime.shutdown_background();
    }
}

fn server(shared: &Arc<Shared>, address: SocketAddr, shutdown: Shutdown) -> Server {
    let budgets = Budgets::new(BudgetLimits {
        per_address: MOST_OF_ONE,
        classrooms: Vec::new(),
        is_owner_local: true,
        bodies: 0,
    });
    let most = allowed_connections(MOST_WATCHERS);
    let connections = Connections::new(most, Arc::clone(&budgets), Vec::new());
    let hosts = Hosts::new(address.ip(), None, &[]).advising(HOST_ADVICE);
    let guard = Guard::new(hosts, Vec::new(), budgets, Memory::new(None));
    let router = Router::new()
        .route("/", get(page))
        .route("/live", get(live))
        .route("/talk/{name}", get(talk))
        .fallback(nothing)
        .with_state(Arc::clone(shared))
        .layer(middleware::from_fn_with_state(
            Arc::new(guard),
            guard::guard,
        ));
    Server {
        router,
        connections: Arc::new(connections),
        metrics: Arc::new(Metrics::new()),
        tls: None,
        shutdown,
    }
}

/// Answers are for now only.
const FRESH: (HeaderName, &str) = (header::CACHE_CONTROL, "no-store");

/// The page has its own policy for everything but frames, which only a header can forbid.
const NO_FRAMES: (HeaderName, &str) = (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'");

async fn nothing() -> Problem {
    Problem::missing("there is nothing at this address; the page is at /")
}

/// The page. It is made once for each change, by the first who asks.
async fn page(State(shared): State<Arc<Shared>>) -> Result<Response, Problem> {
    let mut newest = shared.page.lock().await;
    let change = shared.changes.load(Ordering::SeqCst);
    let known = newest.as_ref().filter(|(known, _)| *known == change);
    let page = match known {
        Some((_, page)) => page.clone(),
        None => {
            let maker = Arc::clone(&shared);
            let made = task::spawn_blocking(move || (maker.make_page)()).await;
            let made = made.map_err(|_| Problem::broken("the page cannot be made"))?;
            let page = Bytes::from(made);
            *newest = Some((change, page.clone()));
            page
        }
    };
    let html = (header::CONTENT_TYPE, "text/html; charset=utf-8");
    Ok(([html, FRESH, NO_FRAMES], page).into_response())
}

/// The stream of changes.
async fn live(State(shared): State<Arc<Shared>>) -> Response {
    let events = (header::CONTENT_TYPE, "text/event-stream");
    let body = stream::body(Arc::clone(&shared.channel), shared.shutdown.clone());
    ([events, FRESH], body).into_response()
}

/// A packed text.
async fn talk(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let missing = || Problem::missing("there is no such text");
    let path = files::packed(&shared.talk, &name).ok_or_else(missing)?;
    let bytes = tokio::fs::read(path).await.map_err(|_| missing())?;
    let packed = (header::CONTENT_TYPE, "application/gzip");
    Ok(([packed, FRESH], bytes).into_response())
}
