//! Unpacks the archive and runs the program in it, as a user does.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{COMPLETIONS, LICENCES, PAGES, TEXTS, VERSION, archive, program_in, text_in};
use crate::program::{Program, agent};

/// Unpacks the archive so that the folder in it becomes `root`, and checks its contents.
pub(super) fn check(archive: &Path, root: &Path) -> Result<()> {
    let folder = root.parent().context("the archive is unpacked in a folder")?;
    archive::unpack(archive, folder).context("cannot unpack the archive")?;
    let program = env::current_dir()?.join(program_in(root));

    let version = run(&program, &["--version"])?;
    ensure!(version.trim() == format!("plywood {VERSION}"), "--version printed {version:?}");
    let hint = ["hint", "othello", "--player", "hard", "--seed", "7", "--json"];
    let hint: Value = serde_json::from_str(&run(&program, &hint)?)?;
    ensure!(hint["move"].is_string(), "hint printed {hint}");
    let games = run(&program, &["games"])?;
    for game in ["othello", "klondike", "woodblock", "tetris"] {
        ensure!(games.contains(game), "{game} is missing from {games}");
    }
    check_page(&program)?;

    for (shell, place) in COMPLETIONS {
        let completions = fs::read_to_string(root.join(place)).context(shell)?;
        ensure!(completions.contains("perft"), "the completions of {shell} lack commands");
    }
    for page in ["plywood.1", "plywood-hint.1", "plywood-serve.1"] {
        let text =
            fs::read_to_string(root.join(PAGES).join(page)).with_context(|| page.to_owned())?;
        ensure!(text.contains(".SH SYNOPSIS"), "{page} is no manual page");
    }
    for text in TEXTS {
        ensure!(fs::read(text_in(root, text))? == fs::read(text)?, "{text} is another one");
    }
    let licences = fs::read_to_string(text_in(root, LICENCES))?;
    for known in ["- tokio 1.", "Copyright (c) Tokio Contributors", "- serde_json 1."] {
        ensure!(licences.contains(known), "{known:?} is missing from the licences");
    }
    Ok(())
}

/// Serves the page and requests it, to check that its files are embedded in the program.
fn check_page(program: &Path) -> Result<()> {
    let server = Program::start(program)?;
    for (path, part) in [("/", "<title>"), ("/boards/othello.js", "export")] {
        let mut answer = agent().get(format!("{}{path}", server.address)).call()?;
        let text = answer.body_mut().read_to_string()?;
        ensure!(answer.status() == 200 && text.contains(part), "{path}: {}", answer.status());
    }
    Ok(())
}

/// Runs the program without environment variables, and returns its standard output.
fn run(program: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(program);
    let output = command.args(arguments).env_clear().current_dir("/").output();
    let output = output.with_context(|| format!("cannot run {command:?}"))?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?} failed: {error}");
    Ok(String::from_utf8(output.stdout)?)
}
