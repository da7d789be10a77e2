//! Tests of the HTTP API over a socket, with every game.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

mod arena;
mod bad_input;
mod client;
mod connections;
mod hidden;
mod hostile;
mod keys;
mod lines;
mod mutated;
mod playing;
mod private;
mod quality;
mod reading;
mod review;
mod searching;
#[path = "../../../arena/tests/toys/mod.rs"]
mod toys;
mod versions;
mod winnable;
