//! The page in a real browser, served by the real program. These tests need
//! Chromium, so they run only when asked for: `cargo xtask test` does.

mod access;
mod browser;
mod hands;
mod haste;
mod hidden;
mod input;
mod keeping;
mod looking;
mod meeting;
mod own_game;
mod playing;
mod quick;
mod screenshots;
mod server;
mod table;
