//! The server itself: connections, each with a task of its own, until it is time to leave.

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

use super::guard::{Connections, Full, Visitor};
use super::shutdown::Shutdown;

/// How long a client may take to say what it wants, also between two requests.
const HEAD: Duration = Duration::from_secs(30);

/// The most that a client may say before its body.
const LONGEST_HEAD: usize = 16 * 1024;

/// How long the system is left alone when it has no connections to give.
const BREATH: Duration = Duration::from_millis(100);

/// How long those who are connected may take to leave.
const GRACE: Duration = Duration::from_millis(1500);

/// Serves everybody who comes until it is time to leave.
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
                    Ok(place) => {
                        let visitor = Visitor {
                            address: peer.ip().to_canonical(),
                            place: Arc::new(place),
                        };
                        tasks.spawn(attend(stream, router.clone(), visitor, shutdown.clone()));
                    }
                    Err(full) => refuse(&stream, full),
                },
                Err(_) => time::sleep(BREATH).await,
            },
            Some(_) = tasks.join_next() => {}
            () = shutdown.started() => break,
        }
    }
    drop(listener);
    let _ = time::timeout(GRACE, async { while tasks.join_next().await.is_some() {} }).await;
}

/// Tells somebody for whom there is no place, whether they hear it or not.
fn refuse(stream: &TcpStream, full: Full) {
    let message = match full {
        Full::AppState => "too many are connected just now; try again later",
        Full::Address => "too many are connected from your address; close some pages",
    };
    let body = format!(r#"{{"code":"busy","message":"{message}"}}"#);
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: \
         {length}\r\nconnection: close\r\nretry-after: 10\r\n\r\n{body}"
    );
    let _ = stream.try_write(answer.as_bytes());
}

/// Answers what comes through one connection.
async fn attend(stream: TcpStream, router: Router, visitor: Visitor, shutdown: Shutdown) {
    // Small messages go out at once.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(visitor.clone());
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LONGEST_HEAD.max(8192))
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // However it ends, nobody is left to be told.
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
/// When that cannot be, in words that say what can be done.
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
