//! Messages from a supervisor to the referee, one line of text each.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::str::FromStr;
use std::time::Duration;

use super::meter::TurnUsage;

/// A message from a supervisor to the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// The program runs.
    Started,
    /// The program cannot be started; the reason.
    Unable(String),
    /// The program ended by itself.
    Ended(ExitStatus),
    /// It exceeded the memory limit; the bytes it had.
    Memory(u64),
    /// It exceeded the process limit; the number it had.
    Processes(u64),
    /// It exceeded the limit of threads; the number it had.
    Threads(u64),
    /// It exceeded the file limit; the bytes it wrote.
    Files(u64),
    /// It rests; what it used since it was let go on.
    Resting(TurnUsage),
    /// It goes on.
    Going,
}

impl Report {
    /// Whether the program has ended, or is being ended.
    pub(super) fn is_end(&self) -> bool {
        !matches!(self, Report::Started | Report::Resting(_) | Report::Going)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Started => f.write_str("started"),
            Report::Unable(why) => write!(f, "unable {}", why.replace('\n', " ")),
            Report::Ended(status) => write!(f, "ended {}", status.into_raw()),
            Report::Memory(bytes) => write!(f, "memory {bytes}"),
            Report::Processes(count) => write!(f, "processes {count}"),
            Report::Threads(count) => write!(f, "threads {count}"),
            Report::Resting(usage) => {
                let [cpu, waited, others] =
                    [usage.cpu, usage.waited, usage.others].map(|time| time.as_micros());
                write!(f, "resting {cpu} {waited} {others}")
            }
            Report::Going => f.write_str("going"),
            Report::Files(bytes) => write!(f, "files {bytes}"),
        }
    }
}

impl FromStr for Report {
    type Err = ();

    fn from_str(line: &str) -> Result<Report, ()> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let number = || rest.parse().map_err(drop);
        Ok(match word {
            "started" => Report::Started,
            "unable" => Report::Unable(rest.to_string()),
            "ended" => Report::Ended(ExitStatus::from_raw(rest.parse().map_err(drop)?)),
            "memory" => Report::Memory(number()?),
            "processes" => Report::Processes(number()?),
            "threads" => Report::Threads(number()?),
            "resting" => Report::Resting(usage(rest).ok_or(())?),
            "going" => Report::Going,
            "files" => Report::Files(number()?),
            _ => return Err(()),
        })
    }
}

/// Three times in microseconds.
fn usage(text: &str) -> Option<TurnUsage> {
    let mut times = text
        .split(' ')
        .map(|word| word.parse().map(Duration::from_micros).ok());
    Some(TurnUsage {
        cpu: times.next()??,
        waited: times.next()??,
        others: times.next()??,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_report_can_be_read_again() {
        let ended = [0, 1 << 8, 11].map(|raw| Report::Ended(ExitStatus::from_raw(raw)));
        let others = [
            Report::Started,
            Report::Unable("no such file: `a b`".to_string()),
            Report::Memory(1 << 40),
            Report::Processes(33),
            Report::Files(0),
            Report::Threads(129),
            Report::Going,
            Report::Resting(TurnUsage {
                cpu: Duration::from_millis(1500),
                waited: Duration::ZERO,
                others: Duration::from_micros(7),
            }),
        ];
        for report in ended.into_iter().chain(others) {
            assert_eq!(report.to_string().parse(), Ok(report));
        }
        assert_eq!("ended well".parse::<Report>(), Err(()));
        assert_eq!("resting 1 2".parse::<Report>(), Err(()));
    }
}
