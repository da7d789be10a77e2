//! A variant of Wood Block: 6x6 cells, bars of three cells, and full 3x3 boxes are cleared as lines
//! are.
//!
//! It has the players of Wood Block. The page knows no rules, so it needs no changes.
//!
//! ```sh
//! cargo run --release --example six_block
//! ```

use std::process::ExitCode;

use plywood::registry::Entry;
use plywood_woodblock::{Rules, Variant, Woodblock};

const VARIANT: &str = "
    name = 'six'
    size = 6
    boxes = true
    scoring = 'lines'
    shapes = [{ rows = ['###'], weight = 1 }]
";

/// Returns the registry entry of the game.
pub fn entry() -> Entry<Woodblock> {
    let rules = Rules::new(Variant::from_toml(VARIANT).expect("a valid variant"), false, None);
    plywood_woodblock::entry().with_title("Six Block").with_rules(&[], move |_| {
        let rules = rules.clone();
        Ok(move |seed| Woodblock::new(rules.clone(), seed))
    })
}

fn main() -> ExitCode {
    plywood::app().without_games().game(entry()).run()
}
