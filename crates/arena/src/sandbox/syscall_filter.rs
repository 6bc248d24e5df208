//! Syscall filter (seccomp): system calls that no program needs to play are refused.

use std::collections::BTreeMap;
use std::io;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};

/// Calls that are refused: other processes, the network, mounts, namespaces, keys, the machine, and
/// memory that belongs to no process.
const REFUSED: [c_long; 50] = [
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_socket,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_memfd_secret,
    libc::SYS_ioprio_set,
];

/// Calls that change rights, owners and times of files. Landlock does not know them.
const ATTRIBUTES: [c_long; 11] = [
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
];

/// The same by older calls of one kind of processor.
#[cfg(target_arch = "x86_64")]
const OLD_ATTRIBUTES: [c_long; 6] = [
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD_ATTRIBUTES: [c_long; 0] = [];

/// Calls that do not exist for a program: it uses older ones, which can be filtered.
const ABSENT: [c_long; 4] = [
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
];

/// Commands of `fcntl` that are refused: a lease on a file stops others that open it, and a signal of
/// one's choice could wake a program that rests.
const REFUSED_COMMANDS: [i32; 2] = [libc::F_SETLEASE, F_SETSIG];

/// Chooses the signal for input and output.
const F_SETSIG: i32 = 10;

/// What keeps a program in its place besides the filter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surroundings {
    /// It is pinned to a core.
    pub pinned: bool,
    /// The kernel stops all its processes at once. Otherwise a timer could wake one.
    pub freezer: bool,
    /// The kernel counts all its memory. Otherwise files in memory could hide some.
    pub memory: bool,
    /// It sees other processes and their files.
    pub exposed: bool,
    /// It builds something in its own folder.
    pub builds: bool,
}

/// The flags of `clone` that make namespaces.
const NAMESPACES: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

/// Numbers from here on are the calls of another mode of the same processor (x32).
const X32_CALLS: u32 = 0x4000_0000;

/// Filters the calls of this process and its children for ever.
pub(super) fn install(surroundings: Surroundings) -> io::Result<()> {
    let failed = |error: &dyn std::fmt::Display| io::Error::other(error.to_string());
    for filter in filters(surroundings).map_err(|error| failed(&error))? {
        apply_filter(&filter).map_err(|error| failed(&error))?;
    }
    Ok(())
}

/// The calls that are refused with some arguments.
fn refused_with_arguments(
    surroundings: Surroundings,
) -> Result<Vec<(c_long, Vec<SeccompRule>)>, seccompiler::BackendError> {
    let rule = |argument: u8, length: SeccompCmpArgLen, compare: SeccompCmpOp, value: u64| {
        SeccompRule::new(vec![SeccompCondition::new(
            argument, length, compare, value,
        )?])
    };
    // A thread or a process is made; one in a new namespace is not.
    let namespace = |flag: i32| {
        let flag = u64::from(flag.cast_unsigned());
        rule(
            0,
            SeccompCmpArgLen::Qword,
            SeccompCmpOp::MaskedEq(flag),
            flag,
        )
    };
    let is = |argument, value| rule(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value);
    let is_not = |argument, value| rule(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value);
    let flags = (0..32)
        .map(|bit| 1 << bit)
        .filter(|flag| NAMESPACES & flag != 0);
    let commands = REFUSED_COMMANDS.map(|command| is(1, u64::from(command.cast_unsigned())));
    let mut all = vec![
        (
            libc::SYS_clone,
            flags.map(namespace).collect::<Result<_, _>>()?,
        ),
        (
            libc::SYS_fcntl,
            commands.into_iter().collect::<Result<_, _>>()?,
        ),
        // Limits and priorities of others; 0 is the caller.
        (libc::SYS_prlimit64, vec![is_not(0, 0)?]),
        (libc::SYS_setpriority, vec![is_not(0, 0)?, is_not(1, 0)?]),
    ];
    let scheduling = [
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setattr,
        libc::SYS_sched_setaffinity,
    ];
    if surroundings.exposed {
        for call in scheduling {
            all.push((call, vec![is_not(0, 0)?]));
        }
    }
    Ok(all)
}

fn filters(surroundings: Surroundings) -> Result<Vec<BpfProgram>, seccompiler::BackendError> {
    let machine = TargetArch::try_from(std::env::consts::ARCH)?;
    let whole = |call: c_long| (call, Vec::new());
    let mut refused: BTreeMap<c_long, Vec<SeccompRule>> = BTreeMap::new();
    refused.extend(refused_with_arguments(surroundings)?);
    refused.extend(REFUSED.map(whole));
    refused.extend(
        surroundings
            .pinned
            .then_some(whole(libc::SYS_sched_setaffinity)),
    );
    refused.extend((!surroundings.freezer).then_some(whole(libc::SYS_timer_create)));
    if surroundings.exposed && !surroundings.builds {
        refused.extend(ATTRIBUTES.into_iter().chain(OLD_ATTRIBUTES).map(whole));
    }
    let mut absent: BTreeMap<c_long, Vec<SeccompRule>> = ABSENT.map(whole).into();
    absent.extend((!surroundings.memory).then_some(whole(libc::SYS_memfd_create)));
    let filter = |rules, errno: i32| {
        let action = SeccompAction::Errno(errno.cast_unsigned());
        SeccompFilter::new(rules, SeccompAction::Allow, action, machine)?.try_into()
    };
    let mut all = vec![filter(refused, libc::EPERM)?, filter(absent, libc::ENOSYS)?];
    if machine == TargetArch::x86_64 {
        all.push(without_x32());
    }
    Ok(all)
}

/// A filter against the calls that the same processor has under other numbers.
fn without_x32() -> BpfProgram {
    let step = |code: u32, jt: u8, jf: u8, k: u32| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    let errno = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned();
    vec![
        // The number of the call is the first field of what a filter sees.
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, X32_CALLS),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, errno),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filters_can_be_made() {
        let kept = Surroundings {
            freezer: true,
            memory: true,
            ..Surroundings::default()
        };
        let usual = filters(kept).expect("filters");
        let open = Surroundings {
            pinned: true,
            exposed: true,
            ..Surroundings::default()
        };
        let strict = filters(open).expect("filters");
        assert!(strict[0].len() > usual[0].len() && strict[1].len() > usual[1].len());
    }
}
