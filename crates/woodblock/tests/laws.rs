//! The conformance suite, for every variant and option.

use std::num::NonZeroU32;

use plywood_search::conformance;
use plywood_woodblock::{Rules, Variant, Woodblock};

fn rules(name: &str, rotate: bool, cap: u32) -> Rules {
    Rules::new(Variant::named(name).expect("a built-in variant"), rotate, NonZeroU32::new(cap))
}

#[test]
fn every_variant_conforms() {
    for (name, games) in [("classic10", 500), ("blast8", 1000), ("woodoku9", 500)] {
        conformance::check(games, |seed| Woodblock::new(rules(name, false, 0), seed));
        conformance::check_notation(games / 5, |seed| Woodblock::new(rules(name, false, 0), seed));
    }
}

#[test]
fn games_with_rotation_conform() {
    for name in Variant::NAMES {
        conformance::check(40, |seed| Woodblock::new(rules(name, true, 0), seed));
        conformance::check_notation(20, |seed| Woodblock::new(rules(name, true, 0), seed));
    }
}

#[test]
fn games_with_a_cap_conform() {
    for name in Variant::NAMES {
        let start = |seed: u64| {
            let cap = 1 + (seed % 5) as u32;
            Woodblock::new(rules(name, seed.is_multiple_of(2), cap), seed)
        };
        conformance::check(100, start);
        conformance::check_notation(100, start);
    }
}
