//! Capabilities: the parts of root's rights. A program has none of them, not even as root.

use std::io;

use rustix::io::Errno;
use rustix::thread::{
    CapabilitySet, CapabilitySets, remove_capability_from_bounding_set, set_capabilities,
};

/// Gives up all capabilities for ever, also for the programs that this process becomes.
pub(super) fn drop_all() -> io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        match remove_capability_from_bounding_set(capability) {
            // A user without rights has none to lose, and an older kernel knows fewer.
            Ok(()) | Err(Errno::PERM | Errno::INVAL) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let none = CapabilitySet::empty();
    let sets = CapabilitySets {
        effective: none,
        permitted: none,
        inheritable: none,
    };
    Ok(set_capabilities(None, sets)?)
}
