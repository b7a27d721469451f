//! CRC-32C (Castagnoli; batches of magic 2, producer snapshots) and CRC-32 (IEEE; older messages, gzip).
//!
//! Both are reflected, begin and end with all bits inverted.

/// Table `n` gives the checksum of a byte followed by `n` zero bytes, so that eight bytes
/// are eight independent lookups ("slicing by 8"): each append and each fetch pays for this.
static CASTAGNOLI: [[u32; 256]; 8] = tables(0x82f6_3b78);

/// One table is enough where only old messages need it, and 7 KiB less to download.
static IEEE: [[u32; 256]; 1] = tables(0xedb8_8320);

/// CRC-32C of `bytes`.
#[must_use]
pub fn crc32c(bytes: &[u8]) -> u32 {
    let tables = &CASTAGNOLI;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut crc = !0;
    for word in words {
        let [a, b, c, d, e, f, g, h] = *word;
        let [a, b, c, d] = (u32::from_le_bytes([a, b, c, d]) ^ crc).to_le_bytes();
        crc = tables[7][a as usize]
            ^ tables[6][b as usize]
            ^ tables[5][c as usize]
            ^ tables[4][d as usize]
            ^ tables[3][e as usize]
            ^ tables[2][f as usize]
            ^ tables[1][g as usize]
            ^ tables[0][h as usize];
    }
    !bytewise(&tables[0], crc, rest)
}

/// CRC-32 (IEEE) of `bytes`.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytewise(&IEEE[0], !0, bytes)
}

fn bytewise(table: &[u32; 256], crc: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(crc, |crc, byte| {
        table[((crc ^ u32::from(*byte)) & 0xff) as usize] ^ (crc >> 8)
    })
}

const fn tables<const N: usize>(polynomial: u32) -> [[u32; 256]; N] {
    let mut tables = [[0; 256]; N];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = (crc >> 1) ^ if crc & 1 == 1 { polynomial } else { 0 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut table = 1;
    while table < N {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[table - 1][byte];
            tables[table][byte] = tables[0][(before & 0xff) as usize] ^ (before >> 8);
            byte += 1;
        }
        table += 1;
    }
    tables
}
