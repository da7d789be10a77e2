//! A test suite for any game: checks the laws of [`Game`] on random games.
//!
//! A failed check panics with a message that names the broken law and the state:
//!
//! ```
//! use plywood_search::{conformance, nim::Nim};
//!
//! conformance::check(200, |seed| Nim::new(1 + (seed % 20) as u8));
//! ```

use crate::{
    Budget, Game, MAX_SEATS, Notation, Objective, Options, Player, RandomRollouts, Rng, Searcher,
};

/// The greatest length of a random game, in moves. A longer game fails the check as endless.
const LONGEST_GAME: usize = 100_000;

/// The interval of the slow checks, in states: they run in every 97th state.
const SLOW_CHECK_EVERY: usize = 97;

/// Plays a random game from each of `start(0)` to `start(games - 1)` and checks the laws of [`Game`].
///
/// # Panics
/// If the game breaks a law.
pub fn check<G: Game>(games: u64, start: impl Fn(u64) -> G) {
    let mut met = 0;
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
            check_worlds(state, rng);
            met += 1;
            if met % SLOW_CHECK_EVERY == 0 {
                check_random_choice(state, rng);
                check_decision(state, rng);
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
    for seed in 0..games {
        walk(start(seed), &mut Rng::stream(seed, 3), |state, _| {
            if state.seat().is_some() {
                return;
            }
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
}

/// Plays random games and checks that every written position and move is read back unchanged, that
/// every move is described, and that the texts of moves depend on the mover's view alone.
///
/// # Panics
/// If a text cannot be read, is read as another position or move, is empty, has more than one line or
/// depends on facts that are hidden from the mover.
pub fn check_notation<G: Notation>(games: u64, start: impl Fn(u64) -> G) {
    for seed in 0..games {
        let first = start(seed);
        walk(first.clone(), &mut Rng::stream(seed, 2), |state, rng| {
            let seat = state.seat().unwrap_or(0);
            let text = G::write_position(&state.view(seat));
            let read = match first.read_view(&text) {
                Ok(Some(view)) => Ok(view),
                Ok(None) => first.read_position(&text).map(|state| state.view(seat)),
                Err(error) => Err(error),
            };
            let read = read
                .unwrap_or_else(|error| panic!("cannot read back the position {text:?}: {error}"));
            assert_eq!(read, state.view(seat), "{text:?} was read as another position");
            assert!(!text.contains('\n'), "a position is written on one line: {text:?}");
            let world = G::world(&state.view(seat), &mut rng.clone());
            for mv in moves_of(state) {
                let text = state.write_move(mv);
                let read = state.read_move(&text);
                assert_eq!(read, Ok(mv), "the move {text:?} was read as another move");
                let texts = [text, state.describe_move(mv)];
                let is_line = |text: &String| !text.is_empty() && !text.contains('\n');
                assert!(texts.iter().all(is_line), "a move is written on one line: {texts:?}");
                let elsewhere = [world.write_move(mv), world.describe_move(mv)];
                assert_eq!(texts, elsewhere, "the text of a move depends on hidden facts");
            }
            assert!(!G::picture(&state.view(seat)).is_empty(), "{text:?} has no picture");
        });
    }
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

/// Checks that the list of moves is deterministic, distinct, and empty exactly if the game is over.
fn check_moves<G: Game>(state: &G) {
    let moves = moves_of(state);
    assert_eq!(moves.is_empty(), state.seat().is_none(), "no moves exactly when over: {state:?}");
    assert!(state.seat().is_none_or(|seat| seat < state.seats()), "seat out of range: {state:?}");
    assert_eq!(moves, moves_of(state), "two calls list different moves: {state:?}");
    assert!(
        (0..state.seats()).all(|seat| !state.score(seat).is_nan()),
        "a score is NaN: {state:?}"
    );
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

/// Checks that a state and a world drawn from its view agree, also after moves with equal `Seen`.
fn check_worlds<G: Game>(state: &G, rng: &mut Rng) {
    for seat in 0..state.seats() {
        let view = state.view(seat);
        let world = G::world(&view, rng);
        assert_eq!(world.view(seat), view, "a world does not agree with its view: {state:?}");
        if !G::HIDDEN {
            assert_eq!(world, *state, "HIDDEN is false, but the world differs from the state");
        }
        assert_eq!(world.seat(), state.seat(), "the seat depends on hidden facts: {state:?}");
        let moves = moves_of(state);
        assert_eq!(moves_of(&world), moves, "the legal moves depend on hidden facts: {state:?}");
        for mv in moves {
            let (mut truth, mut other) = (state.clone(), world.clone());
            if truth.play(mv) == other.play(mv) {
                let same = truth.view(seat) == other.view(seat);
                assert!(same, "the view after {mv:?} depends on more than `Seen`: {state:?}");
                assert_eq!(truth.seat(), other.seat(), "the seat after {mv:?}: {state:?}");
            }
        }
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

/// Checks that a search makes the same decision in two states with the same view.
fn check_decision<G: Game>(state: &G, rng: &mut Rng) {
    let Some(seat) = state.seat() else { return };
    let world = G::world(&state.view(seat), rng);
    let decide = |state: &G| {
        let options = Options { rollout_limit: LONGEST_GAME as u32, ..Options::default() };
        let mut searcher = Searcher::<G, _>::new(options, RandomRollouts, 5);
        let mut decision = searcher.decide(&state.view(seat), &Budget::simulations(20), &mut ());
        decision.stats.elapsed = std::time::Duration::ZERO;
        decision
    };
    assert_eq!(decide(state), decide(&world), "a decision depends on hidden facts: {state:?}");
}
