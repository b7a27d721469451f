//! The copies of one piece of a log on its way from the disk to a network card, and what they cost for many readers.
//!
//! A fetch's answer holds a slice of a file (`FileRecords`); sending it calls `FileChannel.transferTo`, which is sendfile
//! where the socket is a plain one (`PlaintextTransportLayer`). With TLS (`SslTransportLayer`) and with down-conversion
//! the bytes go through the application.

use CopiedBy::{Cpu, Dma};
use Station::{Application, Disk, NetworkCard, PageCache, SocketBuffer};

/// Where bytes can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Station {
    /// On the disk.
    Disk,
    /// In the operating system's page cache.
    PageCache,
    /// In a buffer of the broker's process.
    Application,
    /// In the buffer of the socket.
    SocketBuffer,
    /// In the network card.
    NetworkCard,
}

/// Who copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopiedBy {
    /// The device by itself.
    Dma,
    /// The processor.
    Cpu,
}

/// One copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// From here.
    pub from: Station,
    /// To here.
    pub to: Station,
    /// By whom.
    pub by: CopiedBy,
}

/// How a broker sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendPath {
    /// It reads into its own memory, and writes to the socket.
    ReadWrite,
    /// sendfile, to a card that needs its bytes in one piece.
    Sendfile,
    /// sendfile, to a card that gathers them from where they are.
    SendfileGather,
}

/// What the page cache knows of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cached {
    /// Nothing, and it forgets it between readers.
    Never,
    /// Nothing before the first reader.
    AfterFirst,
    /// It is there: it has just been produced.
    Already,
}

const fn hop(from: Station, to: Station, by: CopiedBy) -> Hop {
    Hop { from, to, by }
}

const READ_WRITE: [Hop; 4] = [
    hop(Disk, PageCache, Dma),
    hop(PageCache, Application, Cpu),
    hop(Application, SocketBuffer, Cpu),
    hop(SocketBuffer, NetworkCard, Dma),
];
const SENDFILE: [Hop; 3] = [
    hop(Disk, PageCache, Dma),
    hop(PageCache, SocketBuffer, Cpu),
    hop(SocketBuffer, NetworkCard, Dma),
];
/// Only descriptors go to the socket's buffer.
const SENDFILE_GATHER: [Hop; 2] = [hop(Disk, PageCache, Dma), hop(PageCache, NetworkCard, Dma)];

impl SendPath {
    /// All of them, the dearest first.
    pub const ALL: [Self; 3] = [Self::ReadWrite, Self::Sendfile, Self::SendfileGather];

    /// The path that a broker takes: with TLS its own memory, where the bytes are encrypted.
    #[must_use]
    pub const fn taken(has_tls: bool, card_gathers: bool) -> Self {
        match (has_tls, card_gathers) {
            (true, _) => Self::ReadWrite,
            (false, false) => Self::Sendfile,
            (false, true) => Self::SendfileGather,
        }
    }

    /// The copies of a piece that is only on the disk.
    #[must_use]
    pub const fn hops(self) -> &'static [Hop] {
        match self {
            Self::ReadWrite => &READ_WRITE,
            Self::Sendfile => &SENDFILE,
            Self::SendfileGather => &SENDFILE_GATHER,
        }
    }

    /// Calls of the operating system for a piece: each switches to the kernel and back.
    #[must_use]
    pub const fn system_calls(self) -> u32 {
        match self {
            Self::ReadWrite => 2,
            Self::Sendfile | Self::SendfileGather => 1,
        }
    }

    /// Switches between the process and the kernel for a piece.
    #[must_use]
    pub const fn context_switches(self) -> u32 {
        2 * self.system_calls()
    }

    /// Copies of a piece by this one.
    #[must_use]
    pub fn copies_by(self, by: CopiedBy) -> u64 {
        self.hops().iter().filter(|hop| hop.by == by).count() as u64
    }

    /// Copies for so many readers of the same piece.
    #[must_use]
    pub fn copies(self, readers: u64, cached: Cached) -> u64 {
        let from_disk = self.hops().iter().filter(|hop| hop.from == Disk).count() as u64;
        let per_reader = self.hops().len() as u64 - from_disk;
        let disk_reads = match cached {
            Cached::Never => readers,
            Cached::AfterFirst => readers.min(1),
            Cached::Already => 0,
        };
        disk_reads * from_disk + readers * per_reader
    }
}
