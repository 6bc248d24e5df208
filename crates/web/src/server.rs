//! The accept loop: a task for each connection, until shutdown.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time;

use super::guard::{Connections, Full, Peer};
use super::shutdown::Shutdown;

/// The longest that a client may take to send the head of a request, also between two requests.
const HEAD: Duration = Duration::from_secs(30);

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 * 1024;

/// The pause after a failed accept.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The longest that open connections may take to end at shutdown.
const GRACE: Duration = Duration::from_millis(1500);

/// Serves connections until shutdown.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    connections: Arc<Connections>,
    shutdown: Shutdown,
) {
    let mut tasks = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => match connections.admit(peer.ip()) {
                    Ok(peer) => {
                        tasks.spawn(serve_connection(stream, router.clone(), peer, shutdown.clone()));
                    }
                    Err(full) => refuse(&stream, full),
                },
                Err(_) => time::sleep(ACCEPT_PAUSE).await,
            },
            Some(_) = tasks.join_next() => {}
            () = shutdown.started() => break,
        }
    }
    drop(listener);
    let _ = time::timeout(GRACE, async { while tasks.join_next().await.is_some() {} }).await;
}

/// Answers 503 to a client beyond a connection limit.
fn refuse(stream: &TcpStream, full: Full) {
    let message = match full {
        Full::Server => "too many are connected just now; try again later",
        Full::Network => "too many are connected from your address; close some pages",
    };
    let body = format!(r#"{{"code":"busy","message":"{message}"}}"#);
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: \
         {length}\r\nconnection: close\r\nretry-after: 10\r\n\r\n{body}"
    );
    let _ = stream.try_write(answer.as_bytes());
}

/// Serves one connection.
async fn serve_connection(stream: TcpStream, router: Router, peer: Peer, shutdown: Shutdown) {
    // Small messages go out at once.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer.clone());
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LONGEST_HEAD.max(8192))
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // Errors are ignored: the connection has ended.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = shutdown.started() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// Listens at an address.
///
/// # Errors
/// When the address cannot be used; the message says what to do.
pub async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let port = address.port();
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => anyhow::anyhow!(
            "port {port} is taken; perhaps reversi is at http://{address}/ already. --port 0 finds \
             a free one"
        ),
        io::ErrorKind::PermissionDenied => {
            anyhow::anyhow!("port {port} is not for you; choose one from 1024 up with --port")
        }
        io::ErrorKind::AddrNotAvailable => anyhow::anyhow!(
            "{} is not an address of this computer; 0.0.0.0 is all of them",
            address.ip()
        ),
        _ => anyhow::anyhow!("cannot listen on {address}: {error}"),
    })
}
