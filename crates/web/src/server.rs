//! The accept loop: a task for each connection, until shutdown.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time;
use tokio_rustls::TlsAcceptor;

use super::guard::{Connections, Full, Peer};
use super::log::Throttle;
use super::metrics::Metrics;
use super::shutdown::Shutdown;
use super::stall::StallLimit;

/// The longest that a client may take to send the head of a request, also between two requests.
const HEAD: Duration = Duration::from_secs(30);

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 * 1024;

/// The longest that a TLS handshake may take.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// The longest that a client may leave unread what it is sent.
const STALL: Duration = Duration::from_secs(60);

/// The pause after a failed accept.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The longest that open connections may take to end at shutdown.
const GRACE: Duration = Duration::from_millis(1500);

/// The pause between two looks at the connections that end.
const GRACE_PAUSE: Duration = Duration::from_millis(5);

/// At most this many refused connections are logged in a second.
const MOST_REFUSED: u32 = 10;

/// What serves the connections of a listener.
#[derive(Clone)]
pub struct Server {
    /// The routes.
    pub router: Router,
    /// The limits.
    pub connections: Arc<Connections>,
    /// The counters.
    pub metrics: Arc<Metrics>,
    /// The TLS side; without it the listener speaks plain HTTP.
    pub tls: Option<TlsAcceptor>,
    /// Ends it.
    pub shutdown: Shutdown,
}

impl Server {
    /// Serves connections until shutdown. Then it gives those that are open some time to end.
    pub async fn serve(self, listener: TcpListener) {
        let mut tasks = JoinSet::new();
        let refused = Throttle::new(MOST_REFUSED);
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => match self.connections.admit(peer.ip()) {
                        Ok(peer) => {
                            tasks.spawn(self.clone().connection(stream, peer));
                        }
                        Err(full) => self.refuse(&stream, peer, full, &refused),
                    },
                    Err(error) => {
                        if let Some(left_out) = refused.pass() {
                            tracing::error!(%error, left_out, "a connection cannot be accepted");
                        }
                        time::sleep(ACCEPT_PAUSE).await;
                    }
                },
                Some(_) = tasks.join_next() => {}
                () = self.shutdown.started() => break,
            }
        }
        drop(listener);
        let ended = async {
            while tasks.join_next().await.is_some() {}
            // Live connections have tasks of their own. They say goodbye to their clients.
            while self.connections.count() > 0 {
                time::sleep(GRACE_PAUSE).await;
            }
        };
        if time::timeout(GRACE, ended).await.is_err() {
            let open = self.connections.count();
            tracing::info!(open, "connections were cut off");
        }
    }

    /// Answers 503 to a client beyond a connection limit.
    fn refuse(&self, stream: &TcpStream, peer: SocketAddr, full: Full, throttle: &Throttle) {
        self.metrics.refused_connection();
        let (limit, message) = match full {
            Full::Server => (
                "connections",
                "too many are connected just now; try again later",
            ),
            Full::Network => (
                "per_address",
                "too many are connected from your address; close some pages",
            ),
        };
        if let Some(left_out) = throttle.pass() {
            let address = peer.ip().to_canonical();
            tracing::warn!(limit, %address, left_out, "connection refused");
        }
        if self.tls.is_some() {
            // A handshake costs more than a refusal is worth.
            return;
        }
        let body = format!(r#"{{"code":"busy","message":"{message}"}}"#);
        let length = body.len();
        let answer = format!(
            "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nconnection: close\r\nretry-after: 10\r\n\r\n{body}"
        );
        let _ = stream.try_write(answer.as_bytes());
    }

    /// Serves one connection.
    async fn connection(self, stream: TcpStream, peer: Peer) {
        // Small messages go out at once.
        let _ = stream.set_nodelay(true);
        let Some(acceptor) = &self.tls else {
            return self.requests(stream, peer).await;
        };
        match time::timeout(HANDSHAKE, acceptor.accept(stream)).await {
            Ok(Ok(stream)) => self.requests(stream, peer).await,
            failed => {
                let late = "the client took too long".to_string();
                let why = failed.map_or(late, |failed| {
                    failed
                        .err()
                        .map_or(String::new(), |error| error.to_string())
                });
                self.metrics.failed_handshake();
                tracing::debug!(address = %peer.address(), why, "TLS handshake failed");
            }
        }
    }

    /// Serves the requests of a connection.
    async fn requests<S>(self, stream: S, peer: Peer)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let router = TowerToHyperService::new(self.router);
        let (begun, mut has_begun) = watch::channel(false);
        let service = service_fn(move |request: Request<Incoming>| {
            begun.send_replace(true);
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(peer.clone());
            router.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(LONGEST_HEAD.max(8192))
            .serve_connection(TokioIo::new(StallLimit::new(stream, STALL)), service)
            .with_upgrades();
        let mut connection = pin!(connection);
        // Errors are ignored: the connection has ended.
        tokio::select! {
            _ = connection.as_mut() => return,
            () = self.shutdown.started() => {}
        }
        // hyper would close a connection that has not been used yet. The client does not know about
        // the shutdown, and its first request is on the way.
        tokio::select! {
            _ = connection.as_mut() => return,
            _ = has_begun.wait_for(|has_begun| *has_begun) => {}
        }
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

/// The listener that the service manager has opened for this process, if there is one (systemd's
/// socket activation). While the program restarts, connections wait in it.
///
/// # Errors
/// When what was handed over is no TCP listener.
pub fn inherited() -> anyhow::Result<Option<TcpListener>> {
    #[cfg(unix)]
    {
        use anyhow::Context;
        let mut handed_over = listenfd::ListenFd::from_env();
        if handed_over.len() == 0 {
            return Ok(None);
        }
        let listener = handed_over.take_tcp_listener(0);
        let listener = listener.context("the socket from LISTEN_FDS cannot be used")?;
        let listener = listener.context("the socket from LISTEN_FDS is no TCP listener")?;
        listener.set_nonblocking(true)?;
        Ok(Some(TcpListener::from_std(listener)?))
    }
    #[cfg(not(unix))]
    Ok(None)
}

/// Listens at an address. `free` is the option that finds a free port.
///
/// # Errors
/// When the address cannot be used; the message says what to do.
pub async fn listen(address: SocketAddr, free: &str) -> anyhow::Result<TcpListener> {
    let port = address.port();
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!(
            "port {port} is taken; perhaps reversi is at http://{address}/ already. {free} finds \
             a free one"
        ),
        io::ErrorKind::PermissionDenied => {
            anyhow!("port {port} is not for you; choose one from 1024 up; {free} finds one")
        }
        io::ErrorKind::AddrNotAvailable => anyhow!(
            "{} is not an address of this computer; 0.0.0.0 is all of them",
            address.ip()
        ),
        _ => anyhow!("cannot listen on {address}: {error}"),
    })
}
