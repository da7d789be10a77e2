//! `plywood completions` and `plywood man`: shell completions and manual pages.

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn completions(shell: Shell, out: &mut Output) -> Result<(), Failure> {
    // Generates the script in memory, because the generator panics if it writes to a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "plywood", &mut script);
    Ok(std::io::Write::write_all(out, &script)?)
}

pub(crate) fn man(folder: Option<&Path>, out: &mut Output) -> Result<(), Failure> {
    let Some(folder) = folder else {
        return Ok(clap_mangen::Man::new(Cli::command()).render(out)?);
    };
    let written =
        fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.with_context(|| format!("cannot write to {}", folder.display()))?;
    Ok(())
}
