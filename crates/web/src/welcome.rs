//! The first and the last that a person sees of the server in a terminal.

use std::future;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use anyhow::Result;

/// Says where the server is, and opens a browser there.
pub fn welcome(mut out: Box<dyn Write>, address: SocketAddr, open_browser: bool) -> Result<()> {
    let is_everywhere = address.ip().is_unspecified();
    let mut here = address;
    if is_everywhere {
        here.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    writeln!(out, "Reversi is at http://{here}/ until you press Ctrl-C.")?;
    if !address.ip().is_loopback() {
        let mut there = address;
        if let Some(ip) = outward(address.ip()).filter(|_| is_everywhere) {
            there.set_ip(ip);
        }
        if !there.ip().is_unspecified() {
            writeln!(out, "Others in your network find it at http://{there}/.")?;
        }
        writeln!(
            out,
            "A link to play is a secret: who has it can move. Without one, games can be watched."
        )?;
    }
    out.flush()?;
    if open_browser && open::that_detached(format!("http://{here}/")).is_err() {
        writeln!(out, "No browser could be opened; open that address in one.")?;
        out.flush()?;
    }
    Ok(())
}

/// The address that this computer has in its network. Nothing is sent to find out.
fn outward(listen: IpAddr) -> Option<IpAddr> {
    // Addresses for examples: nobody is there.
    let (own, far): (SocketAddr, SocketAddr) = match listen {
        IpAddr::V4(_) => (
            (Ipv4Addr::UNSPECIFIED, 0).into(),
            (Ipv4Addr::new(192, 0, 2, 1), 9).into(),
        ),
        IpAddr::V6(_) => (
            (Ipv6Addr::UNSPECIFIED, 0).into(),
            (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1), 9).into(),
        ),
    };
    let socket = UdpSocket::bind(own).ok()?;
    socket.connect(far).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified() && !ip.is_loopback()).then_some(ip)
}

/// Waits until somebody wants the server to end.
pub async fn interrupted() {
    let ctrl_c = async {
        // Without a signal to wait for, the program is ended in other ways.
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

/// Files that are open besides connections.
#[cfg(unix)]
const OTHER_FILES: u64 = 64;

/// How many connections the system gives, of those that are wanted.
pub fn places(wanted: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let needed = wanted as u64 + OTHER_FILES;
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current.is_some_and(|current| current < needed) {
            let most = limit.maximum.map_or(needed, |most| most.min(needed));
            limit.current = Some(most);
            // If it stays as it was, so be it.
            let _ = setrlimit(Resource::Nofile, limit);
        }
        let given = getrlimit(Resource::Nofile).current;
        let given = given.map_or(usize::MAX, |given| {
            usize::try_from(given.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX)
        });
        wanted.min(given.max(1))
    }
    #[cfg(not(unix))]
    wanted
}
