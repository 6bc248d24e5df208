//! TLS of the server's own.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::operate::eventually;
use super::server::{Server, command};
use crate::common::{feed, reversi};

/// A new certificate for this computer, with its key, in PEM files of a folder.
fn certify(folder: &Path) -> CertificateDer<'static> {
    let names = vec!["localhost".to_string()];
    let made = rcgen::generate_simple_self_signed(names).expect("a certificate");
    fs::write(folder.join("cert.pem"), made.cert.pem()).expect("a file");
    fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).expect("a file");
    made.cert.der().clone()
}

/// A server with the certificate in its folder.
fn secure(folder: TempDir) -> Server {
    let name = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("UTF-8")
            .to_string()
    };
    let options = vec![
        "--tls-cert".to_string(),
        name("cert.pem"),
        "--tls-key".to_string(),
        name("key.pem"),
    ];
    let mut command = command(&folder, &options);
    Server::of(folder, options, &mut command)
}

/// The whole answer to a request, if the server has this certificate.
fn ask(server: &Server, trusted: &CertificateDer<'static>, path: &str) -> Option<String> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).expect("a certificate");
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = "localhost".try_into().expect("a name");
    let client = ClientConnection::new(Arc::new(config), name).expect("a client");
    let stream = TcpStream::connect(&server.address).expect("a connection");
    let mut stream = StreamOwned::new(client, stream);
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("a whole answer");
    Some(answer)
}

#[test]
fn it_speaks_https_and_reads_a_new_certificate_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = certify(folder.path());
    let mut server = secure(folder);
    let answer = ask(&server, &first, "/api/about").expect("it is trusted");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    // A client without TLS gets no answer, and does not disturb others.
    let mut plain = TcpStream::connect(&server.address).expect("a connection");
    plain
        .write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .expect("it is sent");
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer);
    assert!(
        !answer.starts_with(b"HTTP"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
    // A client that sends nothing does not delay others.
    let _silent = TcpStream::connect(&server.address).expect("a connection");
    let parent = server.file().parent().expect("a folder").to_path_buf();
    let second = certify(&parent);
    assert!(ask(&server, &second, "/healthz").is_none(), "not yet");
    server.signal("HUP");
    eventually(|| ask(&server, &second, "/healthz").is_some());
    // A broken file changes nothing.
    fs::write(parent.join("key.pem"), "nonsense").expect("a file");
    server.signal("HUP");
    while !server.log_line().contains("the old one stays") {}
    assert!(ask(&server, &second, "/healthz").is_some());
    server.signal("TERM");
    assert_eq!(server.ended().0, Some(0));
}

#[test]
fn files_that_do_not_fit_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    certify(folder.path());
    let path = |name: &str| folder.path().join(name);
    let (cert, key) = (path("cert.pem"), path("key.pem"));
    let other = tempfile::tempdir().expect("a folder");
    certify(other.path());
    fs::write(path("empty.pem"), "").expect("a file");
    for (cert, key, why) in [
        (
            &cert,
            &other.path().join("key.pem"),
            "does not fit the certificate",
        ),
        (&key, &key, "there is no certificate in"),
        (&cert, &cert, "there is no private key in"),
        (&path("empty.pem"), &key, "there is no certificate in"),
        (&path("missing.pem"), &key, "cannot read the certificate in"),
        (
            &cert,
            &path("missing.pem"),
            "cannot read the private key in",
        ),
    ] {
        let mut command = reversi();
        command.args(["web", "--no-open", "--port", "0", "--data"]);
        command.arg(path("games.sqlite"));
        command
            .arg("--tls-cert")
            .arg(cert)
            .arg("--tls-key")
            .arg(key);
        let message = feed(&mut command, b"").bad(1);
        assert!(message.contains(why), "{why}: {message}");
    }
}
