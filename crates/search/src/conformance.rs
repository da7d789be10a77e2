//! One suite for every game, ours and yours: does it keep the laws of [`Game`]?
//!
//! The checks panic with the law that was broken and the state it was broken
//! in, so that they can be called straight from a test:
//!
//! ```
//! use plywood_search::{conformance, nim::Nim};
//!
//! conformance::check(200, |seed| Nim::new(1 + (seed % 20) as u8));
//! ```

use crate::{Budget, Game, Notation, Options, Player, RandomRollouts, Rng, Searcher};

/// Games longer than this count as games that do not end.
const LONGEST_GAME: usize = 100_000;

/// Of all states met, one in so many gets the slower checks.
const SLOW_CHECK_EVERY: usize = 97;

/// Plays `games` random games from the starts that `start` makes of seeds, and
/// checks every law in every state on the way.
///
/// # Panics
/// If the game breaks a law.
pub fn check<G: Game>(games: u64, start: impl Fn(u64) -> G) {
    assert!(G::SEATS == 1 || G::SEATS == 2, "a game has one or two seats, not {}", G::SEATS);
    let mut met = 0;
    for seed in 0..games {
        let mut rng = Rng::stream(seed, 1);
        assert_eq!(start(seed), start(seed), "the same seed gave two different starts");
        // First of all: the checks of a game without an end would have none.
        walk(start(seed), &mut rng.clone(), |_, _| {});
        walk(start(seed), &mut rng, |state, rng| {
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

/// The same walk for [`Notation`]: every position and every move can be read
/// back from what is written.
///
/// # Panics
/// If a text does not come back as what it was.
pub fn check_notation<G: Notation>(games: u64, start: impl Fn(u64) -> G) {
    for seed in 0..games {
        let first = start(seed);
        walk(first.clone(), &mut Rng::stream(seed, 2), |state, _| {
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
            for mv in moves_of(state) {
                let text = G::write_move(mv);
                let read = G::read_move(&text);
                assert_eq!(read, Ok(mv), "the move {text:?} was read as another one");
            }
            assert!(!G::picture(&state.view(seat)).is_empty(), "{text:?} has no picture");
        });
    }
}

/// Plays random moves to the end and visits every state on the way.
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

/// Moves are there exactly when somebody is to move, are distinct, and
/// playing them is repeatable.
fn check_moves<G: Game>(state: &G) {
    let moves = moves_of(state);
    assert_eq!(moves.is_empty(), state.seat().is_none(), "no moves exactly when over: {state:?}");
    assert!(state.seat().is_none_or(|seat| seat < G::SEATS), "no such seat: {state:?}");
    assert_eq!(moves, moves_of(state), "the moves are listed differently twice: {state:?}");
    assert!((0..G::SEATS).all(|seat| !state.score(seat).is_nan()), "a score is NaN: {state:?}");
    for (index, mv) in moves.iter().enumerate() {
        assert!(!moves[..index].contains(mv), "{mv:?} is listed twice: {state:?}");
        let (mut one, mut two) = (state.clone(), state.clone());
        assert_eq!(one.play(*mv), two.play(*mv), "{mv:?} is seen differently twice: {state:?}");
        assert_eq!(one, two, "{mv:?} leads to two different states: {state:?}");
        check_replay(state, *mv, &one);
    }
}

/// A move that was replayed is as good as played once the next one is.
fn check_replay<G: Game>(state: &G, mv: G::Move, after: &G) {
    let Some(&next) = moves_of(after).first() else { return };
    let (mut played, mut replayed) = (state.clone(), state.clone());
    assert_eq!(played.play(mv), replayed.replay(mv), "{mv:?} is replayed otherwise: {state:?}");
    assert_eq!(played.play(next), replayed.play(next), "{next:?} after a replay: {state:?}");
    assert_eq!(played, replayed, "replaying {mv:?} and {next:?} differs: {state:?}");
}

/// A world cannot be told from the truth by what its player sees, now or
/// after any move that shows the same in both.
fn check_worlds<G: Game>(state: &G, rng: &mut Rng) {
    for seat in 0..G::SEATS {
        let view = state.view(seat);
        let world = G::world(&view, rng);
        assert_eq!(world.view(seat), view, "a world does not agree with its view: {state:?}");
        if !G::HIDDEN {
            assert_eq!(world, *state, "nothing is hidden, and yet the world is another");
        }
        assert_eq!(world.seat(), state.seat(), "who moves is not seen: {state:?}");
        let moves = moves_of(state);
        assert_eq!(moves_of(&world), moves, "what is legal is not seen: {state:?}");
        for mv in moves {
            let (mut truth, mut other) = (state.clone(), world.clone());
            if truth.play(mv) == other.play(mv) {
                let same = truth.view(seat) == other.view(seat);
                assert!(same, "after {mv:?} more has changed than was seen: {state:?}");
                assert_eq!(truth.seat(), other.seat(), "who moves after {mv:?}: {state:?}");
            }
        }
    }
}

/// Random moves are legal, and each comes as often as the others.
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
    // Six standard deviations: one false alarm in hundreds of millions.
    let others = 1.0 - 1.0 / moves.len() as f64;
    let deviation = 6.0 * (DRAWS_EACH as f64 * others).sqrt();
    for (mv, count) in moves.iter().zip(counts) {
        let off = (count as f64 - DRAWS_EACH as f64).abs();
        assert!(off <= deviation, "{mv:?} was drawn {count} times of {DRAWS_EACH}: {state:?}");
    }
}

/// A search decides the same in every world that its player cannot tell apart.
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
    assert_eq!(decide(state), decide(&world), "a decision depends on what is unseen: {state:?}");
}
