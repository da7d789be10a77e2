//! What is said of keys is true: the words that are listed are taken, others are not.

use plywood_table::{Key, Settings, Spec};

use crate::client::games;

/// A word that no key takes.
const NONSENSE: &str = "nonsense";

fn check(key: &Key, what: &str, mut takes: impl FnMut(&str) -> bool) {
    let name = key.name;
    for word in key.words {
        assert!(takes(&format!("{name}={word}")), "{what}: {name} takes {word}");
    }
    if !key.words.is_empty() {
        assert!(!takes(&format!("{name}={NONSENSE}")), "{what}: {name} takes only its words");
    }
}

#[test]
fn the_words_of_every_key_are_those_that_it_takes() {
    let mut checked = 0;
    for game in games().iter() {
        for key in game.rules() {
            checked += key.words.len();
            check(key, game.name(), |text| {
                let rules: Settings = text.parse().unwrap();
                game.open(&rules, None, 1).is_ok()
            });
        }
        for player in game.players() {
            let mut session = game.open(&Settings::default(), None, 1).unwrap();
            for key in &player.keys {
                checked += key.words.len();
                check(key, player.name, |text| {
                    let spec: Spec = format!("{}:{text}", player.name).parse().unwrap();
                    session.seat_player(&spec, 1).is_ok()
                });
            }
        }
    }
    assert!(checked > 100, "{checked} words are few");
}
