//! A test suite for any game: checks the laws of [`Game`] on random games.
//!
//! A failed check panics with a message that names the broken law and the state:
//!
//! ```
//! use plywood_search::{conformance, nim::Nim};
//!
//! conformance::check(200, |seed| Nim::new(1 + (seed % 20) as u8));
//! ```
//!
//! | function | checks |
//! |---|---|
//! | [`check`] | the laws of [`Game`], in every state of random games |
//! | [`check_worlds`] | the distribution of [`Game::world`], for games with few states |
//! | [`check_objective`] | range and zero sum of an [`Objective`] |
//! | [`check_notation`] | that written positions and moves are read back unchanged |
//! | [`check_encoding`] | the contract of an [`Encoding`](crate::Encoding) |
//! | [`check_observe`] | that a caller masks what players observe |
//!
//! # What no check can find
//!
//! No check can find a [`view`](Game::view) that shows too much or too little. The checks take the view as the
//! definition of what a seat knows, so a fact that the view holds by mistake counts as known. Compare the fields of
//! the view with the rules: no deck, no seed, no generator, and no hand of another seat. In the same way, a fact that
//! the seat has seen counts as unknown if the view lacks it.

mod encodings;
mod pairs;
mod worlds;

pub use encodings::check_encoding;
pub use pairs::check_observe;
pub use worlds::check_worlds;

use std::any::Any;
use std::collections::HashMap;

use crate::{Game, MAX_SEATS, Notation, Objective, Rng};

/// Maximum length of a random game, in moves. A longer game fails the check as endless.
const LONGEST_GAME: usize = 100_000;

/// The interval of the slow checks, in states: they run in every 97th state.
const SLOW_CHECK_EVERY: usize = 97;

/// Plays a random game from each of `start(0)` to `start(games - 1)` and checks the laws of [`Game`].
///
/// # Panics
/// If the game breaks a law.
pub fn check<G: Game>(games: u64, start: impl Fn(u64) -> G) {
    assert!(G::HIDDEN || !G::PRIVATE, "PRIVATE requires HIDDEN: a private fact is a hidden fact");
    for seed in 0..games {
        let mut rng = Rng::stream(seed, 1);
        assert_eq!(start(seed), start(seed), "the same seed gave two different starts");
        // Plays the game once without checks: in an endless game the checks might not end either.
        walk(start(seed), &mut rng.clone(), |_, _| {});
        let seats = start(seed).seats();
        let possible = (1..=MAX_SEATS).contains(&usize::from(seats));
        assert!(possible, "a game has 1 to {MAX_SEATS} seats, not {seats}");
        walk(start(seed), &mut rng, |state, rng| {
            assert_eq!(state.seats(), seats, "the number of seats has changed: {state:?}");
            check_moves(state);
            check_views(state, rng);
        });
    }
    // A search relies on the laws above, so its decisions are checked after all of them.
    let mut met = 0;
    for seed in 0..games {
        walk(start(seed), &mut Rng::stream(seed, 1), |state, rng| {
            met += 1;
            if met % SLOW_CHECK_EVERY == 1 {
                check_random_choice(state, rng);
                pairs::check_decisions(state, rng);
            }
        });
    }
    assert!(met > 0, "no state was checked");
}

/// Plays random games and checks what `objective` declares of its values in every final state: that
/// they are in its range, and that the values of two seats have a constant sum if it is zero-sum.
///
/// # Panics
/// If a value breaks a declaration.
pub fn check_objective<G: Game>(
    games: u64,
    start: impl Fn(u64) -> G,
    objective: &impl Objective<G>,
) {
    let mut ends = 0;
    for seed in 0..games {
        walk(start(seed), &mut Rng::stream(seed, 3), |state, _| {
            if state.seat().is_some() {
                return;
            }
            ends += 1;
            let seats = state.seats();
            let values: Vec<_> = (0..seats).map(|seat| objective.value(state, seat)).collect();
            let (low, high) = objective.range(seats).unwrap_or((-f64::INFINITY, f64::INFINITY));
            let inside = values.iter().all(|value| (low..=high).contains(value));
            assert!(inside, "{values:?} are not within {low} and {high}: {state:?}");
            if seats == 2 && objective.zero_sum(seats) {
                let (low, high) = objective.range(seats).unwrap_or((0.0, 0.0));
                let difference = values[0] + values[1] - (low + high);
                let is_zero_sum = difference.abs() <= 1e-9 * (1.0 + values[0].abs());
                assert!(is_zero_sum, "the objective is not zero-sum: {values:?} in {state:?}");
            }
        });
    }
    assert!(ends > 0, "no final state was checked");
}

/// Plays random games and checks the text form of every position and of every legal move: it is read back unchanged,
/// legal moves have different descriptions, and the texts and cells of a move depend on the mover's view alone. In a
/// game with private facts, it also checks that a move can be written as each seat sees it.
///
/// # Panics
/// If a text cannot be read, is read as another position or move, is empty, has more than one line or depends on facts
/// that are hidden from the mover; if two moves have the same description; or if, in a game with private facts,
/// [`seat_of`](Notation::seat_of) does not return the seat of a view.
pub fn check_notation<G: Notation>(games: u64, start: impl Fn(u64) -> G) {
    for seed in 0..games {
        let first = start(seed);
        walk(first.clone(), &mut Rng::stream(seed, 2), |state, rng| {
            (0..state.seats()).for_each(|seat| check_position(&first, &state.view(seat), seat));
            let world = G::world(&state.view(state.seat().unwrap_or(0)), &mut rng.clone());
            let mut described = HashMap::new();
            for mv in moves_of(state) {
                let text = state.write_move(mv);
                let read = state.read_move(&text);
                assert_eq!(read, Ok(mv), "the move {text:?} was read as another move");
                let texts = [text, state.describe_move(mv)];
                let is_line = |text: &String| !text.is_empty() && !text.contains('\n');
                assert!(texts.iter().all(is_line), "a move is written on one line: {texts:?}");
                let mover = state.seat().unwrap_or(0);
                for seat in (0..state.seats()).filter(|_| G::PRIVATE) {
                    let shown = G::move_shown(mv, mover, seat);
                    let text = G::world(&state.view(seat), &mut rng.clone()).write_move(shown);
                    assert!(is_line(&text), "{shown:?} is not written on one line: {text:?}");
                }
                let elsewhere = [world.write_move(mv), world.describe_move(mv)];
                assert_eq!(texts, elsewhere, "the text of a move depends on hidden facts");
                assert_eq!(state.cells(mv), world.cells(mv), "cells depend on hidden facts");
                let [text, words] = texts;
                if let Some(other) = described.insert(words.clone(), text) {
                    panic!("{other} and another move are both described as {words:?}");
                }
            }
        });
    }
}

/// Checks that the text of a seat's view is read back as the same view, and that it has a picture.
fn check_position<G: Notation>(first: &G, view: &G::View, seat: u8) {
    if G::PRIVATE {
        let of = G::seat_of(view);
        assert_eq!(of, Some(seat), "`seat_of` does not return the seat of the view {view:?}");
    }
    let text = G::write_position(view);
    let read = match first.read_view(&text) {
        Ok(Some(view)) => Ok(view),
        Ok(None) => first.read_position(&text).map(|state| state.view(seat)),
        Err(error) => Err(error),
    };
    let read =
        read.unwrap_or_else(|error| panic!("cannot read back the position {text:?}: {error}"));
    assert_eq!(read, *view, "{text:?} was read as another position");
    assert!(!text.contains('\n'), "a position is written on one line: {text:?}");
    assert!(!G::picture(view).is_empty(), "{text:?} has no picture");
}

/// Plays random moves to the end and calls `visit` for every state.
fn walk<G: Game>(mut state: G, rng: &mut Rng, mut visit: impl FnMut(&G, &mut Rng)) {
    let mut scratch = Vec::new();
    for _ in 0..LONGEST_GAME {
        visit(&state, rng);
        match state.random_move(rng, &mut scratch) {
            Some(mv) => state.play(mv),
            None => return,
        };
    }
    panic!("a random game has not ended after {LONGEST_GAME} moves: {state:?}");
}

fn moves_of<G: Game>(state: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves
}

/// Checks that the list of moves is deterministic, distinct, and empty if and only if the game is over.
fn check_moves<G: Game>(state: &G) {
    let moves = moves_of(state);
    assert_eq!(moves.is_empty(), state.seat().is_none(), "no moves exactly when over: {state:?}");
    assert!(state.seat().is_none_or(|seat| seat < state.seats()), "seat out of range: {state:?}");
    assert_eq!(moves, moves_of(state), "two calls list different moves: {state:?}");
    if let Some(bits) = state.move_bits() {
        let of_bits: Vec<_> = (0..64_u8).filter(|number| bits >> number & 1 == 1).collect();
        let bytes = (&moves as &dyn Any).downcast_ref::<Vec<u8>>();
        assert_eq!(bytes, Some(&of_bits), "`move_bits` differs from `moves`: {state:?}");
    }
    for seat in 0..state.seats() {
        let score = state.score(seat);
        assert!(score.is_finite(), "the score of seat {seat} is {score}: {state:?}");
    }
    for (index, mv) in moves.iter().enumerate() {
        assert!(!moves[..index].contains(mv), "{mv:?} is listed twice: {state:?}");
        let (mut one, mut two) = (state.clone(), state.clone());
        assert_eq!(one.play(*mv), two.play(*mv), "{mv:?} has two different `Seen`: {state:?}");
        assert_eq!(one, two, "{mv:?} gives two different states: {state:?}");
        check_replay(state, *mv, &one);
    }
}

/// Checks that `replay(a); play(b)` gives the same state as `play(a); play(b)`.
fn check_replay<G: Game>(state: &G, mv: G::Move, after: &G) {
    let Some(&next) = moves_of(after).first() else { return };
    let (mut played, mut replayed) = (state.clone(), state.clone());
    assert_eq!(played.play(mv), replayed.replay(mv), "`Seen` of replayed {mv:?}: {state:?}");
    assert_eq!(played.play(next), replayed.play(next), "{next:?} after a replay: {state:?}");
    assert_eq!(played, replayed, "state after replaying {mv:?}, {next:?}: {state:?}");
}

/// Checks that a state and a world with the same view for a seat agree in all that the seat knows, also
/// after a move.
fn check_views<G: Game>(state: &G, rng: &mut Rng) {
    for seat in 0..state.seats() {
        let view = state.view(seat);
        let world = G::world(&view, rng);
        assert_eq!(world.view(seat), view, "a world does not agree with its view: {state:?}");
        if !G::HIDDEN {
            assert_eq!(world, *state, "HIDDEN is false, but the world differs from the state");
        }
        assert_eq!(world.seats(), state.seats(), "the seats depend on hidden facts: {state:?}");
        assert_eq!(world.seat(), state.seat(), "the seat depends on hidden facts: {state:?}");
        if G::HIDDEN && !G::PRIVATE {
            let other = (0..state.seats()).find(|&other| world.view(other) != state.view(other));
            assert_eq!(
                other, None,
                "PRIVATE is false, but this seat knows what seat {seat} does not: {state:?}"
            );
        }
        let Some(mover) = state.seat() else { continue };
        if mover == seat || !G::PRIVATE {
            let (moves, of_world) = (moves_of(state), moves_of(&world));
            assert_eq!(of_world, moves, "the legal moves depend on hidden facts: {state:?}");
        }
        check_shown(state, &world, mover, seat, rng);
    }
}

/// What a seat is shown of a move, and what it knows after the move.
struct Shown<G: Game> {
    mv: G::Move,
    mv_shown: G::Move,
    seen_shown: G::Seen,
    view_after: G::View,
    next_seat: Option<u8>,
}

impl<G: Game> Shown<G> {
    /// Plays a move on a copy of `state` and masks it for `seat`.
    fn new(state: &G, mv: G::Move, mover: u8, seat: u8) -> Self {
        let mut after = state.clone();
        let seen = after.play(mv);
        let (mv_shown, seen_shown) =
            (G::move_shown(mv, mover, seat), G::seen_by(seen, mover, seat));
        check_masks(state, (mv, seen), (mv_shown, seen_shown), mover, seat);
        let (view_after, next_seat) = (after.view(seat), after.seat());
        Shown { mv, mv_shown, seen_shown, view_after, next_seat }
    }
}

/// Checks the laws of `move_shown` and `seen_by` that concern one move and its outcome.
fn check_masks<G: Game>(
    state: &G,
    (mv, seen): (G::Move, G::Seen),
    (mv_shown, seen_shown): (G::Move, G::Seen),
    mover: u8,
    seat: u8,
) {
    let again = G::move_shown(mv_shown, mover, seat);
    assert_eq!(again, mv_shown, "`move_shown` twice differs from once, for {mv:?}: {state:?}");
    let again = G::seen_by(seen_shown, mover, seat);
    assert_eq!(again, seen_shown, "`seen_by` twice differs from once, for {seen:?}: {state:?}");
    if state.move_bits().is_some() {
        assert_eq!(mv_shown, mv, "`move_bits` is overridden, but a move is masked: {state:?}");
    }
    if seat == mover {
        assert_eq!(mv_shown, mv, "a mover does not see its own move: {state:?}");
    }
    if !G::PRIVATE {
        assert_eq!(mv_shown, mv, "PRIVATE is false, but a move is masked: {state:?}");
        assert_eq!(seen_shown, seen, "PRIVATE is false, but an outcome is masked: {state:?}");
    }
}

/// Maximum number of moves of another seat that are compared with each other in one state, since all pairs are
/// compared.
const MOVES_COMPARED: usize = 64;

/// Checks for pairs of moves that both moves and their outcomes look the same to `seat` if and only if its views after
/// them are equal. `state` and `world` have equal views for `seat`.
fn check_shown<G: Game>(state: &G, world: &G, mover: u8, seat: u8, rng: &mut Rng) {
    let all = |of: &G| -> Vec<_> {
        moves_of(of).into_iter().map(|mv| Shown::new(of, mv, mover, seat)).collect()
    };
    let (mut shown, of_world) = (all(state), all(world));
    if mover == seat || !G::PRIVATE {
        // The seat knows the move, so only outcomes of the same move can look alike.
        shown.iter().zip(&of_world).for_each(|(one, two)| check_pair(state, one, two, seat));
        return;
    }
    shown.extend(of_world);
    rng.shuffle(&mut shown);
    shown.truncate(MOVES_COMPARED);
    for (index, one) in shown.iter().enumerate() {
        shown[..index].iter().for_each(|two| check_pair(state, one, two, seat));
    }
}

/// Checks that two moves and their outcomes look the same to a seat if and only if its views after them are equal.
fn check_pair<G: Game>(state: &G, one: &Shown<G>, two: &Shown<G>, seat: u8) {
    let moves = (one.mv, two.mv);
    let same_views = one.view_after == two.view_after;
    let same_move = one.mv_shown == two.mv_shown;
    if same_move && one.seen_shown == two.seen_shown {
        assert!(
            same_views,
            "the view of seat {seat} after {moves:?} depends on more than it is shown: {state:?}"
        );
        let (next, of_two) = (one.next_seat, two.next_seat);
        assert_eq!(next, of_two, "the seat after {moves:?} depends on hidden facts: {state:?}");
    } else if same_move {
        assert!(
            !same_views,
            "`seen_by` shows seat {seat} what its view after {moves:?} lacks: {state:?}"
        );
    } else {
        assert!(
            !same_views,
            "`move_shown` shows seat {seat} what its view after {moves:?} lacks: {state:?}"
        );
    }
}

/// Checks that random moves are legal and uniformly distributed.
fn check_random_choice<G: Game>(state: &G, rng: &mut Rng) {
    const DRAWS_EACH: usize = 400;
    let (moves, mut scratch) = (moves_of(state), Vec::new());
    let mut counts = vec![0usize; moves.len()];
    for _ in 0..DRAWS_EACH * moves.len() {
        let mv = state.random_move(rng, &mut scratch).expect("the game is not over");
        let index = moves.iter().position(|&legal| legal == mv);
        counts[index.unwrap_or_else(|| panic!("{mv:?} is not legal: {state:?}"))] += 1;
    }
    if moves.is_empty() {
        assert_eq!(state.random_move(rng, &mut scratch), None, "a move after the end: {state:?}");
    }
    // Allows six standard deviations: one false alarm in 500 million tested moves.
    let others = 1.0 - 1.0 / moves.len() as f64;
    let deviation = 6.0 * (DRAWS_EACH as f64 * others).sqrt();
    for (mv, count) in moves.iter().zip(counts) {
        let off = (count as f64 - DRAWS_EACH as f64).abs();
        assert!(off <= deviation, "{mv:?} was drawn {count} times of {DRAWS_EACH}: {state:?}");
    }
}
