//! Whom a server lets in: passwords, keys, credentials and certificates.

use std::fs;
use std::path::PathBuf;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jobs::{Link, Watcher};
use nkeys::KeyPair;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::links::refused;
use super::server::Server;
use super::square::{RunningWorker, Squares, run};

/// A worker and a client both come in, and the work is done.
fn works(link: &Link) {
    let worker = RunningWorker::new(link, 1);
    let mut squares = Squares::up_to(20, 0);
    run(link, "mine", &mut squares).unwrap();
    assert!(squares.is_right());
    worker.end();
}

#[test]
fn users_and_passwords() {
    let users = "authorization { user: ann, password: secret }";
    let Some(server) = Server::with(users) else {
        return;
    };
    let told = refused(&server.link());
    assert!(told.contains("--user and --password"), "{told}");
    let wrong = Link {
        user: Some("ann".to_string()),
        password: Some("wrong".to_string()),
        ..server.link()
    };
    assert!(refused(&wrong).contains("does not accept"));
    let right = Link {
        password: Some("secret".to_string()),
        ..wrong
    };
    works(&right);
    let url = server.url().replace("nats://", "nats://ann:secret@");
    let in_url = Link {
        url: Some(url),
        ..Link::default()
    };
    assert!(Watcher::new(&in_url).is_ok());
    assert!(!in_url.place().contains("secret"));
}

#[test]
fn keys() {
    let ours = KeyPair::new_user();
    let users = format!(
        "authorization {{ users = [{{ nkey: {} }}] }}",
        ours.public_key()
    );
    let Some(server) = Server::with(&users) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("our.nk");
    let link = Link {
        nkey: Some(file.clone()),
        ..server.link()
    };
    let absent = refused(&link);
    assert!(absent.contains("cannot read the NKey from"), "{absent}");
    fs::write(&file, "not a seed").unwrap();
    let wrong = refused(&link);
    assert!(wrong.contains("our.nk holds no seed of an NKey"), "{wrong}");
    fs::write(&file, KeyPair::new_user().seed().unwrap()).unwrap();
    let stranger = refused(&link);
    assert!(stranger.contains("does not accept"), "{stranger}");
    fs::write(&file, format!("{}\n", ours.seed().unwrap())).unwrap();
    works(&link);
    fs::write(&file, framed("USER NKEY SEED", &ours.seed().unwrap())).unwrap();
    assert!(Watcher::new(&link).is_ok());
}

#[test]
fn credentials() {
    let [operator, account, system] = [
        KeyPair::new_operator(),
        KeyPair::new_account(),
        KeyPair::new_account(),
    ];
    let unlimited = json!({ "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1,
        "wildcards": true, "conn": -1, "leaf": -1, "mem_storage": -1, "disk_storage": -1,
        "streams": -1, "consumer": -1 });
    let rights = json!({ "type": "account", "version": 2, "limits": unlimited });
    let watching = json!({ "type": "account", "version": 2,
        "limits": { "subs": -1, "conn": -1, "leaf": -1, "data": -1, "payload": -1 } });
    let config = format!(
        "operator: {}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{ {}: {}, {}: {} }}",
        token(
            &operator,
            &operator,
            "operator",
            json!({ "type": "operator", "version": 2 })
        ),
        system.public_key(),
        account.public_key(),
        token(&operator, &account, "farm", rights),
        system.public_key(),
        token(&operator, &system, "system", watching),
    );
    let Some(server) = Server::with(&config) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("our.creds");
    let link = Link {
        creds: Some(file.clone()),
        ..server.link()
    };
    let absent = refused(&link);
    assert!(absent.contains("cannot read credentials from"), "{absent}");
    fs::write(&file, "nothing of the kind").unwrap();
    let wrong = refused(&link);
    assert!(wrong.contains("cannot read credentials from"), "{wrong}");
    let issued_by = |issuer: &KeyPair| {
        let user = KeyPair::new_user();
        let unlimited =
            json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 });
        let token = token(issuer, &user, "ann", unlimited);
        let seed = user.seed().unwrap();
        framed("NATS USER JWT", &token) + &framed("USER NKEY SEED", &seed)
    };
    fs::write(&file, issued_by(&KeyPair::new_account())).unwrap();
    let stranger = refused(&link);
    assert!(stranger.contains("does not accept"), "{stranger}");
    fs::write(&file, issued_by(&account)).unwrap();
    works(&link);
}

/// What the issuer states of the subject, signed by it.
fn token(issuer: &KeyPair, subject: &KeyPair, name: &str, rights: Value) -> String {
    let part = |part: Value| BASE64_URL_SAFE_NO_PAD.encode(part.to_string());
    let head = part(json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let claims = part(
        json!({ "jti": name, "iat": 1_700_000_000, "iss": issuer.public_key(),
        "name": name, "sub": subject.public_key(), "nats": rights }),
    );
    let signed = format!("{head}.{claims}");
    let signature = issuer.sign(signed.as_bytes()).unwrap();
    format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}

/// As `nsc` writes it into a file.
fn framed(what: &str, text: &str) -> String {
    format!("-----BEGIN {what}-----\n{text}\n------END {what}------\n\n")
}

#[test]
fn certificates() {
    let papers = Papers::new();
    let secure = |more: &str| {
        format!(
            "tls {{ cert_file: {:?}, key_file: {:?}, ca_file: {:?} {more} }}",
            papers.file("server.pem"),
            papers.file("server.key"),
            papers.file("authority.pem")
        )
    };
    let Some(server) = Server::with(&secure("")) else {
        return;
    };
    let unknown = refused(&server.link());
    assert!(unknown.contains("no secure connection to"), "{unknown}");
    assert!(unknown.contains("--tlsca"), "{unknown}");
    let known = Link {
        tlsca: Some(papers.file("authority.pem")),
        ..server.link()
    };
    works(&known);
    let by_scheme = Link {
        url: Some(server.url().replace("nats://", "tls://")),
        ..known.clone()
    };
    assert!(Watcher::new(&by_scheme).is_ok());
    let other = Link {
        tlsca: Some(papers.file("stranger.pem")),
        ..server.link()
    };
    assert!(refused(&other).contains("no secure connection to"));
    papers.write("empty.pem", "nothing of the kind");
    let empty = Link {
        tlsca: Some(papers.file("empty.pem")),
        ..server.link()
    };
    let told = refused(&empty);
    assert!(told.contains("empty.pem holds no certificate"), "{told}");

    let server = Server::with(&secure(", verify: true")).expect("it was there before");
    let nameless = Link {
        tlsca: Some(papers.file("authority.pem")),
        ..server.link()
    };
    let told = refused(&nameless);
    assert!(told.contains("--tlscert"), "{told}");
    let named = Link {
        tlscert: Some(papers.file("client.pem")),
        tlskey: Some(papers.file("client.key")),
        ..nameless
    };
    works(&named);
    let without_key = Link {
        tlskey: None,
        ..named
    };
    assert!(refused(&without_key).contains("--tlskey"));
    let no_key = Link {
        tlskey: Some(papers.file("client.pem")),
        ..without_key
    };
    let told = refused(&no_key);
    assert!(told.contains("client.pem holds no private key"), "{told}");
}

/// Certificates of a server and a client, and of who signed them.
struct Papers(TempDir);

impl Papers {
    fn new() -> Papers {
        let papers = Papers(TempDir::new().unwrap());
        let authority = papers.authority("authority");
        papers.authority("stranger");
        for name in ["server", "client"] {
            let key = rcgen::KeyPair::generate().unwrap();
            let names = ["localhost".to_string(), "127.0.0.1".to_string()];
            let params = CertificateParams::new(names).unwrap();
            let certificate = params.signed_by(&key, &authority).unwrap();
            papers.write(&format!("{name}.pem"), &certificate.pem());
            papers.write(&format!("{name}.key"), &key.serialize_pem());
        }
        papers
    }

    fn authority(&self, name: &str) -> Issuer<'static, rcgen::KeyPair> {
        let key = rcgen::KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = params.self_signed(&key).unwrap();
        self.write(&format!("{name}.pem"), &certificate.pem());
        Issuer::new(params, key)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.file(name), text).unwrap();
    }
}
