//! Passing of pipes: a program's standard input, output and error, as file descriptors over a socket
//! (`SCM_RIGHTS`).

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

/// Sends a program's standard input, output and error to its supervisor.
pub(super) fn send_pipes(socket: impl AsFd, pipes: [BorrowedFd<'_>; 3]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut message = SendAncillaryBuffer::new(&mut space);
    message.push(SendAncillaryMessage::ScmRights(&pipes));
    sendmsg(
        socket,
        &[IoSlice::new(b"\n")],
        &mut message,
        SendFlags::empty(),
    )?;
    Ok(())
}

/// Receives the pipes that the referee sent with [`send_pipes`].
pub(super) fn receive_pipes(socket: BorrowedFd<'_>) -> io::Result<[OwnedFd; 3]> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut message = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let slices = &mut [IoSliceMut::new(&mut byte)];
    recvmsg(socket, slices, &mut message, RecvFlags::CMSG_CLOEXEC)?;
    let rights = message.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(pipes) => Some(pipes),
        _ => None,
    });
    let pipes: Vec<OwnedFd> = rights.flatten().collect();
    pipes
        .try_into()
        .map_err(|_| io::ErrorKind::InvalidInput.into())
}
