//! Positions and commands as text.

use plywood_search::{Game, Notation, NotationError, quoted};

use crate::{Card, Command, Deal, Klondike, Seen, View, picture, view_text};

/// The end of every error message about the first word of a position.
const EXPECTED: &str = "expected seed:N, deal: and the cards, or view: and what is seen";

/// Largest number of legal commands that an error message names.
const NAMED_COMMANDS: usize = 6;

impl Notation for Klondike {
    /// Reads `seed:N`, or `deal:` and a deal as [`Deal::read`] takes it;
    /// either may be followed by ` moves:` and commands separated by `;`.
    fn read_position(&self, text: &str) -> Result<Klondike, NotationError> {
        let text = text.trim();
        let (start, commands) = match text.split_once("moves:") {
            Some((start, commands)) => (start.trim_end(), commands),
            None => (text, ""),
        };
        let deal = if let Some(seed) = start.strip_prefix("seed:") {
            let number = seed.trim().parse().map_err(|_| {
                let found = quoted(seed);
                NotationError::new(format!(
                    "{found} is no seed: expected a number of up to 64 bits"
                ))
            })?;
            Deal::from_seed(number)
        } else if let Some(cards) = start.strip_prefix("deal:") {
            Deal::read(cards)?
        } else if start.starts_with(view_text::PREFIX) {
            let message = "a view does not contain the hidden cards: expected seed:N or deal:";
            return Err(NotationError::new(message));
        } else {
            return Err(NotationError::new(format!(
                "{} is no position: {EXPECTED}",
                quoted(start)
            )));
        };
        let mut game = Klondike::new(self.rules(), &deal);
        let commands = commands.split(';').map(str::trim).filter(|command| !command.is_empty());
        for (number, command) in (1..).zip(commands) {
            let in_command = |what| NotationError::new(format!("command {number}: {what}"));
            let command = Command::read(command).map_err(|error| in_command(error.to_string()))?;
            if game.try_play(command).is_err() {
                let legal = choices(&game);
                return Err(in_command(format!("{command} is not legal here: {legal}")));
            }
        }
        Ok(game)
    }

    fn read_view(&self, text: &str) -> Result<Option<View>, NotationError> {
        match text.trim().strip_prefix(view_text::PREFIX) {
            Some(seen) => view_text::read(self.rules(), seen).map(Some),
            None => Ok(None),
        }
    }

    fn write_position(view: &View) -> String {
        view_text::write(view)
    }

    fn read_move(&self, text: &str) -> Result<Command, NotationError> {
        Command::read(text)
    }

    fn write_move(&self, command: Command) -> String {
        command.to_string()
    }

    fn describe_move(&self, command: Command) -> String {
        self.in_words(command).unwrap_or_else(|| command.to_string())
    }

    fn write_seen(&self, seen: Seen) -> String {
        let cards: Vec<String> = seen.cards().map(|card| card.to_string()).collect();
        if cards.is_empty() { "nothing".to_owned() } else { cards.join(" ") }
    }

    fn picture(view: &View) -> String {
        picture::draw(&view.0)
    }
}

impl Klondike {
    /// Describes a command by the cards that it moves and the card on which it puts them. Returns `None` if a
    /// card that it moves is not there.
    fn in_words(&self, command: Command) -> Option<String> {
        let waste = || self.0.waste().last().map(|&card| symbol(card));
        let top = |pile: u8| self.0.pile(usize::from(pile)).last().map(|&card| symbol(card));
        let target = |pile: u8| top(pile).unwrap_or_else(|| format!("empty pile {}", pile + 1));
        Some(match command {
            Command::Turn if self.0.stock().is_empty() => "turn the waste over".to_owned(),
            Command::Turn => "turn the stock".to_owned(),
            Command::WasteToPile { to } => format!("{} → {}", waste()?, target(to)),
            Command::WasteHome { .. } => format!("{} → home", waste()?),
            Command::PileHome { from, .. } => format!("{} → home", top(from)?),
            Command::HomeToPile { suit, to } => {
                let card = Card::new(self.0.home(suit).checked_sub(1)?, suit)?;
                format!("{} → {}", symbol(card), target(to))
            }
            Command::PileToPile { from, card, to } => {
                let cards = self.0.pile(usize::from(from));
                let others = match cards.iter().rev().position(|&other| other == card)? {
                    0 => String::new(),
                    others => format!(" and {others} more"),
                };
                format!("{}{others} → {}", symbol(card), target(to))
            }
        })
    }
}

/// Returns a card as a rank and the symbol of its suit, such as `10♥`.
fn symbol(card: Card) -> String {
    const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let suit = ['♣', '♦', '♥', '♠'][usize::from(card.suit())];
    format!("{}{suit}", RANKS[usize::from(card.rank())])
}

fn choices(game: &Klondike) -> String {
    let mut legal = Vec::new();
    game.moves(&mut legal);
    let named: Vec<String> = legal.iter().take(NAMED_COMMANDS).map(Command::to_string).collect();
    match legal.len() {
        0 => "the game is over".to_owned(),
        count if count > NAMED_COMMANDS => format!("expected one of {}, ...", named.join(", ")),
        _ => format!("expected one of {}", named.join(", ")),
    }
}
