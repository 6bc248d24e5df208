//! The connection to a server: its address, the credentials, and the errors of connecting.

use std::error::Error as _;
use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fmt, io, iter};

use async_nats::jetstream::Context;
use async_nats::jetstream::context::{ContextBuilder, RequestErrorKind};
use async_nats::{
    Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerAddr, ServerError,
};
use serde_json::Value;
use tokio::sync::watch;

use super::error::{FarmError, words};

/// How long a server may take to answer. A busy one takes seconds; one that is not there refuses at
/// once.
const SERVER_TIMEOUT: Duration = Duration::from_secs(15);

/// The longest pause between two attempts to reach a server again.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Confirmations of the server that may be outstanding at once.
const MOST_OUTSTANDING: usize = 512;

/// The address of a farm and the credentials for it. The options are those that users of NATS know.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Link {
    /// The farm: a NATS server with JetStream, as in nats://host:4222 or tls://host; several with
    /// commas between them
    #[cfg_attr(feature = "cli", arg(long = "farm", value_name = "URL"))]
    pub url: Option<String>,
    /// A file with credentials for it, as `nsc` writes them
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", env = "NATS_CREDS"))]
    pub creds: Option<PathBuf>,
    /// A file with the seed of an NKey, as `reversi farm init` writes them
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", env = "NATS_NKEY"))]
    pub nkey: Option<PathBuf>,
    /// The user's name; with --password. Both can stand in the URL instead
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", env = "NATS_USER"))]
    pub user: Option<String>,
    /// The user's password; better given as NATS_PASSWORD, which others cannot see
    #[cfg_attr(
        feature = "cli",
        arg(
            long,
            value_name = "WORD",
            env = "NATS_PASSWORD",
            hide_env_values = true
        )
    )]
    pub password: Option<String>,
    /// A file with the certificates of those whom the server's is signed by
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", env = "NATS_CA"))]
    pub tlsca: Option<PathBuf>,
    /// A file with our certificate; with --tlskey
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", env = "NATS_CERT"))]
    pub tlscert: Option<PathBuf>,
    /// A file with the key of our certificate
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", env = "NATS_KEY"))]
    pub tlskey: Option<PathBuf>,
}

/// A connected server.
#[derive(Clone)]
pub struct Connection {
    /// For messages that are not stored.
    pub client: Client,
    /// For messages that the server stores.
    pub jetstream: Context,
    /// Whether the server is connected now.
    pub is_there: Arc<AtomicBool>,
    /// The name that the key belongs to, where the file of the key says so.
    pub name: Option<String>,
    /// What the server did not allow, if anything.
    denied: watch::Receiver<Option<String>>,
}

impl Link {
    /// The address without what is secret in it, for messages.
    #[must_use]
    pub fn place(&self) -> String {
        let url = self.url.as_deref().unwrap_or_default();
        match (url.split_once("://"), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, hosts))) => format!("{scheme}://{hosts}"),
            (None, Some((_, hosts))) => hosts.to_string(),
            _ => url.to_string(),
        }
    }

    /// Connects to the server.
    ///
    /// # Errors
    /// When it is not there, refuses the credentials, or has no JetStream.
    pub async fn connect(&self, who: &str) -> Result<Connection, FarmError> {
        let is_there = Arc::new(AtomicBool::new(true));
        let addresses = self.addresses()?;
        let name = self.key_name();
        let (deny, denied) = watch::channel(None);
        let mut options = self.options(who, Arc::clone(&is_there), deny).await?;
        if let Some(name) = &name {
            options = options.custom_inbox_prefix(inbox(name));
        }
        let named = addresses.iter().find_map(|address| {
            let password = address.password().map(str::to_string);
            Some((address.username()?.to_string(), password))
        });
        match named {
            Some((user, Some(password))) => options = options.user_and_password(user, password),
            Some((token, None)) => options = options.token(token),
            None => {}
        }
        let connecting = options.connect(addresses);
        let client = match tokio::time::timeout(2 * SERVER_TIMEOUT, connecting).await {
            Ok(Ok(client)) => client,
            Ok(Err(error)) if is_insecure(&error) => {
                return Err(self.unreachable(ConnectErrorKind::Tls, &error));
            }
            Ok(Err(error)) => return Err(self.unreachable(error.kind(), &error)),
            Err(_) => return Err(self.unreachable(ConnectErrorKind::TimedOut, &"no answer")),
        };
        let jetstream = ContextBuilder::new()
            .timeout(SERVER_TIMEOUT)
            .max_ack_inflight(MOST_OUTSTANDING)
            .build(client.clone());
        let connection = Connection {
            client,
            jetstream,
            is_there,
            name,
            denied,
        };
        connection.check(&self.place()).await?;
        Ok(connection)
    }

    fn addresses(&self) -> Result<Vec<ServerAddr>, FarmError> {
        let url = self.url.as_deref().unwrap_or_default();
        let wrong = || {
            let place = self.place();
            FarmError::new(format!(
                "`{place}` is not the address of a server; nats://host:4222 would be one"
            ))
        };
        let parse = |part: &str| {
            let address: Result<ServerAddr, _> = part.trim().parse();
            let address = address.ok().filter(|address| !address.host().is_empty());
            address.ok_or_else(wrong)
        };
        url.split(',').map(parse).collect()
    }

    async fn options(
        &self,
        who: &str,
        is_there: Arc<AtomicBool>,
        deny: watch::Sender<Option<String>>,
    ) -> Result<ConnectOptions, FarmError> {
        let pause = |attempt: usize| {
            let first = Duration::from_millis(100);
            first.saturating_mul(1 << attempt.min(6)).min(LONGEST_PAUSE)
        };
        let options = ConnectOptions::new()
            .name(who)
            .connection_timeout(SERVER_TIMEOUT)
            .request_timeout(Some(SERVER_TIMEOUT))
            .reconnect_delay_callback(pause)
            .event_callback(move |event| {
                match event {
                    Event::Connected => is_there.store(true, Ordering::SeqCst),
                    Event::Disconnected => is_there.store(false, Ordering::SeqCst),
                    Event::ServerError(ServerError::Other(what))
                        if what.to_lowercase().contains("permissions violation") =>
                    {
                        deny.send_replace(Some(what));
                    }
                    _ => {}
                }
                async {}
            });
        self.with_credentials(options).await
    }

    fn unreachable(&self, kind: ConnectErrorKind, error: &dyn fmt::Display) -> FarmError {
        let place = self.place();
        FarmError::new(match kind {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => format!(
                "the server at {place} does not accept who we say we are: give --nkey FILE, --creds \
                 FILE, or --user and --password"
            ),
            ConnectErrorKind::Tls => format!(
                "no secure connection to {place}: {error}; --tlsca FILE says whose certificates to \
                 trust, --tlscert and --tlskey which one is ours"
            ),
            ConnectErrorKind::ServerParse => {
                format!("{place} is not the address of a server; nats://host:4222 would be one")
            }
            _ => format!(
                "there is no server at {place} ({error}); `reversi farm init DIR` prepares one"
            ),
        })
    }
}

impl Connection {
    /// Checks whether the server has JetStream.
    async fn check(&self, place: &str) -> Result<(), FarmError> {
        let off = |why: &dyn fmt::Display| {
            FarmError::new(format!(
                "the server at {place} keeps no messages: start it with --jetstream ({why})"
            ))
        };
        let answer: Result<Value, _> = self.jetstream.request("INFO", &()).await;
        match answer {
            Ok(answer) => match answer.get("error") {
                None => Ok(()),
                Some(error) => Err(off(error)),
            },
            Err(error) if error.kind() == RequestErrorKind::NoResponders => Err(off(&error)),
            Err(error) => Err(FarmError::new(format!(
                "the server at {place} is of no use: {}",
                words(&error.to_string())
            ))),
        }
    }

    /// Waits for an answer of the server, which says nothing when the key does not allow a request.
    ///
    /// # Errors
    /// When the server has said that something is not allowed.
    pub async fn allowed<T>(&self, answer: impl Future<Output = T>) -> Result<T, FarmError> {
        let mut denied = self.denied.clone();
        let denial = async {
            // The sender lives as long as the connection.
            match denied.wait_for(Option::is_some).await {
                Ok(what) => what.clone().unwrap_or_default(),
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            answer = answer => Ok(answer),
            what = denial => Err(FarmError::refused("does not allow it", what)),
        }
    }
}

/// The subjects under which the owner of a key gets replies.
pub fn inbox(name: &str) -> String {
    format!("_INBOX.{name}")
}

/// Whether the TLS handshake failed: a faulty certificate shows as invalid data.
fn is_insecure(error: &ConnectError) -> bool {
    let chain = iter::successors(error.source(), |&error| error.source());
    chain
        .filter_map(|error| error.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::InvalidData)
}
