//! Edge cases: finished games, forced moves, empty budgets, no threads.

use std::borrow::Cow;
use std::time::Duration;

use plywood_search::nim::Nim;
use plywood_search::{
    Budget, Cut, Game, GreedyPlayer, Mcts, Objective, Options, Player, Preset, RandomPlayer,
    RandomRollouts, Rng, StoppedBy,
};

use crate::decide;
use crate::toys::corridor::{self, Corridor};
use crate::toys::dice::{self, Dice};
use crate::toys::forest::Forest;
use crate::toys::tictactoe::TicTacToe;
use crate::toys::veiled::Veiled;

#[test]
fn a_finished_game_has_no_move() {
    let lost = TicTacToe::after(&[0, 3, 1, 4, 2]);
    for threads in [1, 2] {
        let decision = decide(&lost, &Budget::simulations(100).with_threads(threads), 1);
        assert_eq!((decision.mv, decision.value), (None, None));
        assert!(decision.candidates.is_empty());
        assert_eq!(decision.stopped_by, StoppedBy::OnlyMove);
        assert_eq!(decision.stats.simulations, 0);
        let decision = decide(&Veiled(lost), &Budget::unlimited(), 1);
        assert_eq!((decision.mv, decision.stopped_by), (None, StoppedBy::OnlyMove));
    }
    assert_eq!(Mcts::new("Ada").choose_move(&lost), None);
}

#[test]
fn one_legal_move_is_answered_at_once() {
    let mut rolled = Dice::shaken(&mut Rng::new(1));
    for _ in 0..3 {
        rolled.play(dice::Move::Roll);
    }
    let decision = decide(&rolled, &Budget::unlimited(), 1);
    assert_eq!((decision.mv, decision.value), (Some(dice::Move::Keep), None));
    assert_eq!(decision.stopped_by, StoppedBy::OnlyMove);
    assert_eq!(decision.stats.simulations, 0);
    assert_eq!(decision.candidates.len(), 1);
    assert_eq!(decision.candidates[0].pv, [dice::Move::Keep]);
}

#[test]
fn an_analysis_values_the_only_move() {
    let mut rolled = Dice::shaken(&mut Rng::new(1));
    for _ in 0..3 {
        rolled.play(dice::Move::Roll);
    }
    for threads in [1, 2] {
        let budget = Budget::simulations(100).with_analyse(true).with_threads(threads);
        let decision = decide(&rolled, &budget, 1);
        assert_eq!(decision.mv, Some(dice::Move::Keep));
        assert_eq!((decision.candidates.len(), decision.candidates[0].visits), (1, Some(100)));
        assert!(decision.value.is_some() && decision.candidates[0].ci95.is_some());
        assert_eq!(decision.stopped_by, StoppedBy::Simulations);
    }
    let lost = TicTacToe::after(&[0, 3, 1, 4, 2]);
    let decision = decide(&lost, &Budget::simulations(100).with_analyse(true), 1);
    assert_eq!((decision.mv, decision.stopped_by), (None, StoppedBy::OnlyMove));
}

#[test]
fn an_empty_budget_runs_one_simulation() {
    let start = Forest::new(1, 6, 8);
    for threads in [0, 1, 4] {
        let mut budget = Budget::simulations(0);
        budget.threads = threads;
        let decision = decide(&start, &budget, 1);
        assert_eq!(decision.stopped_by, StoppedBy::Simulations);
        assert_eq!((decision.stats.simulations, decision.stats.threads), (1, 1));
        assert!(decision.mv.is_some() && decision.value.is_some());
        let tried = decision.candidates.iter().filter(|candidate| candidate.visits > Some(0));
        assert_eq!(tried.count(), 1);
        assert_eq!(decision.candidates.len(), 6, "untried moves are candidates too");
    }
    let decision = decide(&start, &Budget::time(Duration::ZERO), 1);
    assert_eq!((decision.stats.simulations, decision.stopped_by), (1, StoppedBy::Time));
    let decision = decide(&start, &Budget::simulations(10).with_memory(0), 1);
    assert_eq!(decision.stats.simulations, 10);
    assert!(decision.stats.tree_full);
}

#[test]
fn threads_are_limited_to_the_useful_number() {
    let start = Forest::new(1, 6, 8);
    let mut budget = Budget::simulations(50);
    budget.threads = 0;
    assert_eq!(decide(&start, &budget, 1).stats.threads, 1);
    for simulations in 1..6 {
        let budget = Budget::simulations(simulations).with_threads(4);
        let stats = decide(&start, &budget, 1).stats;
        assert_eq!(stats.simulations, simulations);
        assert_eq!(stats.threads as u64, simulations.min(4));
    }
}

#[test]
fn the_builder_sets_name_budget_and_seed() {
    let builder = || {
        Mcts::new("Ada")
            .with_threads(2)
            .with_exploration(1.0)
            .with_guide(RandomRollouts)
            .with_objective(plywood_search::ByScore)
            .with_seed(3)
    };
    let mut ada = builder();
    assert_eq!((ada.name(), ada.options().exploration), ("Ada", Some(1.0)));
    assert_eq!((ada.budget().simulations, ada.budget().threads), (Some(1000), 2));
    assert_eq!(ada.choose_move(&Nim::new(7)), Some(3));
    let timed = builder().with_time_limit(Duration::from_millis(5));
    let limit = Some(Duration::from_millis(5));
    assert_eq!((timed.budget().simulations, timed.budget().time), (None, limit));
    let both = timed.with_iterations(10);
    assert_eq!(both.budget().simulations, Some(10));
    let (mut both, heap) = (both, Nim::new(7));
    // `Player::decide` uses the budget of the call, not the player's own ten simulations.
    let decision = Player::decide(&mut both, &heap.view(0), &Budget::simulations(500), &mut ());
    assert_eq!(decision.mv, Some(3));
    let tree = both.tree(&Cut { depth: 1, min_visits: 0 }).unwrap();
    assert_eq!(tree.visits, decision.stats.simulations);
}

#[test]
fn a_preset_makes_a_player_of_its_strength() {
    let second = Duration::from_secs(1);
    let preset = Preset::new("easy", 200, RandomRollouts).with_exploration(2.0).with_time(second);
    let mut player = preset.player();
    assert_eq!((player.name(), player.options()), ("easy", &preset.options));
    assert_eq!(player.options().exploration, Some(2.0));
    assert_eq!((player.budget().simulations, player.budget().time), (Some(200), Some(second)));
    assert_eq!(player.choose_move(&Nim::new(6)), Some(2));
    let shallow = Options::default().with_rollout_limit(3);
    let player = preset.with_options(shallow).player::<Nim>();
    assert_eq!(player.options(), &shallow);
}

#[test]
fn simple_players_play_legal_moves() {
    let start = Corridor::with_points(3);
    let budget = Budget::unlimited();
    let mut greedy = GreedyPlayer::new(1);
    let decision = Player::<Corridor>::decide(&mut greedy, &start.view(0), &budget, &mut ());
    assert_eq!((decision.mv, decision.value), (Some(corridor::Move::Grab), Some(4.0)));
    let mut random = RandomPlayer::new(1);
    let mut any = || Player::<Corridor>::decide(&mut random, &start.view(0), &budget, &mut ()).mv;
    let mut moves: Vec<_> = (0..100).filter_map(|_| any()).collect();
    moves.sort_by_key(|&mv| mv as u8);
    moves.dedup();
    assert_eq!(moves.len(), 3);
    let mut over = start;
    over.play(corridor::Move::Grab);
    let none = Player::<Corridor>::decide(&mut greedy, &over.view(0), &budget, &mut ());
    assert_eq!((none.mv, none.stopped_by), (None, StoppedBy::OnlyMove));
}

/// An objective whose range is a single value.
#[derive(Clone)]
struct Indifferent;

impl Objective<Nim> for Indifferent {
    fn value(&self, _state: &Nim, _seat: u8) -> f64 {
        1.0
    }

    fn range(&self, _seats: u8) -> Option<(f64, f64)> {
        Some((1.0, 1.0))
    }

    fn unit(&self, _seats: u8) -> Cow<'static, str> {
        "points".into()
    }
}

#[test]
fn a_range_of_one_value_is_proven_without_a_simulation() {
    let decision = Mcts::new("test").with_objective(Indifferent).analyse(&Nim::new(7));
    assert_eq!((decision.stopped_by, decision.stats.simulations), (StoppedBy::Proven, 0));
    assert_eq!((decision.candidates.len(), decision.value), (3, Some(1.0)));
}

/// Nim that records whether its last move was played by `replay`. If so, every method but `play`
/// and `replay` panics.
#[derive(Clone, Debug, PartialEq)]
struct Replayed {
    nim: Nim,
    replayed: bool,
}

impl Replayed {
    fn complete(&self) -> &Nim {
        assert!(!self.replayed, "a state was used after `replay`");
        &self.nim
    }
}

impl Game for Replayed {
    type Move = u8;
    type Seen = ();
    type View = Replayed;
    const HIDDEN: bool = false;

    fn seat(&self) -> Option<u8> {
        self.complete().seat()
    }

    fn moves(&self, out: &mut Vec<u8>) {
        self.complete().moves(out);
    }

    fn play(&mut self, taken: u8) {
        self.nim.play(taken);
        self.replayed = false;
    }

    fn replay(&mut self, taken: u8) {
        self.nim.play(taken);
        self.replayed = true;
    }

    fn score(&self, seat: u8) -> f64 {
        self.complete().score(seat)
    }

    fn view(&self, _seat: u8) -> Replayed {
        self.clone()
    }

    fn world(view: &Replayed, _rng: &mut Rng) -> Replayed {
        view.clone()
    }
}

#[test]
fn a_replayed_move_is_followed_by_a_move() {
    let start = Replayed { nim: Nim::new(13), replayed: false };
    let decision = decide(&start, &Budget::simulations(500), 1);
    assert_eq!(decision.mv, Some(1));
    assert!(decision.stats.max_depth > 2, "paths were replayed");
}
