//! Tournaments between players: what the results mean, and pictures of them.
//!
//! [`statistics`] turns results into estimates with 95% intervals, [`plots`]
//! draws them as SVG. Both take plain data and know nothing about how games
//! are played.

pub mod plots;
pub mod statistics;
