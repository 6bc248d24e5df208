//! `reversi web`: play, learn and analyse in a browser.
//!
//! The page is plain files inside the program (the folder `web` of the repository); what it knows of
//! the game it asks for here. The handlers are thin: games are `play::Session`s, judgement is the
//! engine's, and engines think on threads of their own.

mod house;
mod line;
mod live;
mod mail;
mod page;
mod pool;
mod problem;
mod rooms;
mod store;
mod study;
mod wire;

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::runtime;

use crate::cli::WebArgs;
pub use house::House;
use store::Store;

/// Serves until it is interrupted.
pub fn run(args: WebArgs, out: Box<dyn Write>) -> Result<()> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(args, out))
}

async fn serve(args: WebArgs, mut out: Box<dyn Write>) -> Result<()> {
    let address = SocketAddr::new(args.listen, args.port);
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}"))?;
    let path = match args.data {
        Some(path) => path,
        None => store::usual_place()?,
    };
    let (store, writer) = Store::open(&path)?;
    let house = Arc::new(House::open(args.page, store)?);
    let address = listener.local_addr()?;
    writeln!(
        out,
        "Reversi is at http://{address}/ until you press Ctrl-C."
    )?;
    out.flush()?;
    let leave = async {
        // Without a signal to wait for, the program is ended in other ways.
        let _ = tokio::signal::ctrl_c().await;
    };
    axum::serve(listener, router(house))
        .with_graceful_shutdown(leave)
        .await?;
    drop(writer);
    Ok(())
}

/// What is asked for where.
fn router(house: Arc<House>) -> Router {
    Router::new()
        .route("/api/line", post(line::line))
        .merge(live::routes())
        .merge(rooms::routes())
        .route("/", get(index))
        .route("/{*name}", get(file))
        .with_state(house)
}

async fn index(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    house.page.serve("", &headers)
}

async fn file(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    house.page.serve(&name, &headers)
}
