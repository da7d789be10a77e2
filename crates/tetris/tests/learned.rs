//! Learned players: shipped networks and weights, files of weights, looking ahead.

use std::fs;
use std::path::Path;

use plywood_learn::Archive;
use plywood_registry::{Ending, GameEntry, Settings, Spec};
use plywood_search::{Budget, Game, Notation, Player};
use plywood_tetris::dqn::{DqnPlayer, HoleLimit};
use plywood_tetris::evaluation::{Depth, Evaluation, LookAhead};
use plywood_tetris::features::{FeatureSet, NextPiece};
use plywood_tetris::linear::{DELLACHERIE, DT20, LinearPlayer, Weights};
use plywood_tetris::training::play_out;
use plywood_tetris::value_network::ValueNetwork;
use plywood_tetris::{Placed, Position, Rules, Tetris, entry};

fn game(text: &str) -> Tetris {
    Tetris::new(Rules { width: 5, ..Rules::default() }, 1).read_position(text).unwrap()
}

/// Returns the error message for an invalid spec.
fn refusal(spec: &str) -> String {
    let tetris = entry();
    let mut session = tetris.open(&Settings::default(), None, 1).unwrap();
    session.seat_player(&spec.parse::<Spec>().unwrap(), 1).unwrap_err().to_string()
}

fn spec(file: &Path, features: FeatureSet) -> String {
    format!("dqn:features={},weights={:?}", features.name(), file.display().to_string())
}

#[test]
fn shipped_networks_clear_a_thousand_lines() {
    let rules = Rules { cap: Some(1000), ..Rules::default() };
    for features in FeatureSet::ALL {
        for seed in 0..3 {
            assert!(play_out(ValueNetwork::shipped(features), rules, seed) >= 1000, "{features:?}");
        }
    }
}

#[test]
fn players_that_look_ahead_reach_the_cap() {
    let tetris = entry();
    let rules: Settings = "cap=20".parse().unwrap();
    for player in ["dqn:depth=2", "dqn:features=compact4,depth=2", "linear:depth=2"] {
        for seed in 1..4 {
            let mut session = tetris.open(&rules, None, seed).unwrap();
            let number = session.seat_player(&player.parse().unwrap(), seed).unwrap();
            while session.seat().is_some() {
                let decision = session.ask(number, &Budget::simulations(1), &mut ());
                session.play(&decision.mv.unwrap()).unwrap();
            }
            assert_eq!(session.ending(), Ending::Capped, "{player}, seed {seed}");
        }
    }
}

#[test]
fn a_file_of_the_shipped_network_plays_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let tetris = entry();
    for features in FeatureSet::ALL {
        let file = folder.path().join(features.name());
        ValueNetwork::shipped(features).to_archive().write(&file).unwrap();
        let decide = |spec: &str| {
            let mut session = tetris.open(&Settings::default(), None, 1).unwrap();
            let player = session.seat_player(&spec.parse::<Spec>().unwrap(), 1).unwrap();
            session.ask(player, &Budget::simulations(1), &mut ()).candidates
        };
        let shipped = decide(&format!("dqn:features={}", features.name()));
        assert_eq!(decide(&spec(&file, features)), shipped);
    }
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights");
    let features = FeatureSet::Compact4;
    let shipped = ValueNetwork::shipped(features).to_archive();
    let refused = |expected: &str| {
        let message = refusal(&spec(&file, features));
        assert!(message.contains(expected), "{message}");
    };
    refused("No such file");
    fs::write(&file, &shipped.to_bytes()[..5000]).unwrap();
    refused("not a safetensors file");
    fs::write(&file, [0xff; 64]).unwrap();
    refused("not a safetensors file");
    fs::File::create(&file).unwrap().set_len(1 << 40).unwrap();
    refused("bytes, expected 16777216 at most");
    let write = |change: &dyn Fn(&mut Archive)| {
        let mut archive = shipped.clone();
        change(&mut archive);
        archive.write(&file).unwrap();
    };
    write(&|archive| archive.set_floats("biases2", &[1], vec![f32::NAN]));
    refused("expected finite numbers");
    write(&|archive| archive.set_floats("gains", &[5], vec![1.0; 5]));
    refused("\"gains\" is F32 [5], expected F32 [4]");
    write(&|archive| archive.set_text("features", "design29"));
    refused("its features is \"design29\", expected \"compact4\"");
    write(&|archive| archive.set_text("discount", "much"));
    refused("its discount is \"much\", expected a number");
    write(&|archive| *archive = Archive::default());
    refused("its metadata lacks \"kind\"");
    let folder = spec(folder.path(), features);
    assert!(refusal(&folder).contains("expected a regular file"));
}

#[test]
fn looking_ahead_finds_the_best_pair_of_placements() {
    let mut position = game("#..#./##.## current:T next:S bag:IO");
    for _ in 0..20 {
        let mut pairs = Vec::new();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for &mv in &moves {
            let placed = position.position().place(mv);
            let mut after = position.clone();
            after.play(mv);
            let mut replies = Vec::new();
            let mut weights = DT20;
            weights.values(
                after.position(),
                NextPiece::Seen(after.position().next()),
                &mut replies,
            );
            let best = replies.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let later = if after.seat().is_none() { weights.loss() } else { best };
            pairs.push(weights.reward(&placed) + later);
        }
        let mut values = Vec::new();
        LookAhead::new(DT20, Depth::Two).values(position.position(), &mut values);
        assert_eq!(values, pairs);
        let best = LinearPlayer::new(DT20).with_depth(Depth::Two).best_move(position.position());
        let highest = pairs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let Some(best) = best else { break };
        assert_eq!(pairs[moves.iter().position(|&mv| mv == best).unwrap()], highest);
        position.play(best);
    }
}

#[test]
fn looking_ahead_clears_more_lines() {
    let rules: Rules = plywood_tetris::read_rules(
        &"height=8,randomizer=uniform,end=strict,cap=300".parse().unwrap(),
    )
    .unwrap();
    let lines = |depth| {
        let player = LinearPlayer::new(DELLACHERIE).with_depth(depth);
        let play = |seed| {
            let mut game = Tetris::new(rules, seed);
            while let Some(mv) = player.best_move(game.position()) {
                game.play(mv);
            }
            game.score(0)
        };
        (0..8).map(play).sum::<f64>()
    };
    let [one, two] = [lines(Depth::One), lines(Depth::Two)];
    assert!(two > 1.5 * one, "{one} {two}");
}

/// An evaluation that prefers holes.
#[derive(Clone)]
struct Holes;

impl Evaluation for Holes {
    fn values(&mut self, position: &Position, _: NextPiece, values: &mut Vec<f64>) {
        values.clear();
        let holes = position.placements().map(|mv| position.place(mv).board.holes());
        values.extend(holes.map(f64::from));
    }

    fn reward(&self, _: &Placed) -> f64 {
        0.0
    }

    fn discount(&self) -> f64 {
        1.0
    }

    fn loss(&self) -> f64 {
        -1.0
    }
}

#[test]
fn a_lost_game_has_the_value_of_a_loss() {
    // After every placement of the first piece, the second piece cannot be placed.
    let rows = ["##.##"; 19].join("/");
    let position = game(&format!("{rows} current:O next:O"));
    let mut values = Vec::new();
    LookAhead::new(Holes, Depth::Two).values(position.position(), &mut values);
    assert!(values.iter().all(|&value| value == -1.0), "{values:?}");
}

#[test]
fn dqn_plays_even_if_every_placement_leaves_too_many_holes() {
    let rows = "####./....#/####./....#/####./....#/####./....#";
    let position = game(&format!("{rows} current:O next:T"));
    let network = || ValueNetwork::shipped(FeatureSet::Compact4).clone();
    let limit = Some(HoleLimit { max_holes: 15, until_lines: 50 });
    let mut limited = DqnPlayer::new(network(), Depth::One, limit, 0.0, 1);
    let mut free = DqnPlayer::new(network(), Depth::One, None, 0.0, 1);
    let chosen = limited.best_move(position.position());
    assert!(chosen.is_some());
    assert_eq!(chosen, free.best_move(position.position()));
    // With a limit of 0, placements without holes come first.
    let position = game("####. current:I next:T");
    let strict = Some(HoleLimit { max_holes: 0, until_lines: 50 });
    let mut strict = DqnPlayer::new(network(), Depth::One, strict, 0.0, 1);
    let decision = strict.decide(position.position(), &Budget::simulations(1), &mut ());
    let holes =
        decision.candidates.iter().map(|c| position.position().place(c.mv).board.holes() > 0);
    assert!(holes.is_sorted());
    assert_eq!(strict.best_move(position.position()), decision.mv);
    // The limit changes the order of the placements but not their values.
    let free = free.decide(position.position(), &Budget::simulations(1), &mut ());
    for candidate in &decision.candidates {
        let same = free.candidates.iter().find(|other| other.mv == candidate.mv);
        assert_eq!(same.map(|same| same.value), Some(candidate.value));
    }
}

#[test]
fn an_exploring_dqn_draws_all_legal_moves() {
    let network = ValueNetwork::shipped(FeatureSet::Design29).clone();
    let mut player = DqnPlayer::new(network, Depth::One, None, 1.0, 1);
    let position = game("..... current:T next:S");
    let mut seen = std::collections::HashSet::new();
    for _ in 0..300 {
        let decision = player.decide(position.position(), &Budget::simulations(1), &mut ());
        assert_eq!(decision.mv, Some(decision.candidates[0].mv));
        assert_eq!(decision.value, decision.candidates[0].value);
        seen.extend(decision.mv);
    }
    assert_eq!(seen.len(), position.position().placements().count());
}

#[test]
fn the_shipped_weights_survive_1000_pieces() {
    assert_eq!(Weights::learned().name, "learned");
    let player = LinearPlayer::new(Weights::learned());
    let mut game = Tetris::new(Rules::default(), 3);
    for _ in 0..1000 {
        game.play(player.best_move(game.position()).expect("the game is not over"));
    }
}
