//! Solutions as text in the letter notation of the solver MinimalKlondike.
//!
//! `A` is the waste, `B` clubs, `C` diamonds, `D` spades, `E` hearts, `F` to `L`
//! the piles 1 to 7. Two letters are a move from the first place to the second,
//! `@` is one turn of the stock. A move between piles does not name its run, because
//! at most one run fits on the target pile.

use plywood_search::{Game, NotationError, quoted};

use crate::{Command, Klondike};

/// Letters of the foundations, by suit number.
const HOME: [u8; 4] = *b"BCED";
const WASTE: u8 = b'A';
const FIRST_PILE: u8 = b'F';
const DEAL: u8 = b'@';

/// Reads the commands of a solution that begins at `start`. Fails at the first
/// command that is not legal.
///
/// ```
/// use plywood_klondike::{Deal, Klondike, Rules, solution};
///
/// let start = Klondike::new(Rules::default(), &Deal::from_seed(1));
/// let commands = solution::read(&start, "@@")?;
/// assert_eq!(solution::write(&commands), "@@");
/// # Ok::<(), plywood_search::NotationError>(())
/// ```
pub fn read(start: &Klondike, text: &str) -> Result<Vec<Command>, NotationError> {
    let mut game = start.clone();
    let (mut commands, mut legal) = (Vec::new(), Vec::new());
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
    while let Some(first) = letters.next() {
        let written: String = if first == char::from(DEAL) {
            first.into()
        } else {
            [first].into_iter().chain(letters.next()).collect()
        };
        legal.clear();
        game.moves(&mut legal);
        let Some(&command) = legal.iter().find(|&&command| letters_of(command) == written) else {
            return Err(NotationError::new(format!(
                "step {} of the solution, {}, is not legal: expected @ or two letters from A to L \
                 that can be played",
                commands.len() + 1,
                quoted(&written)
            )));
        };
        game.play(command);
        commands.push(command);
    }
    Ok(commands)
}

/// Writes commands as a solution.
pub fn write(commands: &[Command]) -> String {
    let mut text = String::new();
    for &command in commands {
        text += &letters_of(command);
        if command != Command::Turn {
            text.push(' ');
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn letters_of(command: Command) -> String {
    let pile = |pile: u8| FIRST_PILE + pile;
    let home = |suit: u8| HOME[suit as usize];
    let (from, to) = match command {
        Command::Turn => return char::from(DEAL).into(),
        Command::WasteToPile { to } => (WASTE, pile(to)),
        Command::WasteHome { suit } => (WASTE, home(suit)),
        Command::PileHome { from, suit } => (pile(from), home(suit)),
        Command::HomeToPile { suit, to } => (home(suit), pile(to)),
        Command::PileToPile { from, to, .. } => (pile(from), pile(to)),
    };
    [from, to].map(char::from).iter().collect()
}
