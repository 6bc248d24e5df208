//! A connection that ends when the client does not read what it is sent.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{self, Instant, Sleep};

/// A stream whose writes fail when nothing could be sent for a while.
#[derive(Debug)]
pub struct StallLimit<S> {
    stream: S,
    limit: Duration,
    deadline: Pin<Box<Sleep>>,
    is_stalled: bool,
}

impl<S> StallLimit<S> {
    /// A stream that may stand still for this long.
    pub fn new(stream: S, limit: Duration) -> StallLimit<S> {
        StallLimit {
            stream,
            limit,
            deadline: Box::pin(time::sleep(limit)),
            is_stalled: false,
        }
    }

    /// The result of a write, or an error when it has waited for too long.
    fn limited<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.is_stalled = false;
            return written;
        }
        if !self.is_stalled {
            self.is_stalled = true;
            self.deadline.as_mut().reset(Instant::now() + self.limit);
        }
        let late = self.deadline.as_mut().poll(context);
        late.map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for StallLimit<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for StallLimit<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.limited(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.limited(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.limited(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(context);
        self.limited(context, ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[tokio::test]
    async fn a_client_that_reads_nothing_is_cut_off() {
        let (near, mut far) = duplex(8);
        let mut near = StallLimit::new(near, Duration::from_millis(1));
        near.write_all(b"12345678").await.expect("there is room");
        let error = near.write_all(b"9").await.expect_err("no room");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        // A client that reads in the end gets what was sent before.
        let mut got = [0; 8];
        far.read_exact(&mut got).await.expect("sent");
        assert_eq!(&got, b"12345678");
        near.write_all(b"9").await.expect("there is room again");
    }
}
