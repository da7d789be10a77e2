//! The crate `ismcts`, on the shared rules of Hearts.

use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ismcts::action_list::ActionList;
use ismcts::inference::Inference;
use ismcts::searcher::{SearchResult, Searcher};
use ismcts::state::State;
use plywood::search::Rng;

use super::CardSearch;
use crate::hearts::{Card, Cards, Hearts, Known, random_card};

thread_local! {
    /// A generator for the states, because the crate does not pass one to them.
    static RNG: RefCell<Rng> = RefCell::new(Rng::new(0));
}

/// A set of cards as the crate's list of actions, which is its fastest form.
#[derive(Clone)]
struct Hand(Cards);

impl ActionList<Card> for Hand {
    fn uninit() -> Hand {
        Hand(0)
    }

    fn pop_random(&mut self) -> Option<Card> {
        let card = RNG.with_borrow_mut(|rng| random_card(self.0, rng))?;
        self.0 &= !(1 << card);
        Some(card)
    }

    fn push(&mut self, card: Card) {
        self.0 |= 1 << card;
    }

    fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    fn is_empty(&self) -> bool {
        self.0 == 0
    }

    fn has(&self, card: &Card) -> bool {
        self.0 & 1 << *card != 0
    }

    fn without(&self, other: &Hand) -> Hand {
        Hand(self.0 & !other.0)
    }
}

/// What the seat to move knows, and the number of simulations left.
struct Knowledge {
    known: Known,
    left: Cell<u64>,
    over: Hearts,
}

impl Inference for Knowledge {}

#[derive(Clone)]
struct Table(Hearts);

impl State for Table {
    type Action = Card;
    type ActionList = Hand;
    type Inference = Knowledge;

    fn turn(&self) -> usize {
        self.0.turn().into()
    }

    /// Draws a world. After the last simulation it returns a finished game, which leaves the tree
    /// unchanged, because the crate has only a time limit and reads the clock every 2,048 simulations.
    fn randomize(&self, _: usize, knowledge: &Knowledge) -> Table {
        match knowledge.left.get() {
            0 => Table(knowledge.over.clone()),
            left => {
                knowledge.left.set(left - 1);
                Table(RNG.with_borrow_mut(|rng| knowledge.known.world(rng)))
            }
        }
    }

    fn possible_actions(&self) -> Hand {
        Hand(self.0.legal())
    }

    fn apply_action(&mut self, card: Card) {
        self.0.play_card(card);
    }

    fn do_rollout(&mut self) {
        RNG.with_borrow_mut(|rng| self.0.play_out(rng));
    }

    fn is_terminal(&self) -> bool {
        self.0.is_over()
    }

    fn reward(&self, seat: usize) -> f32 {
        self.0.reward(seat as u8) as f32
    }
}

/// The search `Searcher` of the crate `ismcts`.
pub struct IsmctsCrate;

/// Returns the knowledge of the seat to move, for a search of `simulations` simulations.
fn prepare(table: &Hearts, simulations: u64, seed: u64) -> Knowledge {
    RNG.set(Rng::new(seed));
    let known = Known::new(table, table.turn());
    let mut over = table.clone();
    over.play_out(&mut Rng::new(0));
    Knowledge { known, left: Cell::new(simulations), over }
}

impl CardSearch for IsmctsCrate {
    fn name(&self) -> &'static str {
        "ismcts"
    }

    fn search(&self, table: &Hearts, simulations: u64, seed: u64) -> (Card, u64) {
        let knowledge = prepare(table, simulations, seed);
        let run = || -> SearchResult<Table> {
            let mut searcher = Searcher::new(std::f32::consts::SQRT_2, simulations as usize + 1);
            searcher.search(&Table(table.clone()), &knowledge, 0)
        };
        // The crate panics if the operating system interrupts it for a millisecond before the first
        // simulation. Then the search is repeated.
        let result = loop {
            if let Ok(result) = catch_unwind(AssertUnwindSafe(run)) {
                break result;
            }
        };
        let done = simulations - knowledge.left.get();
        (result.best_action.expect("the game is not over"), done)
    }

    fn draw_worlds(&self, table: &Hearts, count: u64, seed: u64) {
        let knowledge = prepare(table, count, seed);
        let table = Table(table.clone());
        for _ in 0..count {
            black_box(table.randomize(table.turn(), &knowledge));
        }
    }

    fn play_out_worlds(&self, table: &Hearts, count: u64, seed: u64) {
        let knowledge = prepare(table, count, seed);
        let table = Table(table.clone());
        for _ in 0..count {
            let mut world = table.randomize(table.turn(), &knowledge);
            world.do_rollout();
            black_box(world);
        }
    }
}
