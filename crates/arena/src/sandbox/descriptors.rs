//! File descriptors: a program gets its three pipes and nothing else that we or our parents opened.

use std::fs;
use std::io;
use std::os::fd::{BorrowedFd, RawFd};

use rustix::io::{Errno, FdFlags, fcntl_setfd};

/// Marks every descriptor but standard input, output and error, so that the next program does not
/// get it.
#[allow(unsafe_code, reason = "system calls of the sandbox")]
pub(super) fn close_all_on_exec() -> io::Result<()> {
    let entries = fs::read_dir("/proc/self/fd")?;
    let numbers = entries.flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let numbers: Vec<RawFd> = numbers.filter(|number| *number > 2).collect();
    for number in numbers {
        // SAFETY: the number is valid, or the call fails; nothing is read, written or closed here.
        let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
        match fcntl_setfd(descriptor, FdFlags::CLOEXEC) {
            // The descriptor that listed the others is closed by now.
            Ok(()) | Err(Errno::BADF) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
