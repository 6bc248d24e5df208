//! Prefetching: loading a cache line while other work is done.

/// Asks the processor to load the cache line where a value begins. Only a hint: a processor without it,
/// or one that we do not know, loads the value when it is read.
#[inline(always)]
#[allow(unsafe_code, reason = "an instruction of the processor")]
pub(crate) fn prefetch<T>(value: &T) {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "sse") => {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: this build is for processors with the instruction. It changes no memory and fails
            // for no address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
        }
        _ => { let _ = value; }
    }
}
