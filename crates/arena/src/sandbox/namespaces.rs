//! Namespaces: a program with its own users, processes, network and mounts, made by ourselves.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::{chdir, getgid, getuid, pivot_root};
use rustix::thread::{UnshareFlags, unshare_unsafe};

use super::scratch::MAX_FILES;
use super::view::{PRIVATE_HOME, View};

/// Devices that a program may use.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// Links in `/dev`, and what they lead to.
const DEVICE_LINKS: [(&str, &str); 4] = [
    ("fd", "/proc/self/fd"),
    ("stdin", "/proc/self/fd/0"),
    ("stdout", "/proc/self/fd/1"),
    ("stderr", "/proc/self/fd/2"),
];

/// Moves this process into new namespaces. Only processes that it starts from now on are in the new
/// namespace for processes.
#[allow(unsafe_code, reason = "system calls of the sandbox")]
pub(super) fn enter() -> io::Result<()> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    let all = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    // SAFETY: this process has one thread, and CLONE_FILES is not among the flags: no other thread
    // can see other file descriptors than before.
    unsafe { unshare_unsafe(all) }?;
    fs::write("/proc/self/setgroups", "deny")?;
    // The user keeps its number, but root becomes a user without rights.
    let inside = |id: u32| if id == 0 { 65534 } else { id };
    fs::write("/proc/self/uid_map", format!("{} {user} 1", inside(user)))?;
    fs::write("/proc/self/gid_map", format!("{} {group} 1", inside(group)))?;
    Ok(())
}

/// Replaces the file system by a view of it. The scratch folder, which is empty, becomes the root;
/// programs may write `size` bytes of files below `/tmp`.
pub(super) fn show(view: &View, scratch: &Path, size: u64) -> io::Result<()> {
    mount_change(
        "/",
        MountPropagationFlags::REC | MountPropagationFlags::PRIVATE,
    )?;
    let root = Root(scratch.to_path_buf());
    root.tmpfs("", 1 << 20)?;
    root.tmpfs(&PRIVATE_HOME[1..], size)?;
    for path in &view.shown {
        root.bind(path, view.writable && *path == view.folder)?;
    }
    for (link, target) in &view.links {
        let place = root.place(link);
        fs::create_dir_all(place.parent().unwrap_or(&place))?;
        symlink(target, place)?;
    }
    for hidden in &view.covered {
        root.cover(hidden)?;
    }
    root.devices(size)?;
    fs::create_dir_all(root.0.join("proc"))?;
    let safe = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", root.0.join("proc"), "proc", safe, None)?;
    fs::create_dir_all(root.place(&view.folder))?;
    let fixed = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    mount_remount(&root.0, fixed, "")?;
    chdir(&root.0)?;
    // The old root is mounted over the new one, and taken away.
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    chdir("/")?;
    chdir(&view.folder)?;
    Ok(())
}

/// The new root while it is being made: a folder of the old one.
struct Root(PathBuf);

impl Root {
    /// Where a path of the old root will be.
    fn place(&self, path: &Path) -> PathBuf {
        self.0.join(path.strip_prefix("/").unwrap_or(path))
    }

    /// Mounts an empty file system in memory.
    fn tmpfs(&self, place: &str, size: u64) -> io::Result<()> {
        let place = self.0.join(place);
        fs::create_dir_all(&place)?;
        let safe = MountFlags::NOSUID | MountFlags::NODEV;
        // A little more than allowed, so that too much can be told from just enough.
        let files = MAX_FILES + 1000;
        let options = format!(
            "mode=0755,size={},nr_inodes={files}",
            size.saturating_add(1 << 20)
        );
        let options = std::ffi::CString::new(options)?;
        mount("tmpfs", place, "tmpfs", safe, options.as_c_str())?;
        Ok(())
    }

    /// Shows a file or a folder of the old root in the new one.
    fn bind(&self, path: &Path, writable: bool) -> io::Result<()> {
        let place = self.place(path);
        self.make(path, &place)?;
        mount_bind_recursive(path, &place)?;
        if !writable {
            read_only(&place)?;
        }
        Ok(())
    }

    /// Makes an empty file or folder to mount something on, unless it is there.
    fn make(&self, like: &Path, place: &Path) -> io::Result<()> {
        if place.exists() {
            return Ok(());
        }
        if like.is_dir() {
            return fs::create_dir_all(place);
        }
        fs::create_dir_all(place.parent().unwrap_or(place))?;
        File::create(place).map(drop)
    }

    /// Puts something empty over a hidden path.
    fn cover(&self, hidden: &Path) -> io::Result<()> {
        let place = self.place(hidden);
        if hidden.is_dir() {
            let safe = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::RDONLY;
            mount("tmpfs", place, "tmpfs", safe, None)?;
        } else {
            mount_bind_recursive("/dev/null", place)?;
        }
        Ok(())
    }

    /// Makes `/dev`.
    fn devices(&self, size: u64) -> io::Result<()> {
        self.tmpfs("dev", 1 << 16)?;
        for name in DEVICES {
            let device = Path::new("/dev").join(name);
            self.make(&device, &self.place(&device))?;
            mount_bind_recursive(&device, self.place(&device))?;
        }
        for (name, target) in DEVICE_LINKS {
            symlink(target, self.0.join("dev").join(name))?;
        }
        self.tmpfs("dev/shm", size)?;
        // Not the devices themselves: a device on such a mount cannot be used.
        remount_read_only(&self.0.join("dev"))
    }
}

/// Makes a mount and all mounts below it read-only. Flags that the mounts have already must be kept.
fn read_only(place: &Path) -> io::Result<()> {
    let mounts = fs::read_to_string("/proc/self/mountinfo")?;
    let points = mounts.lines().filter_map(|line| line.split(' ').nth(4));
    let points = points
        .map(unescaped)
        .filter(|point| point.starts_with(place));
    for point in points {
        remount_read_only(&point)?;
    }
    Ok(())
}

/// Makes one mount read-only.
fn remount_read_only(point: &Path) -> io::Result<()> {
    // A mount that cannot be reached is hidden by another one.
    let Ok(now) = statvfs(point) else {
        return Ok(());
    };
    let kept = [
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::NODIRATIME, MountFlags::NODIRATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ];
    let kept = kept
        .into_iter()
        .filter(|(had, _)| now.f_flag.contains(*had));
    let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    mount_remount(point, kept.fold(flags, |all, (_, flag)| all | flag), "")?;
    Ok(())
}

/// A path of `mountinfo`, where blanks and backslashes are written as octal numbers.
fn unescaped(text: &str) -> PathBuf {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let digits = others.get(..3).filter(|_| *first == b'\\');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &others[3..];
            }
            None => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_mount_points_are_read() {
        assert_eq!(unescaped("/a\\040b"), Path::new("/a b"));
        assert_eq!(unescaped("/a\\134"), Path::new("/a\\"));
        assert_eq!(unescaped("/plain"), Path::new("/plain"));
        assert_eq!(unescaped("/odd\\0"), Path::new("/odd\\0"));
    }
}
