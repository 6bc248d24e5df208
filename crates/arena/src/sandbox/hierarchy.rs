//! Hierarchies of control groups (cgroups): where they are mounted, and our own place in them.

use std::fs;
use std::path::{Path, PathBuf};

/// The group that we move to, so that groups of programs can be made beside it.
pub(super) const REFEREE_GROUP: &str = "reversi-referee";

/// A hierarchy of control groups: the only one (version 2), or one for some controllers (version 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hierarchy {
    /// Its controllers; empty for version 2, where each group tells its own.
    pub controllers: Vec<String>,
    /// The folder of the group that new groups are made in.
    pub folder: PathBuf,
}

impl Hierarchy {
    /// The hierarchies that this process is in.
    pub fn all() -> Vec<Hierarchy> {
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        Hierarchy::parse(&own, &mounts)
    }

    /// Whether it is the hierarchy of version 2.
    pub fn is_unified(&self) -> bool {
        self.controllers.is_empty()
    }

    /// Whether it has a controller (version 1).
    pub fn has(&self, controller: &str) -> bool {
        self.controllers.iter().any(|one| one == controller)
    }

    /// Parses `4:memory:/some/group` and `0::/some/group`, with lines of `mountinfo`.
    fn parse(own: &str, mounts: &str) -> Vec<Hierarchy> {
        let found = own.lines().filter_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            let (controllers, group) = (fields.next()?, fields.next()?);
            let names = controllers.split(',').filter(|name| !name.is_empty());
            let controllers: Vec<String> = names.map(str::to_string).collect();
            let mut mounted = mounts
                .lines()
                .filter_map(|line| mount_of(line, &controllers));
            let (root, point) = mounted.next()?;
            let inside = Path::new(group).strip_prefix(root).ok()?;
            let folder = Path::new(point).join(inside);
            let folder = match folder.file_name() {
                Some(name) if name == REFEREE_GROUP => folder.parent()?.to_path_buf(),
                _ => folder,
            };
            Some(Hierarchy {
                controllers,
                folder,
            })
        });
        found.collect()
    }
}

/// Root and mount point of a mount, if it is the hierarchy with these controllers.
fn mount_of<'a>(line: &'a str, controllers: &[String]) -> Option<(&'a str, &'a str)> {
    let (before, after) = line.split_once(" - ")?;
    let mut after = after.split(' ');
    let (kind, options) = (after.next()?, after.nth(1)?);
    let fits = match controllers {
        [] => kind == "cgroup2",
        all => {
            let has = |name: &String| options.split(',').any(|option| option == name);
            kind == "cgroup" && all.iter().all(has)
        }
    };
    let mut fields = before.split(' ').skip(3);
    let (root, point) = (fields.next()?, fields.next()?);
    fits.then_some((root, point))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
25 22 0:22 / /sys/fs/cgroup ro,nosuid - tmpfs tmpfs ro,mode=755
26 25 0:23 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
27 25 0:24 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
28 25 0:25 /docker/a /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw,nsdelegate
";

    #[test]
    fn groups_are_found_where_they_are_mounted() {
        let own = "5:cpu,cpuacct:/\n4:memory:/user/me\n1:name=systemd:/\n0::/docker/a/scope\n";
        let found = Hierarchy::parse(own, MOUNTS);
        let folders: Vec<String> = found
            .iter()
            .map(|one| one.folder.display().to_string())
            .collect();
        assert_eq!(
            folders,
            [
                "/sys/fs/cgroup/cpu,cpuacct/",
                "/sys/fs/cgroup/memory/user/me",
                "/sys/fs/cgroup/unified/scope"
            ]
        );
        assert!(found[2].is_unified() && found[1].has("memory") && found[0].has("cpuacct"));
    }

    #[test]
    fn groups_are_made_beside_our_own() {
        let own = "0::/docker/a/scope/reversi-referee\n";
        let found = Hierarchy::parse(own, MOUNTS);
        assert_eq!(found[0].folder, Path::new("/sys/fs/cgroup/unified/scope"));
        assert_eq!(Hierarchy::parse("", ""), []);
    }
}
