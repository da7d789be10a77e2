//! A player with a fixed order of what is good, and no look ahead.

use plywood_search::{Budget, Decision, Game, Guide, Observer, Player, Rng};

use crate::step::Step;
use crate::step_game::StepGame;
use crate::table::{MOST_FACE_DOWN, PILES, Table};
use crate::{Card, Command, Klondike, View};

/// Plays the best kind of command that is legal, in this order:
///
/// 1. a card home that no other card can need any more,
/// 2. a command that turns a card up, on the pile with the most face down,
/// 3. a run aside to let the card under it go home,
/// 4. the last cards off a pile, if a king waits for the place,
/// 5. the waste's card home or to a pile,
/// 6. any other card of a pile home,
/// 7. `turn`,
/// 8. anything else: it only moves cards about.
///
/// Between equals it draws at random.
#[derive(Clone, Debug)]
pub struct Greedy(Rng);

/// The kinds of commands, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    SafeHome,
    /// The fewer of the six that can lie face down are missing, the better.
    TurnsUp {
        missing: u8,
    },
    FreesForHome,
    EmptiesForKing,
    TakesWaste,
    Home,
    Turn,
    Idle,
}

impl Greedy {
    /// A player with its own stream of chance.
    pub fn new(seed: u64) -> Self {
        Greedy(Rng::new(seed))
    }
}

fn kind(table: &Table, command: Command) -> Kind {
    let is_safe = |cards: &[Card]| cards.last().is_some_and(|&card| table.is_safe_home(card));
    match command {
        Command::Turn => Kind::Turn,
        Command::HomeToPile { .. } => Kind::Idle,
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
                0 => Kind::Idle,
                _ if table.wants_home(cards[left - 1]) => Kind::FreesForHome,
                _ => Kind::Idle,
            })
        }
    }
}

/// The kind of a step by what it is played for.
fn step_kind(table: &Table, step: Step) -> Kind {
    match (step.first(), step.last()) {
        (Some(Command::PileToPile { .. }), _) => Kind::FreesForHome,
        (Some(_), _) => Kind::Idle,
        (None, Command::WasteHome { .. } | Command::WasteToPile { .. }) => Kind::TakesWaste,
        (None, last) => kind(table, last),
    }
}

const KING: u8 = 12;

/// What becomes of a pile of which so many cards are left, if one of them is
/// turned up.
fn turns_up(table: &Table, pile: usize, left: usize) -> Option<Kind> {
    let down = table.down(pile);
    let missing = MOST_FACE_DOWN.saturating_sub(down as u8);
    (down > 0 && left == down).then_some(Kind::TurnsUp { missing })
}

/// Whether a king lies on the waste or on cards face down.
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
        let mut commands = Vec::new();
        view.table().list(|command| commands.push(command));
        self.0.shuffle(&mut commands);
        commands.sort_by_key(|&command| kind(view.table(), command));
        Decision::unsearched(commands.into_iter().map(|command| (command, None)))
    }
}

/// How rollouts are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rollouts {
    /// Every legal command with the same probability.
    #[default]
    Random,
    /// As [`Greedy`] plays.
    Greedy,
}

impl Rollouts {
    /// Draws a move, or the best one by `kind` and between equals at random.
    fn choose<M: Copy>(
        self,
        moves: &mut [M],
        rng: &mut Rng,
        kind: impl Fn(M) -> Kind,
    ) -> Option<M> {
        if self == Rollouts::Random {
            return rng.pick(moves);
        }
        rng.shuffle(moves);
        moves.iter().copied().min_by_key(|&mv| kind(mv))
    }
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
        scratch.clear();
        state.moves(scratch);
        self.choose(scratch, rng, |command| kind(state.table(), command))
    }
}

impl Guide<StepGame> for Rollouts {
    fn rollout_move(
        &mut self,
        state: &StepGame,
        rng: &mut Rng,
        scratch: &mut Vec<Step>,
    ) -> Option<Step> {
        scratch.clear();
        state.moves(scratch);
        self.choose(scratch, rng, |step| step_kind(state.0.table(), step))
    }
}
