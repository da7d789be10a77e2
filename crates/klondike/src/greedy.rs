//! A player that ranks commands by a fixed order and does not look ahead.

use plywood_search::{Budget, Decision, Game, Guide, Observer, Player, Rng};

use crate::table::{MOST_FACE_DOWN, PILES, Table};
use crate::{Card, Command, Klondike, View};

/// A player that plays the first of these kinds of commands that is legal, with ties
/// broken at random:
///
/// 1. take a card home that never has to return from its foundation,
/// 2. turn up a card, in the pile with the most face-down cards,
/// 3. move a run to another pile so that the card under the run can go home,
/// 4. empty a pile if a king can go there,
/// 5. play the top of the waste, home or to a pile,
/// 6. take any other card of a pile home,
/// 7. `turn`, if it leads to an unseen card or to a card that can be played,
/// 8. any other command except `turn`,
/// 9. `turn`.
#[derive(Clone, Debug)]
pub struct Greedy(Rng);

/// The kinds of commands, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    SafeHome,
    /// `revealed` is 6 minus the number of face-down cards in the pile; lower is better.
    TurnsUp {
        revealed: u8,
    },
    FreesForHome,
    EmptiesForKing,
    TakesWaste,
    Home,
    Turn,
    Rearranges,
    UselessTurn,
}

impl Greedy {
    /// Creates a player whose random choices come from `seed`.
    pub fn new(seed: u64) -> Self {
        Greedy(Rng::new(seed))
    }
}

fn kind(table: &Table, command: Command) -> Kind {
    let is_safe = |cards: &[Card]| cards.last().is_some_and(|&card| table.is_safe_home(card));
    match command {
        Command::Turn => {
            let brings_card = table.known_waste_tops().is_none_or(|cards| table.takes(cards));
            if brings_card { Kind::Turn } else { Kind::UselessTurn }
        }
        Command::HomeToPile { .. } => Kind::Rearranges,
        Command::WasteHome { .. } if is_safe(table.waste()) => Kind::SafeHome,
        Command::WasteHome { .. } | Command::WasteToPile { .. } => Kind::TakesWaste,
        Command::PileHome { from, .. } if is_safe(table.pile(from.into())) => Kind::SafeHome,
        Command::PileHome { from, .. } => {
            let height = table.pile(from.into()).len();
            turns_up(table, from.into(), height - 1).unwrap_or(Kind::Home)
        }
        Command::PileToPile { from, card, .. } => {
            let cards = table.pile(from.into());
            let left = cards.iter().position(|&other| other == card).unwrap_or(0);
            turns_up(table, from.into(), left).unwrap_or_else(|| match left {
                0 if card.rank() != KING && king_waits(table) => Kind::EmptiesForKing,
                0 => Kind::Rearranges,
                _ if table.wants_home(cards[left - 1]) => Kind::FreesForHome,
                _ => Kind::Rearranges,
            })
        }
    }
}

const KING: u8 = 12;

/// Returns [`Kind::TurnsUp`] if a command that leaves `left` cards in a pile turns one
/// of these cards up, else `None`.
fn turns_up(table: &Table, pile: usize, left: usize) -> Option<Kind> {
    let down = table.down(pile);
    let revealed = MOST_FACE_DOWN.saturating_sub(down as u8);
    (down > 0 && left == down).then_some(Kind::TurnsUp { revealed })
}

/// Whether a king is the top of the waste or lies on face-down cards.
fn king_waits(table: &Table) -> bool {
    let is_king = |card: &Card| card.rank() == KING;
    let on_face_down = |pile| table.down(pile) > 0 && is_king(&table.pile(pile)[table.down(pile)]);
    table.waste().last().is_some_and(is_king) || (0..PILES).any(on_face_down)
}

impl Player<Klondike> for Greedy {
    fn decide(
        &mut self,
        view: &View,
        _budget: &Budget,
        _observer: &mut dyn Observer<Command>,
    ) -> Decision<Command> {
        let mut commands = view.0.legal();
        self.0.shuffle(&mut commands);
        commands.sort_by_key(|&command| kind(&view.0, command));
        Decision::unsearched(commands.into_iter().map(|command| (command, None)))
    }
}

/// Rollout policy of searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rollouts {
    /// Chooses uniformly from the legal commands.
    #[default]
    Random,
    /// Chooses as [`Greedy`] does, but never plays a `turn` that leads to no playable card.
    Greedy,
}

impl Guide<Klondike> for Rollouts {
    fn rollout_move(
        &mut self,
        state: &Klondike,
        rng: &mut Rng,
        scratch: &mut Vec<Command>,
    ) -> Option<Command> {
        if *self == Rollouts::Random {
            return state.random_move(rng, scratch);
        }
        let table = &state.0;
        scratch.clear();
        state.moves(scratch);
        rng.shuffle(scratch);
        // Searching the stock for a playable card is the slowest part of a rollout, so it is done
        // only if `turn` would be played.
        let quick_kind = |command| match command {
            Command::Turn => Kind::Turn,
            other => kind(table, other),
        };
        let best = scratch.iter().copied().min_by_key(|&command| quick_kind(command))?;
        if best != Command::Turn || kind(table, best) == Kind::Turn {
            return Some(best);
        }
        // Turning the stock leads to no playable card, so another command is played, or the rollout
        // ends.
        scratch.iter().copied().find(|&command| command != Command::Turn)
    }
}
