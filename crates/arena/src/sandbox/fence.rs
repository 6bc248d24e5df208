//! Fence: what a sandbox is made of on this machine. Each way is tried once before it is relied on.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::gate::{Enclosure, Gate};
use super::options::{Fence, Sandbox, SandboxOptions, program};
use super::view::View;
use super::{bubblewrap, executable, path_rules, scratch};

/// The ways to make a sandbox, the best first.
const ALL: [Fence; 3] = [Fence::Namespaces, Fence::Bubblewrap, Fence::Landlock];

impl Sandbox {
    /// What a sandbox is made of on this machine. The first call tries it; the result is kept.
    ///
    /// # Errors
    /// The reason why there is none, as a text for the user.
    pub fn available() -> Result<Fence, &'static str> {
        static FOUND: OnceLock<Result<Fence, String>> = OnceLock::new();
        let found = FOUND.get_or_init(|| {
            let mut reasons = Vec::new();
            for fence in ALL {
                match fence.works() {
                    Ok(()) => return Ok(fence),
                    Err(why) => reasons.push(why),
                }
            }
            Err(reasons.join("; "))
        });
        found.as_ref().copied().map_err(String::as_str)
    }

    /// What the sandbox of a program is made of; `None` for no sandbox.
    pub(super) fn fence(self) -> Result<Option<Fence>, &'static str> {
        match self {
            Sandbox::Off => Ok(None),
            Sandbox::Auto => Ok(Sandbox::available().ok()),
            Sandbox::Required => Sandbox::available().map(Some),
            Sandbox::Only(fence) => fence.works().map(|()| Some(fence)),
        }
    }
}

impl Fence {
    /// Whether a sandbox can be made of it on this machine. The first call tries it.
    ///
    /// # Errors
    /// The reason why not, as a text for the user.
    pub fn works(self) -> Result<(), &'static str> {
        static TRIED: [OnceLock<Result<(), String>>; 3] =
            [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        let tried = TRIED[self as usize].get_or_init(|| self.try_out());
        tried.as_ref().copied().map_err(String::as_str)
    }

    /// Runs `true` in a sandbox.
    fn try_out(self) -> Result<(), String> {
        if self == Fence::Landlock {
            path_rules::are_complete()?;
        }
        let nothing = executable::executable("true", Path::new("/"));
        let nothing = nothing.map_err(|fault| fault.to_string())?;
        let scratch = scratch::create().map_err(|error| error.to_string())?;
        let command = [nothing.into_os_string()];
        let tried = self
            .enclose(
                &View::new(Path::new("/"), &command, &SandboxOptions::default()),
                &scratch,
                1 << 20,
                &command,
            )
            .map_err(|error| error.to_string())
            .and_then(|(enclosure, command)| {
                let gate = Gate {
                    limits: None,
                    enclosure,
                };
                let words = gate
                    .arguments(&command)
                    .map_err(|error| error.to_string())?;
                self.run(&words)
            });
        scratch::remove(&scratch);
        tried
    }

    fn run(self, words: &[OsString]) -> Result<(), String> {
        let output = Command::new(program())
            .args(words)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{self}: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let stderr = String::from_utf8_lossy(&output.stderr);
        let first = stderr.lines().next().unwrap_or_default();
        Err(format!("{self}: {}, {first}", output.status))
    }

    /// The enclosure that makes the sandbox, and the command to run in it: `command`, or what runs
    /// it. `size` is the number of bytes that the program may write.
    pub(super) fn enclose(
        self,
        view: &View,
        scratch: &Path,
        size: u64,
        command: &[OsString],
    ) -> std::io::Result<(Enclosure, Vec<OsString>)> {
        let (view, scratch) = (view.clone(), scratch.to_path_buf());
        match self {
            Fence::Namespaces => {
                let enclosure = Enclosure::Namespaces {
                    view,
                    scratch,
                    size,
                };
                Ok((enclosure, command.to_vec()))
            }
            Fence::Landlock => Ok((Enclosure::Rules { view, scratch }, command.to_vec())),
            Fence::Bubblewrap => {
                let bwrap = bubblewrap::path().map_err(std::io::Error::other)?;
                let program = program().canonicalize()?;
                let mut words = vec![OsString::from(bwrap)];
                words.extend(bubblewrap::options(&view, size, &program));
                words.extend(["--".into(), program.into_os_string()]);
                let inside = Gate {
                    limits: None,
                    enclosure: Enclosure::Inside(view),
                };
                words.extend(inside.arguments(command)?);
                Ok((Enclosure::Open, words))
            }
        }
    }
}
