//! `cargo xtask build`: the page as a folder for any web host, within its budget.

use std::process::ExitCode;

use anyhow::Result;

use crate::args::Args;
use crate::site::{self, Edition, sizes};

pub(crate) fn run(args: Args) -> Result<ExitCode> {
    args.finish()?;
    let folder = site::build(Edition::Release)?;
    sizes::check(&folder)?;
    println!("The page is in {}.", folder.display());
    Ok(ExitCode::SUCCESS)
}
