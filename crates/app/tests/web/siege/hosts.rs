//! Host names: a foreign name that leads to this server is refused wherever it listens.

use std::net::{IpAddr, UdpSocket};

use crate::web::server::Server;

#[test]
fn a_foreign_host_name_is_refused_on_every_address() {
    for listen in ["127.0.0.1", "0.0.0.0"] {
        let server = Server::with(&["--listen", listen, "--host", "school.example"]);
        let port = server.address.rsplit(':').next().expect("a port");
        let ask = |host: &str| server.request("GET", "/api/about", &[("Host", host)], b"");
        for host in [
            "evil.example".to_string(),
            format!("evil.example:{port}"),
            format!("localhost.evil.example:{port}"),
            format!("school.example.evil.example:{port}"),
            format!("127.0.0.1.evil.example:{port}"),
        ] {
            assert_eq!(ask(&host).refused(403), "bad_host", "{listen}: {host}");
            // A page of that name may neither make games nor follow them.
            let origin = format!("http://{host}");
            let headers = [("Host", host.as_str()), ("Origin", &origin)];
            let made = server.request("POST", "/api/games", &headers, b"{}");
            assert_eq!(made.refused(403), "bad_host", "{listen}: {host}");
            assert_eq!(
                server.try_live(&headers).err(),
                Some(403),
                "{listen}: {host}"
            );
        }
        for host in [
            format!("localhost:{port}"),
            format!("127.0.0.1:{port}"),
            format!("school.example:{port}"),
            format!("SCHOOL.example:{port}"),
            "school.example".to_string(),
        ] {
            assert_eq!(ask(&host).status, 200, "{listen}: {host}");
            let origin = format!("http://{host}");
            let headers = [("Host", host.as_str()), ("Origin", &origin)];
            assert!(server.try_live(&headers).is_ok(), "{listen}: {host}");
        }
    }
}

/// Others in the network reach it by its address, as it says when it starts.
#[test]
fn a_server_for_the_network_answers_to_its_address() {
    let server = Server::with(&["--listen", "0.0.0.0"]);
    let port = server.address.rsplit(':').next().expect("a port");
    let Some(own) = own_address() else {
        return;
    };
    let host = format!("{own}:{port}");
    let answer = server.request("GET", "/api/about", &[("Host", &host)], b"");
    assert_eq!(answer.status, 200, "{host}: {}", answer.text());
}

/// The address of this computer in its network, if it is in one. Nothing is sent to find it.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // An address reserved for documentation.
    socket.connect("192.0.2.1:9").ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_unspecified() && !own.is_loopback()).then_some(own)
}
