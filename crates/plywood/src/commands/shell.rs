//! `plywood completions` and `plywood man`: shell completions and manual pages.

use std::path::Path;

use anyhow::Context;
use clap_complete::Shell;
use plywood_files::{create_folder, write_atomically};
use plywood_registry::Games;

use crate::cli::{Cli, program_name};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn completions(games: &Games, shell: Shell, out: &mut Output) -> Result<(), Failure> {
    // Generates the script in memory, because the generator panics if it writes to a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::of(games), program_name(), &mut script);
    Ok(std::io::Write::write_all(out, &script)?)
}

pub(crate) fn man(games: &Games, folder: Option<&Path>, out: &mut Output) -> Result<(), Failure> {
    let Some(folder) = folder else {
        return Ok(clap_mangen::Man::new(Cli::of(games)).render(out)?);
    };
    let mut program = Cli::of(games).disable_help_subcommand(true);
    program.build();
    create_folder(folder).context("--out")?;
    for command in program.get_subcommands().chain([&program]) {
        let page = clap_mangen::Man::new(command.clone());
        let mut text = Vec::new();
        page.render(&mut text)?;
        write_atomically(&folder.join(page.get_filename()), &text).context("--out")?;
    }
    Ok(())
}
