//! The system's limit of file descriptors. Every connection takes one.

/// Descriptors that are not connections: standard streams, the listener, the runtime, and a
/// connection that is being accepted while another one is being closed.
const RESERVED: usize = 12;

/// Returns how many connections the process can have open, at most `wanted` and at least one.
/// Raises the process's own limit of descriptors as far as `wanted` needs it and the system allows.
pub(super) fn affordable_connections(wanted: usize) -> usize {
    let needed = wanted.saturating_add(RESERVED) as u64;
    // If the limit cannot be read, assumes that it suffices. If it does not, `accept` fails, and the
    // server closes a connection to free a descriptor.
    let limit = rlimit::increase_nofile_limit(needed).unwrap_or(needed);
    (limit.min(needed) as usize).saturating_sub(RESERVED).max(1)
}
