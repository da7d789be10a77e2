//! The server as a page meets it: over a socket, with every game.

mod arena;
mod client;
mod connections;
mod hidden;
mod hostile;
mod playing;
mod searching;
