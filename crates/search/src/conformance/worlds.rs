//! The distribution of [`Game::world`], compared with the true states of random games.

use std::collections::BTreeMap;
use std::fmt::Debug;

use super::{moves_of, walk};
use crate::{Game, MAX_SEATS, Rng};

/// Minimum expected number of occurrences of a state that is tested on its own. Rarer states of a
/// view are tested together.
const LEAST_EXPECTED: f64 = 50.0;

/// The tolerance in standard deviations: one false alarm in 500 million tested states.
const TOLERANCE: f64 = 6.0;

/// Plays random games and checks that [`Game::world`] draws each state with the probability that it
/// has by chance, given the view.
///
/// `start` must draw the hidden facts of each seed by chance. The check groups the true states by
/// view. Random play biases the frequencies: a move is less probable in a state with more legal
/// moves, but a world must not depend on how probable the moves of other seats were. So each true
/// state is weighted by the product of the numbers of legal moves at the decisions of all other
/// seats, so that every sequence of their moves counts the same. The weighted frequencies are
/// compared with those of as many drawn worlds.
///
/// The game must have few states: each view must occur thousands of times. A game whose state holds
/// a random generator cannot be checked, since none of its states occurs twice.
///
/// # Panics
/// If the frequencies of a state differ, or if no state was met often enough for a test.
pub fn check_worlds<G: Game>(games: u64, start: impl Fn(u64) -> G) {
    let mut views = Tally::<(u8, G::View), Tally<G, Counts>>::default();
    for seed in 0..games {
        let mut weights = [1.0; MAX_SEATS];
        walk(start(seed), &mut Rng::stream(seed, 4), |state, rng| {
            for seat in 0..state.seats() {
                let view = state.view(seat);
                let world = G::world(&view, rng);
                let states = views.at(&(seat, view));
                let weight = weights[usize::from(seat)];
                let counts = states.at(state);
                counts.weight += weight;
                counts.heaviest = weight.max(counts.heaviest);
                states.at(&world).drawn += 1.0;
            }
            let moves = moves_of(state).len() as f64;
            for (seat, weight) in weights.iter_mut().enumerate() {
                if state.seat() != Some(seat as u8) {
                    *weight *= moves;
                }
            }
        });
    }
    let tested: usize = views.entries().map(|((_, view), states)| check_view(view, states)).sum();
    assert!(tested > 0, "no state was met often enough: play more games, or a smaller game");
}

/// Compares the states of one view with the worlds drawn from it. Returns the number of tests.
fn check_view<G: Game>(view: &G::View, states: &Tally<G, Counts>) -> usize {
    let all = states.entries().map(|(_, counts)| *counts).fold(Counts::default(), Counts::plus);
    let mut rare = Counts::default();
    let mut tested = 0;
    for (state, counts) in states.entries() {
        match counts.comparison(&all) {
            Some(comparison) => {
                let Comparison { truth, drawn, differ } = comparison;
                assert!(
                    !differ,
                    "`world` draws a state with probability {drawn:.4} that chance brings about with \
                     {truth:.4}, given {view:?}: {state:?}"
                );
                tested += 1;
            }
            None => rare = rare.plus(*counts),
        }
    }
    // If all states are rare, there is nothing to compare them with.
    if let Some(Comparison { truth, drawn, differ }) = rare.comparison(&all).filter(|_| tested > 0)
    {
        assert!(
            !differ,
            "`world` draws rare states with probability {drawn:.4} that chance brings about with \
             {truth:.4}, given {view:?}"
        );
        tested += 1;
    }
    // A view with only one state, such as that of a finished game, tests nothing.
    if states.entries().count() > 1 { tested } else { 0 }
}

/// How often a state occurred in the games, weighted, and how often it was drawn as a world.
#[derive(Clone, Copy, Default)]
struct Counts {
    weight: f64,
    /// The greatest weight of a single occurrence.
    heaviest: f64,
    drawn: f64,
}

/// The frequencies of a state, and whether they differ by more than chance.
struct Comparison {
    truth: f64,
    drawn: f64,
    differ: bool,
}

impl Counts {
    fn plus(self, other: Counts) -> Counts {
        Counts {
            weight: self.weight + other.weight,
            heaviest: self.heaviest.max(other.heaviest),
            drawn: self.drawn + other.drawn,
        }
    }

    /// Compares both frequencies of a state among `all` states of its view. Returns `None` if the
    /// state is too rare.
    fn comparison(&self, all: &Counts) -> Option<Comparison> {
        // The effective sample size: the variance of a weighted frequency is at most that in a
        // sample of this many equal weights.
        let met = all.weight / all.heaviest;
        let (truth, drawn) = (self.weight / all.weight, self.drawn / all.drawn);
        let expected = (truth * met + drawn * all.drawn) / (met + all.drawn);
        if expected * met.min(all.drawn) < LEAST_EXPECTED {
            return None;
        }
        let variance = expected * (1.0 - expected).max(0.0) * (1.0 / met + 1.0 / all.drawn);
        let differ = (truth - drawn).abs() > TOLERANCE * variance.sqrt() + f64::EPSILON;
        Some(Comparison { truth, drawn, differ })
    }
}

/// A map from values that can be compared and printed, but not hashed.
struct Tally<K, V>(BTreeMap<String, Vec<(K, V)>>);

impl<K: Clone + PartialEq + Debug, V: Default> Tally<K, V> {
    /// Returns the value of a key, which is inserted if it is new.
    fn at(&mut self, key: &K) -> &mut V {
        let same_text = self.0.entry(format!("{key:?}")).or_default();
        let found = same_text.iter().position(|(known, _)| known == key);
        let index = found.unwrap_or_else(|| {
            same_text.push((key.clone(), V::default()));
            same_text.len() - 1
        });
        &mut same_text[index].1
    }

    fn entries(&self) -> impl Iterator<Item = &(K, V)> {
        self.0.values().flatten()
    }
}

impl<K: Clone + PartialEq + Debug, V: Default> Default for Tally<K, V> {
    fn default() -> Self {
        Tally(BTreeMap::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of one move with a hidden card from a large deck.
    #[derive(Clone, Debug, PartialEq)]
    struct LargeDeck {
        card: u64,
        over: bool,
    }

    impl Game for LargeDeck {
        type Move = ();
        type Seen = ();
        type View = bool;
        const HIDDEN: bool = true;

        fn seat(&self) -> Option<u8> {
            (!self.over).then_some(0)
        }

        fn moves(&self, out: &mut Vec<()>) {
            out.extend((!self.over).then_some(()));
        }

        fn play(&mut self, _mv: ()) {
            self.over = true;
        }

        fn score(&self, _seat: u8) -> f64 {
            0.0
        }

        fn view(&self, _seat: u8) -> bool {
            self.over
        }

        /// Draws only half of the cards.
        fn world(&over: &bool, rng: &mut Rng) -> Self {
            LargeDeck { card: 2 * rng.below(50) as u64, over }
        }
    }

    fn check_games(games: u64) {
        check_worlds(games, |seed| LargeDeck { card: seed % 100, over: false });
    }

    #[test]
    #[should_panic(expected = "no state was met often enough")]
    fn a_test_of_rare_states_alone_is_no_test() {
        check_games(1000);
    }

    #[test]
    #[should_panic(expected = "`world` draws a state with probability")]
    fn more_games_find_the_fault() {
        check_games(20_000);
    }
}
