//! Tests that every key accepts exactly the words that are listed for it.

use plywood_registry::{InputError, Key, Settings, Spec};

use crate::client::games;

/// A word that no key accepts.
const NONSENSE: &str = "nonsense";

fn check(key: &Key, what: &str, mut take: impl FnMut(&str) -> Result<(), InputError>) {
    let name = &key.name;
    for word in &key.words {
        assert_eq!(take(&format!("{name}={word}")), Ok(()), "{what}: {name} accepts {word}");
    }
    if key.words.is_empty() {
        return;
    }
    let refused = take(&format!("{name}={NONSENSE}"));
    let refused = refused.expect_err("nonsense is no word of any key").to_string();
    // A key that also accepts file names reports a missing file instead.
    let expected = format!("expected one of {}", key.words.join(", "));
    assert!(key.file || refused.ends_with(&expected), "{what}: {name}: {refused}");
}

#[test]
fn every_key_accepts_exactly_its_words() {
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
                check(key, &player.name, |text| {
                    let spec: Spec = format!("{}:{text}", player.name).parse().unwrap();
                    session.seat_player(&spec, 1).map(drop)
                });
            }
        }
    }
    assert!(checked > 100, "only {checked} words were checked");
}
