//! The crate `turnbase-bots`: its information-set search, on the shared rules of Hearts.

use std::hint::black_box;

use plywood::search::Rng;
use turnbase::{ActivePlayers, Determinize, Game, PlayerId, Prng};
use turnbase_bots::{Bot, Ismcts};

use super::CardSearch;
use crate::hearts::{Card, Hearts, Known, SEATS, cards_in};

/// The rules, with the knowledge of the seat to move, so that the crate does not have to derive it
/// for every world.
struct Rules {
    known: Known,
}

impl Rules {
    fn seen_from(table: &Hearts) -> Rules {
        Rules { known: Known::new(table, table.turn()) }
    }
}

impl Game for Rules {
    type State = Hearts;
    type Action = Card;
    type View = ();

    fn new_initial_state(&self, seed: u64) -> Hearts {
        Hearts::deal(seed)
    }

    fn num_players(&self) -> usize {
        SEATS
    }

    fn active_players(&self, table: &Hearts) -> ActivePlayers {
        if table.is_over() {
            ActivePlayers::none()
        } else {
            ActivePlayers::one(PlayerId::new(table.turn().into()))
        }
    }

    fn legal_actions(&self, table: &Hearts, _: PlayerId) -> Vec<Card> {
        let legal = table.legal();
        let mut cards = Vec::with_capacity(legal.count_ones() as usize);
        cards.extend(cards_in(legal));
        cards
    }

    fn apply(&self, table: &mut Hearts, _: PlayerId, card: Card) {
        table.play_card(card);
    }

    fn is_terminal(&self, table: &Hearts) -> bool {
        table.is_over()
    }

    fn reward(&self, table: &Hearts, player: PlayerId) -> f64 {
        table.reward(player.index() as u8)
    }

    fn view(&self, _: &Hearts, _: Option<PlayerId>) {}
}

impl Determinize for Rules {
    fn determinize(&self, _: &Hearts, _: PlayerId, prng: &mut Prng) -> Hearts {
        // Uses another generator, because the crate's own divides at each draw.
        self.known.world(&mut Rng::new(prng.next_u64()))
    }
}

/// The search `Ismcts` of the crate `turnbase-bots`.
pub struct TurnbaseBots;

impl CardSearch for TurnbaseBots {
    fn name(&self) -> &'static str {
        "turnbase-bots"
    }

    fn search(&self, table: &Hearts, simulations: u64, seed: u64) -> (Card, u64) {
        let (rules, player) = (Rules::seen_from(table), PlayerId::new(table.turn().into()));
        let mut bot = Ismcts::new(simulations as u32, seed);
        let card = bot.choose(&rules, table, player).expect("the game is not over");
        (card, simulations)
    }

    fn draw_worlds(&self, table: &Hearts, count: u64, seed: u64) {
        let (rules, player) = (Rules::seen_from(table), PlayerId::new(table.turn().into()));
        let mut prng = Prng::new(seed);
        for _ in 0..count {
            black_box(rules.determinize(table, player, &mut prng));
        }
    }

    /// Lists the players and the moves of each state as the crate does, because its interface
    /// requires it.
    fn play_out_worlds(&self, table: &Hearts, count: u64, seed: u64) {
        let (rules, player) = (Rules::seen_from(table), PlayerId::new(table.turn().into()));
        let mut prng = Prng::new(seed);
        for _ in 0..count {
            let mut world = rules.determinize(table, player, &mut prng);
            while !rules.is_terminal(&world)
                && let Some(actor) = rules.active_players(&world).iter().next()
            {
                let cards = rules.legal_actions(&world, actor);
                let index = prng.below(cards.len() as u64) as usize;
                rules.apply(&mut world, actor, cards[index]);
            }
            black_box(world);
        }
    }
}
