//! Tests of the page in Chromium, served by the real program. The tests are ignored by default,
//! since Chromium is not on every machine; `cargo xtask test` runs them.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

mod accessibility;
mod analysis;
mod arena;
mod boards;
mod browser;
mod endings;
mod errors;
mod exercises;
mod hidden_cards;
mod honest_numbers;
mod input;
mod input_faults;
mod links;
mod model;
mod origins;
mod own_game;
mod own_variant;
mod page;
mod panels;
mod persistence;
mod playing;
mod pointer;
mod private_hands;
mod quality;
mod races;
mod random_delays;
mod restart;
mod review;
mod screenshots;
mod server;
mod slow_page;
mod speed;
#[path = "../program/timed_lines.rs"]
mod timed_lines;
mod winnable;
