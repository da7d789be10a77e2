//! The game: a position, and the seed of the hands to come.

use plywood_search::{Game, Rng};

use crate::position::{Hand, Move, Position, SLOTS};
use crate::rules::Rules;

/// A game of Wood Block, including the hidden seed.
///
/// The blocks of hand number k depend only on the seed and k, so all players of a seed get the same
/// blocks.
///
/// ```
/// use plywood_search::Game;
/// use plywood_woodblock::{Move, Rules, Variant, Woodblock};
///
/// let rules = Rules::new(Variant::named("blast8").unwrap(), false, None);
/// let mut game = Woodblock::new(rules, 7);
/// let corner = Move { slot: 0, turn: 0, row: 0, column: 0 };
/// assert_eq!(game.play(corner), None);
/// assert!(game.score(0) > 0.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Woodblock {
    position: Position,
    seed: u64,
}

impl Woodblock {
    /// Starts the game of a seed.
    pub fn new(rules: Rules, seed: u64) -> Self {
        let hand = rules.deal(seed, 0);
        let (board, score, streak) = (0, 0, 0);
        let position = Position { rules, board, score, hands: 1, hand, streak, over: false };
        Woodblock::from_position(position, seed)
    }

    /// Returns the game at a position; `seed` determines the hands after the current hand.
    pub(crate) fn from_position(mut position: Position, seed: u64) -> Self {
        position.update_over();
        Woodblock { position, seed }
    }

    /// The visible part of the game.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }
}

impl Game for Woodblock {
    type Move = Move;
    /// The new hand if a move placed the last block of a hand, else `None`.
    type Seen = Option<Hand>;
    type View = Position;
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    #[inline]
    fn seat(&self) -> Option<u8> {
        (!self.position.over).then_some(0)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.position.moves(out);
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Option<Hand> {
        let position = &mut self.position;
        position.place(mv);
        let capped = position.rules.cap().is_some_and(|cap| position.hands >= cap.get());
        let mut dealt = None;
        if position.hand == [None; SLOTS] && !capped {
            position.hand = position.rules.deal(self.seed, position.hands);
            position.hands = position.hands.saturating_add(1);
            dealt = Some(position.hand);
        }
        position.update_over();
        dealt
    }

    fn reveals(seen: Option<Hand>) -> bool {
        seen.is_some()
    }

    /// The points so far.
    #[inline]
    fn score(&self, _seat: u8) -> f64 {
        f64::from(self.position.score)
    }

    #[inline]
    fn view(&self, _seat: u8) -> Position {
        self.position.clone()
    }

    /// Returns a world with a random seed, which determines the hands to come.
    #[inline]
    fn world(view: &Position, rng: &mut Rng) -> Self {
        Woodblock { position: view.clone(), seed: rng.bits() }
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Option<Move> {
        let (fit, anchor) = self.position.choices(|places| places).draw(rng)?;
        Some(fit.at(anchor, self.position.rules.grid().size()))
    }
}
