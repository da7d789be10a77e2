//! What is said of keys is true: the words that are listed are taken, and no others.

use plywood_registry::{InputError, Key, Settings, Spec};

use crate::client::games;

/// A word that no key takes.
const NONSENSE: &str = "nonsense";

fn check(key: &Key, what: &str, mut take: impl FnMut(&str) -> Result<(), InputError>) {
    let name = key.name;
    for word in key.words {
        assert_eq!(take(&format!("{name}={word}")), Ok(()), "{what}: {name} takes {word}");
    }
    if key.words.is_empty() {
        return;
    }
    let refused = take(&format!("{name}={NONSENSE}"));
    let refused = refused.expect_err("nonsense is no word of any key").to_string();
    // Where a file could be meant, it is the file that is missed.
    let expected = format!("expected one of {}", key.words.join(", "));
    assert!(key.file || refused.ends_with(&expected), "{what}: {name}: {refused}");
}

#[test]
fn the_words_of_every_key_are_those_that_it_takes() {
    let mut checked = 0;
    for game in games().iter() {
        for key in game.rules() {
            checked += key.words.len();
            check(key, game.name(), |text| {
                let rules: Settings = text.parse().unwrap();
                game.open(&rules, None, 1).map(drop)
            });
        }
        for player in game.players() {
            let mut session = game.open(&Settings::default(), None, 1).unwrap();
            for key in &player.keys {
                checked += key.words.len();
                check(key, player.name, |text| {
                    let spec: Spec = format!("{}:{text}", player.name).parse().unwrap();
                    session.seat_player(&spec, 1).map(drop)
                });
            }
        }
    }
    assert!(checked > 100, "{checked} words are few");
}
