//! The `plywood` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    plywood::app().run()
}
