//! The host names of the server, and the origins that may call it.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::extract::Request;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, Method};

use crate::problem::Problem;

/// The host names of the server. Only pages from there may call it.
#[derive(Clone, Debug)]
pub struct Hosts {
    /// Whether only this computer can reach it.
    is_local: bool,
    /// The origin that clients see through a proxy.
    origin: Option<Origin>,
    /// Further names, in lower case: this computer's own, and those that the operator gave.
    names: Vec<String>,
    /// What a client is told that asks for a foreign name.
    advice: &'static str,
}

/// What a client is told that asks for a foreign name, if nothing else is set.
const ADVICE: &str = "this server does not go by that name; start it with --host NAME, or behind a proxy \
                      with --origin URL";

/// The origin of a page: `https://reversi.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    scheme: String,
    host: String,
}

impl Hosts {
    /// The host names of a server that listens at an address. `origin` is set behind a proxy, `names`
    /// are further names of the server.
    pub fn new(listen: IpAddr, origin: Option<Origin>, names: &[String]) -> Hosts {
        let is_local = listen.is_loopback();
        let given = names.iter().map(|name| name.to_ascii_lowercase());
        let own = own_names().into_iter().filter(|_| !is_local);
        Hosts {
            is_local,
            origin,
            names: given.chain(own).collect(),
            advice: ADVICE,
        }
    }

    /// The same names with another advice for those who ask for a foreign one.
    pub fn advising(self, advice: &'static str) -> Hosts {
        Hosts { advice, ..self }
    }

    /// Checks that a request is for this server, and that it comes from no foreign page if it
    /// changes something.
    ///
    /// # Errors
    /// When the host or the origin is foreign.
    pub fn check(&self, request: &Request) -> Result<(), Problem> {
        let headers = request.headers();
        let host = only(headers, header::HOST)?;
        let host = host.ok_or_else(|| Problem::bad("bad_host", "a request names its host"))?;
        // A foreign name that resolves to this address is a DNS rebinding attack.
        if !self.is_known(host) {
            return Err(Problem::forbidden("bad_host", self.advice));
        }
        let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
        if !changes && !headers.contains_key(header::UPGRADE) {
            return Ok(());
        }
        match only(headers, header::ORIGIN)? {
            Some(origin) if !self.is_own(origin, host) => Err(Problem::forbidden(
                "bad_origin",
                "only this server's own page may do this; behind a proxy, start it with --origin \
                 URL",
            )),
            _ => Ok(()),
        }
    }

    fn is_own(&self, origin: &str, host: &str) -> bool {
        let Ok(origin) = origin.parse::<Origin>() else {
            return false;
        };
        origin.host.eq_ignore_ascii_case(host) || Some(&origin) == self.origin.as_ref()
    }

    /// Whether a host is this server. An address cannot be rebound, so any is good where others reach
    /// the server; the port does not matter.
    fn is_known(&self, host: &str) -> bool {
        let origin = self.origin.as_ref();
        if origin.is_some_and(|origin| origin.host.eq_ignore_ascii_case(host)) {
            return true;
        }
        let name = without_port(host).to_ascii_lowercase();
        match name.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || !self.is_local,
            Err(_) => name == "localhost" || self.names.contains(&name),
        }
    }
}

/// The name or the address in a `Host` header.
fn without_port(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}

/// The names of this computer in its network, in lower case.
fn own_names() -> Vec<String> {
    #[cfg(unix)]
    let name = rustix::system::uname()
        .nodename()
        .to_str()
        .map(str::to_string)
        .ok();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").ok();
    let Some(name) = name.filter(|name| !name.is_empty()) else {
        return Vec::new();
    };
    let name = name.to_ascii_lowercase();
    let alone = name.split('.').next().unwrap_or_default().to_string();
    // The domains that home routers and mDNS give.
    let suffixes = [
        "",
        ".local",
        ".lan",
        ".home",
        ".internal",
        ".home.arpa",
        ".fritz.box",
    ];
    let usual = suffixes.iter().map(|suffix| format!("{alone}{suffix}"));
    usual.chain([name.clone()]).collect()
}

/// The value of a header that may occur at most once.
fn only(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Problem> {
    let mut values = headers.get_all(&name).iter();
    let value = values.next();
    let text = value.map(|value| value.to_str()).transpose();
    match (text, values.next()) {
        (Ok(text), None) => Ok(text),
        _ => Err(Problem::bad(
            "bad_header",
            format!("the header `{name}` makes no sense"),
        )),
    }
}

/// The text was not an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOriginError(String);

impl fmt::Display for ParseOriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(
            f,
            "`{text}` is not where a page comes from; say something like https://reversi.example"
        )
    }
}

impl std::error::Error for ParseOriginError {}

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Origin, ParseOriginError> {
        let wrong = || ParseOriginError(text.to_string());
        let (scheme, host) = text.split_once("://").ok_or_else(wrong)?;
        let host = host.strip_suffix('/').unwrap_or(host);
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-._:[]".contains(letter);
        let scheme = scheme.to_ascii_lowercase();
        if !matches!(scheme.as_str(), "http" | "https")
            || host.is_empty()
            || !host.chars().all(fits)
        {
            return Err(wrong());
        }
        let host = host.to_ascii_lowercase();
        Ok(Origin { scheme, host })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(listen: &str) -> Hosts {
        let origin = "https://reversi.example".parse().ok();
        Hosts::new(
            listen.parse().unwrap(),
            origin,
            &["club.example".to_string()],
        )
    }

    #[test]
    fn this_computer_is_known_by_its_names_only() {
        for (listen, is_local) in [
            ("127.0.0.1", true),
            ("0.0.0.0", false),
            ("192.0.2.1", false),
        ] {
            let hosts = hosts(listen);
            for host in [
                "localhost",
                "LOCALHOST:80",
                "127.0.0.1:7080",
                "127.1.2.3",
                "[::1]:7080",
                "reversi.example",
                "Club.example:7080",
            ] {
                assert!(hosts.is_known(host), "{host} at {listen}");
            }
            for host in [
                "",
                "evil.example",
                "localhost.evil.example:7080",
                "club.example.evil",
            ] {
                assert!(!hosts.is_known(host), "{host} at {listen}");
            }
            for host in ["1.2.3.4", "[::2]:1"] {
                assert_eq!(hosts.is_known(host), !is_local, "{host} at {listen}");
            }
            for name in own_names() {
                assert_eq!(
                    hosts.is_known(&name),
                    !is_local || name == "localhost",
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn origins_are_read() {
        let origin: Origin = "https://Reversi.example:8443/".parse().unwrap();
        assert_eq!(origin.host, "reversi.example:8443");
        for text in [
            "",
            "null",
            "reversi.example",
            "ftp://x",
            "http://",
            "http://a/b",
            "http://a b",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
