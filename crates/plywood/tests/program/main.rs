//! The compiled program: command lines, protocols, output and exit status.

mod arena;
mod cli;
mod engine_json;
mod games;
#[path = "../../../server/tests/api/mutated.rs"]
mod mutated;
mod program;
mod quality;
mod readme;
mod serve;
mod tbp;
mod train;
