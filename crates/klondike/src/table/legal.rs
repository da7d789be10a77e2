//! Legal commands, computed from sets of cards without a loop over piles.

use super::{COMMAND_LIMIT, Table};
use crate::card::{self, KINGS, bit};
use crate::rules::Foundations;
use crate::{Card, Command};

impl Table {
    /// Whether the stock may be turned: the stock has cards, or the waste has cards
    /// and the rules allow another pass.
    #[inline]
    pub fn may_turn(&self) -> bool {
        self.dealt < self.talon_len || self.may_pass(self.pass)
    }

    /// Whether another pass may follow pass number `pass`.
    #[inline]
    pub(super) fn may_pass(&self, pass: u16) -> bool {
        self.talon_len > 0 && self.rules.passes.is_none_or(|passes| pass < passes.get())
    }

    /// Whether the game is won or has reached [`COMMAND_LIMIT`].
    #[inline]
    pub fn ended(&self) -> bool {
        self.won() || self.commands >= COMMAND_LIMIT
    }

    /// Set of the foundation cards that may return to a pile.
    #[inline]
    pub fn given_back(&self) -> u64 {
        match self.rules.foundations {
            Foundations::GiveBack => self.next_home >> 4,
            Foundations::Keep => 0,
        }
    }

    /// Set of the cards that may go to a pile if they fit on it.
    #[inline]
    fn movable(&self) -> u64 {
        self.up | self.waste_top() | self.given_back()
    }

    /// Set of the cards that may go home.
    #[inline]
    pub fn homing(&self) -> u64 {
        (self.tops | self.waste_top()) & self.next_home
    }

    /// The empty piles, by number.
    fn empty_piles(&self) -> impl Iterator<Item = u8> {
        card::bits(self.empty.into())
    }

    /// The first empty pile.
    pub fn empty_pile(&self) -> Option<u8> {
        self.empty_piles().next()
    }

    /// Whether no command is legal.
    pub fn over(&self) -> bool {
        self.choose(|_| 0).is_none()
    }

    /// The legal commands.
    pub fn legal(&self) -> Vec<Command> {
        let mut commands = Vec::new();
        self.list(|command| commands.push(command));
        commands
    }

    /// Calls `add` with every legal command.
    #[inline]
    pub fn list(&self, mut add: impl FnMut(Command)) {
        if self.ended() {
            return;
        }
        if self.may_turn() {
            add(Command::Turn);
        }
        card::cards(self.homing()).for_each(|card| add(self.home_command(card)));
        let movable = self.movable();
        for (set, fitting) in card::fitting(self.tops).into_iter().enumerate() {
            for card in card::cards(movable & fitting) {
                add(self.pile_command(card, self.place_of(card::holder(card, set))));
            }
        }
        for card in card::cards(movable & KINGS) {
            self.empty_piles().for_each(|to| add(self.pile_command(card, to)));
        }
    }

    /// Returns a legal command; `None` if no command is legal. `choice` receives the number of
    /// legal commands, and returns an index in the order of [`list`](Table::list).
    #[inline]
    pub fn choose(&self, choice: impl FnOnce(usize) -> usize) -> Option<Command> {
        if self.ended() {
            return None;
        }
        let turns = usize::from(self.may_turn());
        let homing = self.homing();
        let movable = self.movable();
        let fitting = card::fitting(self.tops).map(|cards| cards & movable);
        let kings = movable & KINGS;
        let homes = homing.count_ones() as usize;
        let fits = fitting.map(|cards| cards.count_ones() as usize);
        let (mut to_empty, mut empties) = (0, 1);
        if kings != 0 && self.empty != 0 {
            empties = self.empty.count_ones() as usize;
            to_empty = kings.count_ones() as usize * empties;
        }
        let count = turns + homes + fits[0] + fits[1] + to_empty;
        if count == 0 {
            return None;
        }
        let mut number = choice(count);
        if number < turns {
            return Some(Command::Turn);
        }
        number -= turns;
        if number < homes {
            return card::cards(homing).nth(number).map(|card| self.home_command(card));
        }
        number -= homes;
        for set in 0..2 {
            if number < fits[set] {
                let card = card::cards(fitting[set]).nth(number)?;
                return Some(self.pile_command(card, self.place_of(card::holder(card, set))));
            }
            number -= fits[set];
        }
        let card = card::cards(kings).nth(number / empties)?;
        let to = self.empty_piles().nth(number % empties)?;
        Some(self.pile_command(card, to))
    }

    /// The command that takes a card home.
    #[inline]
    pub fn home_command(&self, card: Card) -> Command {
        let suit = card.suit();
        if self.tops & bit(card) != 0 {
            Command::PileHome { from: self.place_of(card), suit }
        } else {
            Command::WasteHome { suit }
        }
    }

    /// The command that takes a card to a pile.
    #[inline]
    fn pile_command(&self, card: Card, to: u8) -> Command {
        if self.up & bit(card) != 0 {
            Command::PileToPile { from: self.place_of(card), card, to }
        } else if self.waste_top() & bit(card) != 0 {
            Command::WasteToPile { to }
        } else {
            Command::HomeToPile { suit: card.suit(), to }
        }
    }

    /// Whether a face-up card is the first of its pile's run.
    pub fn is_whole_run(&self, card: Card) -> bool {
        let pile = usize::from(self.place_of(card));
        self.piles[pile][self.down(pile)] == card
    }

    /// Whether a command cannot gain anything: it moves a whole pile to an empty
    /// pile, or it uses an empty pile other than the first empty pile.
    pub fn is_redundant(&self, command: Command) -> bool {
        let (moved, to) = match command {
            Command::PileToPile { from, card, to } => (self.pile(from.into())[0] == card, to),
            Command::HomeToPile { to, .. } | Command::WasteToPile { to } => (false, to),
            _ => return false,
        };
        self.empty >> to & 1 == 1 && (moved || self.empty_pile() != Some(to))
    }

    /// Whether a card never has to return from its foundation: every card that fits on it is home
    /// and stays there, or can go home itself.
    pub fn is_safe_home(&self, card: Card) -> bool {
        let (rank, suit) = (card.rank(), card.suit());
        let home = |other: u8| self.home(other);
        let (least_other, twin) = match suit {
            0 | 3 => (home(1).min(home(2)), home(3 - suit)),
            _ => (home(0).min(home(3)), home(3 - suit)),
        };
        // If cards may return from foundations, a card that fits on this one may return to take a
        // third card.
        let stay_home = self.rules.foundations == Foundations::Keep && least_other >= rank;
        stay_home || (least_other + 1 >= rank && twin + 2 >= rank)
    }

    /// Whether a card is the next card of its foundation.
    pub fn wants_home(&self, card: Card) -> bool {
        bit(card) & self.next_home != 0
    }
}
