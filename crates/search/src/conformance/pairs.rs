//! Paired games: two players with the same seed follow two games that differ only in what their seat
//! does not know, so they must observe the same and decide the same.

use std::time::Duration;

use super::{LONGEST_GAME, moves_of, walk};
use crate::{Budget, Decision, Game, Observer, Options, Player, RandomRollouts, Rng, Searcher};

/// Maximum number of moves of a paired game, to bound the time of the check.
const PAIRED_MOVES: usize = 6;

/// The simulations of a decision in a paired game.
const SIMULATIONS: u64 = 20;

/// Checks code that plays moves for a player, such as a session: what the player observes must be
/// masked for its seat, and must not let its decisions depend on hidden facts.
///
/// `follow(player, seat, state, mv)` is the code under test. It plays a move of any seat on `state` and
/// calls [`Player::observe`] of the player at `seat`. In a random state of each game, the check draws a
/// world with the same view for a seat, and lets two players follow the two games as long as their
/// views stay equal.
///
/// ```
/// use plywood_search::{Game, conformance, nim::Nim};
///
/// conformance::check_observe(100, |_| Nim::new(20), |player, seat, state, mv| {
///     let (before, mover) = (state.view(seat), state.seat().unwrap());
///     let seen = state.play(mv);
///     let (mv, seen) = (Nim::move_shown(mv, mover, seat), Nim::seen_by(seen, mover, seat));
///     player.observe(&before, mv, seen, &state.view(seat));
/// });
/// ```
///
/// # Panics
/// If a player observes something else than its seat sees, or if the two players of a paired game decide differently.
pub fn check_observe<G: Game>(
    games: u64,
    start: impl Fn(u64) -> G,
    follow: impl Fn(&mut dyn Player<G>, u8, &mut G, G::Move),
) {
    let mut followed = 0;
    for seed in 0..games {
        let mut rng = Rng::stream(seed, 5);
        let mut states = Vec::new();
        walk(start(seed), &mut rng, |state, _| states.push(state.clone()));
        let state = &states[rng.below(states.len())];
        let seat = rng.below(usize::from(state.seats())) as u8;
        followed += check_pair(state, seat, &mut rng, &follow);
    }
    assert!(followed > 0, "no move was followed: play more games");
}

/// Checks that both players of a paired game from `state` decide the same if they observe every move as their seat sees
/// it.
pub(super) fn check_decisions<G: Game>(state: &G, rng: &mut Rng) {
    let Some(mover) = state.seat() else { return };
    let seat = if G::PRIVATE { rng.below(usize::from(state.seats())) as u8 } else { mover };
    check_pair(state, seat, rng, &|player, seat, state: &mut G, mv| {
        let Some(mover) = state.seat() else { return };
        let before = state.view(seat);
        let seen = state.play(mv);
        let (mv, seen) = (G::move_shown(mv, mover, seat), G::seen_by(seen, mover, seat));
        player.observe(&before, mv, seen, &state.view(seat));
    });
}

/// Plays a paired game from `state` and from a world with the same view for `seat`, until the views differ. Returns the
/// number of moves played.
fn check_pair<G: Game>(
    state: &G,
    seat: u8,
    rng: &mut Rng,
    follow: &impl Fn(&mut dyn Player<G>, u8, &mut G, G::Move),
) -> usize {
    let mut games = [state.clone(), G::world(&state.view(seat), rng)];
    let mut players = [Recorder::new(), Recorder::new()];
    // In a game without hidden facts, the world equals the state, so both games are the same and one move suffices.
    let longest = if G::HIDDEN { PAIRED_MOVES } else { 1 };
    for followed in 0..longest {
        let Some(mover) = games[0].seat() else { return followed };
        let moves = if mover == seat {
            let [one, two] = &mut players;
            let decision = one.decision(&games[0].view(seat));
            let other = two.decision(&games[1].view(seat));
            assert_eq!(decision, other, "a decision depends on hidden facts: {games:?}");
            decision.mv.map(|mv| [mv, mv])
        } else {
            moves_that_look_alike(&games, mover, seat, rng)
        };
        let Some(moves) = moves else { return followed };
        for ((game, player), mv) in games.iter_mut().zip(&mut players).zip(moves) {
            let before = game.clone();
            follow(player, seat, game, mv);
            check_observed(&before, mv, seat, player.observed.take().as_ref());
        }
        if games[0].view(seat) != games[1].view(seat) {
            return followed + 1;
        }
    }
    longest
}

/// Checks that a player at `seat` has observed exactly what its seat sees of a move.
fn check_observed<G: Game>(before: &G, mv: G::Move, seat: u8, observed: Option<&Observed<G>>) {
    let mover = before.seat().expect("the game is not over");
    let mut after = before.clone();
    let seen = after.play(mv);
    let (mv, seen) = (G::move_shown(mv, mover, seat), G::seen_by(seen, mover, seat));
    let expected = Observed { before: before.view(seat), mv, seen, after: after.view(seat) };
    assert_eq!(
        observed,
        Some(&expected),
        "a player observed something else than its seat {seat} sees: {before:?}"
    );
}

/// Returns a random move in each game such that `seat` cannot tell the moves and their outcomes apart;
/// `None` if the move drawn in the first game has no such counterpart in the second.
fn moves_that_look_alike<G: Game>(
    [one, two]: &[G; 2],
    mover: u8,
    seat: u8,
    rng: &mut Rng,
) -> Option<[G::Move; 2]> {
    let after = |game: &G, mv: G::Move| {
        let mut after = game.clone();
        after.play(mv);
        (G::move_shown(mv, mover, seat), after.view(seat))
    };
    let mv = one.random_move(rng, &mut Vec::new())?;
    let shown = after(one, mv);
    let mut candidates = moves_of(two);
    rng.shuffle(&mut candidates);
    let like = candidates.into_iter().find(|&candidate| after(two, candidate) == shown)?;
    Some([mv, like])
}

/// The arguments of [`Player::observe`].
#[derive(Debug, PartialEq)]
struct Observed<G: Game> {
    before: G::View,
    mv: G::Move,
    seen: G::Seen,
    after: G::View,
}

/// A searcher that records its last observation.
struct Recorder<G: Game> {
    searcher: Searcher<G, RandomRollouts>,
    observed: Option<Observed<G>>,
}

impl<G: Game> Recorder<G> {
    fn new() -> Self {
        let options = Options { rollout_limit: LONGEST_GAME as u32, ..Options::default() };
        Recorder { searcher: Searcher::new(options, RandomRollouts, 5), observed: None }
    }

    /// Returns the decision without its elapsed time.
    fn decision(&mut self, view: &G::View) -> Decision<G::Move> {
        let mut decision = self.decide(view, &Budget::simulations(SIMULATIONS), &mut ());
        decision.stats.elapsed = Duration::ZERO;
        decision
    }
}

impl<G: Game> Player<G> for Recorder<G> {
    fn decide(
        &mut self,
        view: &G::View,
        budget: &Budget,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move> {
        self.searcher.decide(view, budget, observer)
    }

    fn observe(&mut self, before: &G::View, mv: G::Move, seen: G::Seen, after: &G::View) {
        self.searcher.observe(before, mv, seen, after);
        self.observed = Some(Observed { before: before.clone(), mv, seen, after: after.clone() });
    }
}
