//! The project's own commands.

mod import;

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["import", path] => import::run(path),
        _ => anyhow::bail!("usage: cargo xtask import FILE"),
    }
}
