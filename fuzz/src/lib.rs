//! Fuzz targets: a function for each kind of input that Plywood reads from users, files and programs.
//!
//! A function takes any bytes. It panics if the code under test breaks its contract: for example, a
//! refused move must leave the position unchanged. `cargo xtask fuzz` searches for inputs that
//! panic, hang or take too much memory. `tests/corpora.rs` runs the stored inputs as ordinary
//! tests.
//!
//! The inputs of games are text. The first line is the name of a game, and may be followed by a
//! space and rules; the other lines depend on the target.

mod formats;
mod games;
mod http;
mod protocols;
mod records;
mod weights;

pub use formats::{ggf, obf, wthor};
pub use games::{moves, position, problems, read, rules, spec, variant};
pub use http::http;
pub use protocols::{engine_json, gtp, nboard, tbp};
pub use records::records;
pub use weights::weights;

/// A function that takes any input.
pub type Target = fn(&[u8]);

/// All targets by name. The corpus of a target is the folder `corpus/NAME`.
pub const TARGETS: [(&str, Target); 17] = [
    ("position", position),
    ("moves", moves),
    ("read", read),
    ("problems", problems),
    ("obf", obf),
    ("ggf", ggf),
    ("wthor", wthor),
    ("spec", spec),
    ("rules", rules),
    ("variant", variant),
    ("records", records),
    ("weights", weights),
    ("engine_json", engine_json),
    ("tbp", tbp),
    ("gtp", gtp),
    ("nboard", nboard),
    ("http", http),
];
