//! Options of `reversi web`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use web::{
    AddressRange, LEAST_MB, LogFormat, LogLevel, LogOptions, OperatorCommand, Options, Origin,
    Retention, TlsFiles,
};

use super::values::within;

/// Maximum number of connections that can be set.
const MOST_PLACES: usize = 1_000_000;

/// Maximum memory that can be set.
const MOST_MEGABYTES: usize = 1 << 24;

/// Maximum number of stored games that can be set.
const MOST_GAMES: usize = 1_000_000_000;

/// Maximum number of days that can be set: a century.
const MOST_DAYS: u32 = 36_500;

/// Options of `reversi web`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct WebArgs {
    /// The address to listen on; 0.0.0.0 serves other computers too
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub listen: IpAddr,
    /// The port; 0 selects a free one
    #[arg(long, value_name = "PORT", default_value_t = 7080)]
    pub port: u16,
    /// The file that stores the games [default: in the data folder of the user]
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
    /// The public URL of the page behind a reverse proxy, as in https://NAME
    #[arg(long, value_name = "URL")]
    pub origin: Option<Origin>,
    /// At most COUNT simultaneous connections
    #[arg(long, value_name = "COUNT", default_value_t = 2500, value_parser = places)]
    pub connections: usize,
    /// At most COUNT simultaneous connections from one address; this computer itself is not limited
    #[arg(long, value_name = "COUNT", default_value_t = 256, value_parser = places)]
    pub per_address: usize,
    /// Believe the client addresses (X-Forwarded-For) that a proxy in this range reports, as in
    /// 127.0.0.1 or 10.0.0.0/8; repeat it for more
    #[arg(long, value_name = "RANGE")]
    pub trusted_proxy: Vec<AddressRange>,
    /// Give the addresses of this range the share of a whole class each, as for a school behind one
    /// router; repeat it for more
    #[arg(long, value_name = "RANGE")]
    pub classroom: Vec<AddressRange>,
    /// A further host name of this server; repeat it for more
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Use at most MEGABYTES of memory; near it, new games and analyses are refused [default: a
    /// quarter of the computer's, at least 1024]
    #[arg(long, value_name = "MEGABYTES", value_parser = megabytes)]
    pub memory: Option<usize>,
    /// Serve the page from this folder instead of the embedded one, for development
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub page: Option<PathBuf>,
    /// Store at most COUNT games; then the oldest unfinished ones make room
    #[arg(long, value_name = "COUNT", default_value_t = 1_000_000, value_parser = games)]
    pub games: usize,
    /// Delete unfinished games after DAYS without a change; 0 keeps them for ever
    #[arg(long, value_name = "DAYS", default_value_t = 90, value_parser = days)]
    pub keep_unfinished: u32,
    /// Delete finished games after DAYS; 0 keeps them for ever
    #[arg(long, value_name = "DAYS", default_value_t = 0, value_parser = days)]
    pub keep_finished: u32,
    /// Serve /metrics (for Prometheus) and /healthz at this address, as in 127.0.0.1:9090
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub metrics: Option<SocketAddr>,
    /// Speak HTTPS with this certificate (PEM, with its chain); SIGHUP reads it again
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// The private key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// The form of the log on standard error
    #[arg(long, value_enum, value_name = "FORM", default_value = "text")]
    pub log: LogArg,
    /// The least important events that are logged [default: info; warn on a terminal]
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub log_level: Option<LogLevelArg>,
    /// What to do instead of serving.
    #[command(subcommand)]
    pub command: Option<WebCommand>,
}

/// The form of the log, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogArg {
    /// For people.
    Text,
    /// A JSON object on each line.
    Json,
    /// No log.
    Off,
}

/// A level of the log, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogLevelArg {
    /// Failures of the server.
    Error,
    /// Limits that were reached.
    Warn,
    /// Start, end, refusals, the operator's commands.
    Info,
    /// Every request.
    Debug,
}

/// The operator's commands. They work while the server runs.
#[derive(Debug, Subcommand)]
pub enum WebCommand {
    /// Write a copy of all games to a file, also while the server runs
    Backup(BackupArgs),
    /// Delete old games, also while the server runs; games that are open in a browser stay
    Prune(PruneArgs),
    /// Check the file and every game in it, also while the server runs
    Check(DataArg),
}

/// Options of `reversi web backup`.
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The file to write; `reversi web --data FILE` serves its games
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub force: bool,
    /// The games.
    #[command(flatten)]
    pub data: DataArg,
}

/// Options of `reversi web prune`.
#[derive(Debug, Args)]
pub struct PruneArgs {
    /// Games that have not changed for this long, as in 90d or 12w
    #[arg(long, value_name = "AGE", value_parser = age)]
    pub older_than: Duration,
    /// Also delete finished games
    #[arg(long)]
    pub finished: bool,
    /// The games.
    #[command(flatten)]
    pub data: DataArg,
}

/// The file of the games.
#[derive(Debug, Args)]
pub struct DataArg {
    /// The file that stores the games [default: in the data folder of the user]
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
}

impl WebCommand {
    /// The command, and the file of its games.
    pub fn parts(self) -> (OperatorCommand, Option<PathBuf>) {
        match self {
            WebCommand::Backup(BackupArgs { file, force, data }) => {
                (OperatorCommand::Backup { file, force }, data.data)
            }
            WebCommand::Prune(PruneArgs {
                older_than,
                finished,
                data,
            }) => {
                let prune = OperatorCommand::Prune {
                    older_than,
                    finished,
                };
                (prune, data.data)
            }
            WebCommand::Check(data) => (OperatorCommand::Check, data.data),
        }
    }
}

impl From<WebArgs> for Options {
    fn from(args: WebArgs) -> Options {
        Options {
            listen: args.listen,
            port: args.port,
            data: args.data,
            open: !args.no_open,
            origin: args.origin,
            connections: args.connections,
            per_address: args.per_address,
            trusted_proxies: args.trusted_proxy,
            classrooms: args.classroom,
            hosts: args.host,
            memory: args.memory,
            page: args.page,
            games: args.games,
            retention: Retention::days(args.keep_unfinished, args.keep_finished),
            metrics: args.metrics,
            tls: args
                .tls_cert
                .zip(args.tls_key)
                .map(|(cert, key)| TlsFiles { cert, key }),
            log: LogOptions {
                format: match args.log {
                    LogArg::Text => LogFormat::Text,
                    LogArg::Json => LogFormat::Json,
                    LogArg::Off => LogFormat::Off,
                },
                level: args.log_level.map(|level| match level {
                    LogLevelArg::Error => LogLevel::ERROR,
                    LogLevelArg::Warn => LogLevel::WARN,
                    LogLevelArg::Info => LogLevel::INFO,
                    LogLevelArg::Debug => LogLevel::DEBUG,
                }),
            },
        }
    }
}

fn places(text: &str) -> Result<usize, String> {
    within(text, 1, MOST_PLACES)
}

fn megabytes(text: &str) -> Result<usize, String> {
    within(text, LEAST_MB, MOST_MEGABYTES)
}

fn games(text: &str) -> Result<usize, String> {
    within(text, 1, MOST_GAMES)
}

fn days(text: &str) -> Result<u32, String> {
    within(text, 0, MOST_DAYS)
}

fn age(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| "it must be an age such as 90d or 12w".to_string())
}
