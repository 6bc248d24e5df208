//! When the server ends, and who has to know.

use tokio::sync::watch;

/// Says that it is time to leave.
#[derive(Debug)]
pub struct Leave(watch::Sender<bool>);

/// Whoever has to know when it is time to leave.
#[derive(Clone, Debug)]
pub struct Leaving(watch::Receiver<bool>);

/// The one who says it, and one who has to know.
pub fn leaving() -> (Leave, Leaving) {
    let (sender, receiver) = watch::channel(false);
    (Leave(sender), Leaving(receiver))
}

impl Leave {
    /// It is time.
    pub fn now(self) {
        self.0.send_replace(true);
    }
}

impl Leaving {
    /// Waits until it is time to leave.
    pub async fn time(&self) {
        // If nobody is left to say so, it is time.
        let _ = self.0.clone().wait_for(|is_time| *is_time).await;
    }
}
