//! The compiled program: command lines, protocols, output and exit status.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

mod arena;
mod cli;
mod conversation;
mod convert;
mod endings;
mod engine_json;
mod examples;
#[cfg(unix)]
mod files;
mod games;
mod gtp;
mod hidden;
#[path = "../../../server/tests/api/mutated.rs"]
mod mutated;
mod nboard;
mod origins;
mod program;
mod quality;
mod readme;
mod review;
mod serve;
mod shards;
mod solve;
mod tbp;
mod threads;
mod timed_lines;
mod train;
mod winnable;
