//! Tests that every key accepts exactly the values in its list `words`, and that the listed default is the one in use.

use plywood_registry::{GameEntry, InputError, Key, PlayerInfo, Session, Settings, Spec};
use plywood_search::{Budget, Decision, Rng};

use crate::client::games;

/// A value that no key accepts.
const NONSENSE: &str = "nonsense";

/// Returns the spec of a player with settings. A player that needs a command gets one that cannot be started.
fn spec_of(player: &PlayerInfo, settings: &str) -> String {
    let needed = if player.local_names { ["command=/no/such/program"].as_slice() } else { &[] };
    let all: Vec<&str> =
        needed.iter().copied().chain([settings]).filter(|s| !s.is_empty()).collect();
    let colon = if all.is_empty() { "" } else { ":" };
    format!("{}{colon}{}", player.name, all.join(","))
}

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
                    let spec: Spec = spec_of(&player, text).parse().unwrap();
                    session.seat_player(&spec, 1).map(drop)
                });
            }
        }
    }
    assert!(checked > 100, "only {checked} words were checked");
}

/// Plays a random game of up to 200 moves. Returns every position with its legal moves.
fn random_game(mut session: Box<dyn Session>) -> Vec<(String, Vec<String>)> {
    let (mut rng, mut positions) = (Rng::new(5), Vec::new());
    for _ in 0..200 {
        let legal = session.legal_moves();
        positions.push((session.position(), legal.clone()));
        if legal.is_empty() {
            break;
        }
        session.play(&legal[rng.below(legal.len())]).unwrap();
    }
    positions
}

#[test]
fn a_rule_that_is_left_out_has_its_default() {
    let play = |game: &dyn GameEntry, rules: &str| {
        random_game(game.open(&rules.parse().unwrap(), None, 1).unwrap())
    };
    let (mut checked, mut other_words) = (0, 0);
    for game in games().iter() {
        let plain = play(&**game, "");
        for key in game.rules() {
            let name = &key.name;
            assert!(!key.label().contains('_') && key.label() != *name, "{name} has plain words");
            let Some(default) = &key.default else { continue };
            assert_eq!(play(&**game, &format!("{name}={default}")), plain, "{name}={default}");
            for word in key.words.iter().filter(|word| *word != default) {
                other_words += usize::from(play(&**game, &format!("{name}={word}")) != plain);
            }
            checked += 1;
        }
    }
    assert!(checked >= 10 && other_words >= 6, "{checked} defaults, {other_words} other words");
}

#[test]
fn a_player_has_the_defaults_of_its_keys() {
    let decide = |game: &dyn GameEntry, spec: &str| -> (Budget, Decision<String>) {
        let mut session = game.open(&Settings::default(), None, 1).unwrap();
        let player = session.seat_player(&spec.parse::<Spec>().unwrap(), 1).unwrap();
        let mut decision = session.ask(player, &Budget::simulations(40), &mut ());
        decision.stats.elapsed = std::time::Duration::ZERO;
        (session.budget(player), decision)
    };
    let mut checked = 0;
    for game in games().iter() {
        for player in game.players() {
            let (budget, decision) = decide(&**game, &spec_of(&player, ""));
            for key in &player.keys {
                let Some(default) = &key.default else { continue };
                let spec = spec_of(&player, &format!("{}={default}", key.name));
                let (other, same) = decide(&**game, &spec);
                assert_eq!(same, decision, "{} {spec}", game.name());
                // A number of simulations replaces the default time limit, and a time limit the default number of
                // simulations, so only the limit that the key sets is compared.
                match &*key.name {
                    "simulations" => assert_eq!(other.simulations, budget.simulations, "{spec}"),
                    "time" => assert_eq!(other.time, budget.time, "{spec}"),
                    "memory" => assert_eq!(other.memory, budget.memory, "{spec}"),
                    "threads" => assert_eq!(other.threads, budget.threads, "{spec}"),
                    _ => {}
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "only {checked} defaults were checked");
}
