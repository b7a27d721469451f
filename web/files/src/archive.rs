//! Files in a .zip, as they are: what is downloaded is a log dir that Kafka's own tools read.

use crate::source::Source;
use std::io::{Cursor, Write};
use tidemark_core::files::{NamedFile, ReadAt};
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The files in a .zip; nothing if one of them is the reader's own, who has it already.
pub(crate) fn zip(files: &[NamedFile<Source>]) -> ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for named in files {
        let Source::Made(file) = &named.file else {
            return Ok(Vec::new());
        };
        archive.start_file(&*named.path, options)?;
        archive.write_all(&ReadAt::read_at(file, 0, usize::MAX))?;
    }
    Ok(archive.finish()?.into_inner())
}
