//! Counters of the server, and their text format for Prometheus.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;

/// The upper ends of the intervals that answer times are counted in, in seconds.
const TIMES: [f64; 9] = [0.001, 0.005, 0.025, 0.1, 0.5, 1.0, 5.0, 20.0, 60.0];

/// The counters of a server since its start.
#[derive(Debug)]
pub struct Metrics {
    started: Instant,
    /// By route and status. Both are ours, so there are not many.
    requests: Mutex<BTreeMap<(String, u16), u64>>,
    /// By the code of the problem.
    refused: Mutex<BTreeMap<&'static str, u64>>,
    times: [AtomicU64; TIMES.len()],
    /// The sum of all answer times, in microseconds.
    spent: AtomicU64,
    live_messages: AtomicU64,
    /// Connections beyond a limit, and failed TLS handshakes.
    refused_connections: AtomicU64,
    failed_handshakes: AtomicU64,
}

impl Metrics {
    /// Counters at zero.
    pub fn new() -> Metrics {
        Metrics {
            started: Instant::now(),
            requests: Mutex::default(),
            refused: Mutex::default(),
            times: Default::default(),
            spent: AtomicU64::new(0),
            live_messages: AtomicU64::new(0),
            refused_connections: AtomicU64::new(0),
            failed_handshakes: AtomicU64::new(0),
        }
    }

    /// A request was answered.
    pub fn request(&self, route: &str, status: StatusCode, time: Duration) {
        let mut requests = lock(&self.requests);
        *requests
            .entry((route.to_string(), status.as_u16()))
            .or_default() += 1;
        drop(requests);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.spent.fetch_add(micros, Ordering::Relaxed);
        let fits = TIMES.iter().position(|most| time.as_secs_f64() <= *most);
        if let Some(interval) = fits {
            self.times[interval].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A request was refused, or the server failed.
    pub fn refused(&self, code: &'static str) {
        *lock(&self.refused).entry(code).or_default() += 1;
    }

    /// A client sent a message over a live connection.
    pub fn live_message(&self) {
        self.live_messages.fetch_add(1, Ordering::Relaxed);
    }

    /// A connection beyond a limit was refused.
    pub fn refused_connection(&self) {
        self.refused_connections.fetch_add(1, Ordering::Relaxed);
    }

    /// A TLS handshake failed.
    pub fn failed_handshake(&self) {
        self.failed_handshakes.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes all counters.
    pub fn write(&self, text: &mut Exposition) {
        let uptime = self.started.elapsed().as_secs_f64();
        text.gauge("reversi_uptime_seconds", "Time since the start.", uptime);
        let requests = lock(&self.requests).clone();
        let labelled = |((route, status), count): (&(String, u16), &u64)| {
            let labels = format!("route=\"{}\",status=\"{status}\"", escaped(route));
            (labels, *count)
        };
        text.family(
            "reversi_requests_total",
            "counter",
            "Answered requests by route and status.",
            requests.iter().map(labelled),
        );
        self.write_times(text, requests.values().sum());
        let refused = lock(&self.refused).clone();
        let labelled = |(code, count): (&&str, &u64)| (format!("code=\"{code}\""), *count);
        text.family(
            "reversi_refused_requests_total",
            "counter",
            "Requests that were refused or failed, by the code of the problem.",
            refused.iter().map(labelled),
        );
        for (name, help, counter) in [
            (
                "reversi_live_messages_total",
                "Messages of clients over live connections.",
                &self.live_messages,
            ),
            (
                "reversi_refused_connections_total",
                "Connections refused because of a limit.",
                &self.refused_connections,
            ),
            (
                "reversi_failed_handshakes_total",
                "TLS handshakes that failed.",
                &self.failed_handshakes,
            ),
        ] {
            text.counter(name, help, counter.load(Ordering::Relaxed));
        }
    }

    fn write_times(&self, text: &mut Exposition, count: u64) {
        let name = "reversi_request_seconds";
        text.head(name, "histogram", "Time to answer a request.");
        let mut below = 0;
        for (most, counted) in TIMES.iter().zip(&self.times) {
            below += counted.load(Ordering::Relaxed);
            text.sample(&format!("{name}_bucket"), &format!("le=\"{most}\""), below);
        }
        // Requests are counted one after the other; the histogram must not contradict itself.
        let count = count.max(below);
        text.sample(&format!("{name}_bucket"), "le=\"+Inf\"", count);
        let spent = Duration::from_micros(self.spent.load(Ordering::Relaxed));
        text.sample(&format!("{name}_sum"), "", spent.as_secs_f64());
        text.sample(&format!("{name}_count"), "", count);
    }
}

/// The text format of Prometheus.
#[derive(Debug, Default)]
pub struct Exposition(String);

impl Exposition {
    /// A number that can go up and down.
    pub fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "gauge", help);
        self.sample(name, "", value);
    }

    /// A number that only goes up.
    pub fn counter(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "counter", help);
        self.sample(name, "", value);
    }

    /// Numbers of one name with labels.
    pub fn family(
        &mut self,
        name: &str,
        kind: &str,
        help: &str,
        samples: impl Iterator<Item = (String, u64)>,
    ) {
        self.head(name, kind, help);
        for (labels, value) in samples {
            self.sample(name, &labels, value);
        }
    }

    /// The whole text.
    pub fn into_text(self) -> String {
        self.0
    }

    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn sample(&mut self, name: &str, labels: &str, value: impl Display) {
        let _ = match labels {
            "" => writeln!(self.0, "{name} {value}"),
            _ => writeln!(self.0, "{name}{{{labels}}} {value}"),
        };
    }
}

/// A label value between quotes.
fn escaped(text: &str) -> String {
    text.replace('\\', r"\\")
        .replace('"', "\\\"")
        .replace('\n', r"\n")
}

fn lock<T>(counts: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic under the lock cannot leave this half changed.
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_what_prometheus_reads() {
        let metrics = Metrics::new();
        for millis in [0, 3, 700, 90_000] {
            metrics.request("/a\"\\", StatusCode::OK, Duration::from_millis(millis));
        }
        metrics.refused("busy");
        let mut text = Exposition::default();
        metrics.write(&mut text);
        let text = text.into_text();
        for line in [
            r#"reversi_requests_total{route="/a\"\\",status="200"} 4"#,
            r#"reversi_request_seconds_bucket{le="0.001"} 1"#,
            r#"reversi_request_seconds_bucket{le="0.5"} 2"#,
            r#"reversi_request_seconds_bucket{le="1"} 3"#,
            r#"reversi_request_seconds_bucket{le="60"} 3"#,
            r#"reversi_request_seconds_bucket{le="+Inf"} 4"#,
            "reversi_request_seconds_sum 90.703",
            "reversi_request_seconds_count 4",
            r#"reversi_refused_requests_total{code="busy"} 1"#,
            "# TYPE reversi_request_seconds histogram",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
