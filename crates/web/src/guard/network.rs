//! Networks: which addresses are one visitor's, a trusted proxy's or a classroom's.

use std::net::IpAddr;
use std::str::FromStr;
use std::{fmt, iter};

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

/// The addresses of the clients, as proxies report them.
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The number of the network that an address counts for: itself, or the /64 of an IPv6 address, which a
/// single client has for itself.
pub fn network(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits() >> 64 << 64,
    }
}

/// A range of addresses: `192.0.2.0/24`, `2001:db8::/48`, or one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRange(IpNet);

impl AddressRange {
    /// Whether an address is in the range.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

/// The text was not a range of addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRangeError(String);

impl fmt::Display for ParseRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(
            f,
            "`{text}` is not a range of addresses; write one as 192.0.2.0/24 or 127.0.0.1"
        )
    }
}

impl std::error::Error for ParseRangeError {}

impl FromStr for AddressRange {
    type Err = ParseRangeError;

    fn from_str(text: &str) -> Result<AddressRange, ParseRangeError> {
        let alone = text.parse::<IpAddr>().map(IpNet::from);
        let range = alone.or_else(|_| text.parse::<IpNet>());
        let range = range.map_err(|_| ParseRangeError(text.to_string()))?;
        Ok(AddressRange(range.trunc()))
    }
}

/// The address of the client of a request that came from `peer`. Addresses that trusted proxies report
/// are believed: the last one that is not a trusted proxy itself is the client.
pub fn client(peer: IpAddr, headers: &HeaderMap, proxies: &[AddressRange]) -> IpAddr {
    let is_proxy = |address: IpAddr| proxies.iter().any(|range| range.contains(address));
    let values = headers.get_all(FORWARDED).iter().rev();
    let reported = values.flat_map(|value| value.to_str().unwrap_or_default().rsplit(','));
    let reported = reported.map(|text| parse_reported(text.trim()));
    let mut client = peer.to_canonical();
    for next in reported.chain(iter::once(None)) {
        // What an untrusted client writes into the header says nothing.
        let (true, Some(next)) = (is_proxy(client), next) else {
            break;
        };
        client = next;
    }
    client
}

/// A reported address; some proxies add the port.
fn parse_reported(text: &str) -> Option<IpAddr> {
    let with_port = || {
        text.parse()
            .ok()
            .map(|address: std::net::SocketAddr| address.ip())
    };
    let address: Option<IpAddr> = text.parse().ok().or_else(with_port);
    address.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_ipv6_network_is_one() {
        let networks = ["2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"]
            .map(address)
            .map(network);
        assert_eq!(networks[0], networks[1]);
        assert_ne!(networks[0], networks[2]);
        let [mapped, plain] = ["::ffff:192.0.2.1", "192.0.2.1"].map(address).map(network);
        assert_eq!(mapped, plain);
        assert_ne!(plain, network(address("192.0.2.2")));
    }

    #[test]
    fn ranges_are_read() {
        let range: AddressRange = "192.0.2.7/24".parse().unwrap();
        assert!(range.contains(address("192.0.2.200")));
        assert!(range.contains(address("::ffff:192.0.2.200")));
        assert!(!range.contains(address("192.0.3.1")));
        assert!(
            "127.0.0.1"
                .parse::<AddressRange>()
                .unwrap()
                .contains(address("127.0.0.1"))
        );
        for wrong in [
            "",
            "localhost",
            "192.0.2.0/33",
            "192.0.2.0/24/1",
            "300.0.0.1",
        ] {
            assert!(wrong.parse::<AddressRange>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let proxies: Vec<AddressRange> = ["127.0.0.1", "10.0.0.0/8"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        let asked = |peer: &str, headers: &[&str]| {
            let mut map = HeaderMap::new();
            for value in headers {
                map.append(FORWARDED, HeaderValue::from_str(value).unwrap());
            }
            client(address(peer), &map, &proxies).to_string()
        };
        assert_eq!(asked("127.0.0.1", &["192.0.2.1"]), "192.0.2.1");
        // What the client wrote itself stands before what the proxy adds.
        assert_eq!(
            asked("127.0.0.1", &["198.51.100.1, 192.0.2.1"]),
            "192.0.2.1"
        );
        assert_eq!(
            asked("127.0.0.1", &["198.51.100.1", "192.0.2.1"]),
            "192.0.2.1"
        );
        assert_eq!(asked("127.0.0.1", &["192.0.2.1, 10.1.2.3"]), "192.0.2.1");
        assert_eq!(asked("127.0.0.1", &["192.0.2.1:5000"]), "192.0.2.1");
        assert_eq!(asked("192.0.2.9", &["192.0.2.1"]), "192.0.2.9");
        assert_eq!(asked("127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(asked("127.0.0.1", &["unknown"]), "127.0.0.1");
    }
}
