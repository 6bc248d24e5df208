//! The lines that the server prints when it starts.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use anyhow::Result;

/// What the lines say.
#[derive(Clone, Copy, Debug)]
pub struct Banner {
    /// The server's address.
    pub address: SocketAddr,
    /// Whether it speaks TLS.
    pub is_tls: bool,
    /// The address of the metrics.
    pub metrics: Option<SocketAddr>,
    /// Whether to open a browser.
    pub open: bool,
}

/// Prints the server's address, and opens a browser there.
pub fn print(mut out: Box<dyn Write>, banner: Banner) -> Result<()> {
    let Banner {
        address, is_tls, ..
    } = banner;
    let scheme = if is_tls { "https" } else { "http" };
    let (here, there) = seen_as(address);
    writeln!(
        out,
        "Reversi is at {scheme}://{here}/ until you press Ctrl-C."
    )?;
    if !address.ip().is_loopback() {
        if let Some(there) = there {
            writeln!(
                out,
                "Others in your network find it at {scheme}://{there}/."
            )?;
        }
        writeln!(
            out,
            "A link to play is a secret: who has it can move. Without one, games can be watched."
        )?;
    }
    if let Some(metrics) = banner.metrics {
        writeln!(out, "Metrics are at http://{metrics}/metrics.")?;
    }
    out.flush()?;
    if banner.open && open::that_detached(format!("{scheme}://{here}/")).is_err() {
        writeln!(out, "No browser could be opened; open that address in one.")?;
        out.flush()?;
    }
    Ok(())
}

/// The address of a server as this computer sees it, and as others do; `None` if they cannot reach it
/// or it is not known.
pub fn seen_as(address: SocketAddr) -> (SocketAddr, Option<SocketAddr>) {
    if !address.ip().is_unspecified() {
        return (address, Some(address).filter(|it| !it.ip().is_loopback()));
    }
    let local: IpAddr = match address.ip() {
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    let at = |ip| SocketAddr::new(ip, address.port());
    (at(local), outward(address.ip()).map(at))
}

/// The address of this computer in its network. Nothing is sent to find it.
fn outward(listen: IpAddr) -> Option<IpAddr> {
    // Addresses reserved for documentation.
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
