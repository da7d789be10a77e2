//! Entries that are built at run time: their names, their lifetime, their objective and their guide.

use std::borrow::Cow;
use std::sync::{Arc, Weak};

use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{
    BudgetRequest, Entry, GameEntry, Games, InputError, Key, PlayerKind, Settings, Spec, document,
};
use plywood_search::nim::Nim;
use plywood_search::{
    Budget, Decision, Game, Guide, Objective, Preset, RandomPlayer, RandomRollouts,
};

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// Returns a registry with a game whose strings are all built at run time, and a weak reference to
/// data that the game owns.
fn built_at_run_time(number: u32) -> (Games, Weak<u8>) {
    let stones = Arc::new(10);
    let data = Arc::downgrade(&stones);
    let key = Key::from_text(format!("extra{number}"), format!("stones {number}"));
    let key = key.with_words((1..4).map(|extra| extra.to_string()));
    let read = format!("extra{number}");
    let unit = format!("unit {number}");
    let player = PlayerKind::new(format!("player{number}"), "random", &[], move |_, seed| {
        Ok(ConfiguredPlayer::new(RandomPlayer::new(seed), Budget::simulations(1), unit.clone()))
    });
    let preset = Preset::new("", 50, RandomRollouts).with_name(format!("preset{number}"));
    let objective = Misere(format!("lost heaps {number}"));
    let preset =
        PlayerKind::searching(preset, "a search", &[], objective, |_, _| Ok(RandomRollouts));
    let entry = Entry::new(format!("nim{number}"), format!("heap {number}"), |_| Nim::new(1))
        .with_rules(&[key], move |rules| {
            let stones = Arc::clone(&stones);
            let extra = rules.read(&read, "a number", |text| text.parse::<u8>().ok())?;
            Ok(move |_| Nim::new(*stones + extra.unwrap_or(0)))
        })
        .with_seats((0..2).map(|seat| format!("seat {seat} of {number}")))
        .with_score_unit(format!("wins {number}"))
        .player(player)
        .player(preset);
    let mut games = Games::default();
    games.add(entry);
    (games, data)
}

#[test]
fn names_are_built_at_run_time() {
    let (games, _) = built_at_run_time(7);
    let entry = games.find("nim7").unwrap();
    assert_eq!((entry.name(), entry.summary()), ("nim7", "heap 7"));
    assert_eq!(entry.seats(), ["seat 0 of 7", "seat 1 of 7"]);
    assert_eq!(entry.score_unit(), "wins 7");
    assert_eq!(entry.rules()[0].to_string(), "1 | 2 | 3: stones 7");
    assert!(entry.players().iter().any(|player| player.name == "preset7"));
    let mut session = entry.open(&"extra7=2".parse().unwrap(), None, 1).unwrap();
    assert_eq!(session.position(), "12 first");
    let units = [("random", "wins 7"), ("player7", "unit 7"), ("preset7", "lost heaps 7")];
    for (player, unit) in units {
        let player = session.seat_player(&spec(player), 1).unwrap();
        assert_eq!(session.unit(player), unit);
    }
}

#[test]
fn a_session_outlives_its_registry() {
    let (games, data) = built_at_run_time(8);
    let mut session = games.find("nim8").unwrap().open(&Settings::default(), None, 1).unwrap();
    drop(games);
    assert!(data.upgrade().is_some(), "the session keeps its game");
    for name in ["player8", "preset8", "mcts"] {
        let player = session.seat_player(&spec(name), 1).unwrap();
        let decision = session.ask(player, &session.budget(player), &mut ());
        session.play(&decision.mv.unwrap()).unwrap();
    }
    assert_eq!(session.played().len(), 3);
}

#[test]
fn a_game_is_freed_with_its_registry_and_its_sessions() {
    let (games, data) = built_at_run_time(9);
    let copy = games.clone();
    let entry = games.find("nim9").unwrap();
    let mut session = entry.open(&Settings::default(), None, 1).unwrap();
    session.seat_player(&spec("preset9"), 1).unwrap();
    drop(games);
    drop(entry);
    drop(session);
    assert!(data.upgrade().is_some(), "the second registry shares the game");
    drop(copy);
    assert!(data.upgrade().is_none(), "the game is still in memory");
}

/// Misère Nim: the player who takes the last stone loses.
#[derive(Clone)]
struct Misere(String);

impl Objective<Nim> for Misere {
    fn value(&self, state: &Nim, seat: u8) -> f64 {
        1.0 - state.score(seat)
    }

    fn range(&self, _seats: u8) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }

    fn unit(&self, _seats: u8) -> Cow<'static, str> {
        self.0.clone().into()
    }
}

/// A guide that evaluates a heap of three as a loss for the seat to move.
#[derive(Clone)]
struct FearsThree;

impl Guide<Nim> for FearsThree {
    fn static_value(&mut self, state: &Nim, values: &mut [f64]) -> bool {
        let fears = |seat| state.stones() == 3 && state.seat() == Some(seat);
        values[0] = if fears(0) {
            0.0
        } else if fears(1) {
            1.0
        } else {
            0.5
        };
        true
    }
}

/// Returns the decision of a player and the unit of its values.
fn decide(entry: &dyn GameEntry, text: &str) -> (Decision<String>, String) {
    let mut session = entry.open(&Settings::default(), None, 1).unwrap();
    let player = session.seat_player(&spec(text), 3).unwrap();
    let mut decision = session.ask(player, &session.budget(player), &mut ());
    decision.stats.elapsed = std::time::Duration::ZERO;
    (decision, session.unit(player).to_owned())
}

fn nim() -> Entry<Nim> {
    Entry::new("nim", "take one to three", |_| Nim::new(6))
}

const SEARCHING: [&str; 5] = ["mcts", "easy", "medium", "hard", "expert"];
/// Settings of a search that evaluates only the positions after the legal moves.
const ONE_MOVE: &str = "simulations=60,max_rollout=0,max_depth=1,proofs=false";

#[test]
fn standard_players_maximise_the_objective_of_the_entry() {
    let misere = nim().with_objective(Misere("misère wins".to_owned()));
    for name in SEARCHING {
        // A heap of four loses for the next player; in misère Nim, a heap of five does.
        let (decision, unit) = decide(&nim(), name);
        assert_eq!((decision.mv.as_deref(), &*unit), (Some("2"), "win probability"), "{name}");
        let (decision, unit) = decide(&misere, name);
        assert_eq!((decision.mv.as_deref(), &*unit), (Some("1"), "misère wins"), "{name}");
        let question = document::Question {
            game: "nim".to_owned(),
            rules: String::new(),
            position: "6 first".to_owned(),
            player: name.to_owned(),
            seeing: false,
            seed: 3,
            opening: None,
        };
        assert_eq!(
            document::decision(&question, &decision, &unit, "points")["unit"],
            "misère wins"
        );
    }
}

#[test]
fn standard_players_search_with_the_guide_of_the_entry() {
    let guided = nim().with_guide(FearsThree);
    for name in SEARCHING {
        let player = format!("{name}:{ONE_MOVE}");
        assert_eq!(decide(&guided, &player).0.mv.as_deref(), Some("3"), "{name}");
    }
    let both = nim().with_guide(FearsThree).with_objective(Misere("a".to_owned()));
    let either_order = nim().with_objective(Misere("a".to_owned())).with_guide(FearsThree);
    let player = format!("mcts:{ONE_MOVE}");
    assert_eq!(decide(&both, &player), decide(&either_order, &player));
    assert_eq!(decide(&both, &player).1, "a");
    assert_eq!(decide(&both, &player).0.mv.as_deref(), Some("3"));
}

#[test]
fn random_and_greedy_take_neither_guide_nor_objective() {
    let changed = nim().with_guide(FearsThree).with_objective(Misere("a".to_owned()));
    for name in ["random", "greedy"] {
        assert_eq!(decide(&changed, name), decide(&nim(), name), "{name}");
    }
}

#[test]
fn a_player_that_does_not_fit_the_game_is_not_seated() {
    let player = PlayerKind::new("small", "plays small heaps alone", &[], |_, seed| {
        let player = RandomPlayer::new(seed);
        let player = ConfiguredPlayer::new(player, Budget::simulations(1), "heaps");
        Ok(player.with_check(|heap: &Nim| match heap.stones() {
            ..5 => Ok(()),
            stones => Err(InputError::NotOffered(format!("{stones} stones are too many"))),
        }))
    });
    let entry = Entry::new("nim", "take one to three", |_| Nim::new(10)).player(player);
    let seat = |position| {
        let mut session = entry.open(&Settings::default(), position, 1).unwrap();
        session.seat_player(&spec("small"), 1).map_err(|error| error.to_string())
    };
    assert_eq!(seat(Some("4 first")), Ok(0));
    assert_eq!(seat(None), Err("10 stones are too many".to_owned()));
}

#[test]
fn players_of_the_game_stay_as_they_are() {
    let own = |name: &'static str| {
        PlayerKind::new(
            name,
            "a player of the game",
            &BudgetRequest::keys(&Budget::simulations(1)),
            |_, seed| {
                Ok(ConfiguredPlayer::new(
                    RandomPlayer::new(seed),
                    Budget::simulations(1),
                    "own unit",
                ))
            },
        )
    };
    let entry = nim()
        .player(own("hard"))
        .player(own("greedy"))
        .with_objective(Misere("a".to_owned()))
        .with_guide(FearsThree)
        .with_score_unit("heaps");
    let units = ["hard", "greedy", "random", "easy"].map(|name| decide(&entry, name).1);
    assert_eq!(units, ["own unit", "own unit", "heaps", "a"]);
    let names: Vec<_> = entry.players().into_iter().map(|player| player.name).collect();
    let expected = ["random", "greedy", "mcts", "easy", "medium", "hard", "expert"];
    assert_eq!(names, expected, "the order of the players is kept");
}
