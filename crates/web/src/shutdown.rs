//! Shutdown: a signal that all connections wait for.

use std::future;

use tokio::sync::watch;

/// Starts the shutdown.
#[derive(Debug)]
pub struct ShutdownTrigger(watch::Sender<bool>);

/// Waits for the shutdown. Copies wait for the same.
#[derive(Clone, Debug)]
pub struct Shutdown(watch::Receiver<bool>);

/// A trigger and the shutdown that it starts.
pub fn channel() -> (ShutdownTrigger, Shutdown) {
    let (sender, receiver) = watch::channel(false);
    (ShutdownTrigger(sender), Shutdown(receiver))
}

impl ShutdownTrigger {
    /// Starts it.
    pub fn start(self) {
        self.0.send_replace(true);
    }
}

impl Shutdown {
    /// Whether the shutdown has started.
    pub fn has_started(&self) -> bool {
        *self.0.borrow() || self.0.has_changed().is_err()
    }

    /// Waits until the shutdown has started.
    pub async fn started(&self) {
        // A trigger that was dropped is a shutdown, too.
        let _ = self.0.clone().wait_for(|has_started| *has_started).await;
    }
}

/// Waits for Ctrl-C, or for the system to ask the program to end.
pub async fn signal() {
    let ctrl_c = async {
        // If Ctrl-C cannot be watched, only the other signal counts.
        if tokio::signal::ctrl_c().await.is_err() {
            future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let ended = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let ended = future::pending::<()>();
    tokio::select! {
        () = ctrl_c => {}
        () = ended => {}
    }
}
