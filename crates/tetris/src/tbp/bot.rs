//! What the bot says to a message.

use plywood_search::{Budget, Player, Rng};

use super::TbpError;
use super::game::{FrontEndGame, SPAWN_ROW};
use super::message::{BotMessage, FrontEndMessage, Location, Placement, Spin};
use super::srs::spawn_column;
use crate::{Move, Position, Tetris};

/// A player that is asked through the protocol.
///
/// It never holds: every suggestion is for the first piece of the queue.
///
/// ```
/// use plywood_search::Budget;
/// use plywood_tetris::linear::{DT20, LinearPlayer};
/// use plywood_tetris::tbp::{Bot, BotMessage, FrontEndMessage};
///
/// let player = Box::new(LinearPlayer::new(DT20));
/// let mut bot = Bot::new("linear", player, Budget::simulations(1), 7);
/// assert_eq!(bot.answer(FrontEndMessage::Rules).unwrap(), Some(BotMessage::Ready));
/// assert!(bot.answer(FrontEndMessage::Suggest).is_err(), "no game has begun");
/// ```
pub struct Bot {
    name: String,
    player: Box<dyn Player<Tetris>>,
    budget: Budget,
    rng: Rng,
    game: Option<FrontEndGame>,
    /// A suggestion was asked for when there was nothing to place.
    owes_suggestion: bool,
}

impl Bot {
    /// A bot by which `player` is asked, with this budget a suggestion. `seed`
    /// is for the chance of next pieces that the front end does not show.
    pub fn new(name: &str, player: Box<dyn Player<Tetris>>, budget: Budget, seed: u64) -> Self {
        let (name, rng) = (name.to_owned(), Rng::new(seed));
        Bot { name, player, budget, rng, game: None, owes_suggestion: false }
    }

    /// The first message.
    pub fn info(&self) -> BotMessage {
        BotMessage::Info {
            name: format!("Plywood {}", self.name),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            author: "Plywood".to_owned(),
            features: vec!["randomizer".to_owned()],
        }
    }

    /// What it says to a message, if anything. After an error in `start` or
    /// `play` it does not know the board, and waits for the next game.
    pub fn answer(&mut self, message: FrontEndMessage) -> Result<Option<BotMessage>, TbpError> {
        match message {
            FrontEndMessage::Rules => return Ok(Some(BotMessage::Ready)),
            FrontEndMessage::Start(start) => {
                self.stop();
                self.game = Some(FrontEndGame::new(start)?);
            }
            FrontEndMessage::Stop => self.stop(),
            FrontEndMessage::Suggest => {
                let game = self.game.as_ref().ok_or(TbpError::NoGame("suggest"))?;
                let position = game.position(&mut self.rng);
                self.owes_suggestion = position.is_none();
                return Ok(position.map(|position| self.suggestion(&position)));
            }
            FrontEndMessage::Play { mv } => {
                let mut game = self.game.take().ok_or(TbpError::NoGame("play"))?;
                game.play(&mv.location)?;
                self.game = Some(game);
            }
            FrontEndMessage::NewPiece { piece } => {
                let game = self.game.as_mut().ok_or(TbpError::NoGame("new_piece"))?;
                game.queue.push(piece)?;
                if self.owes_suggestion {
                    return self.answer(FrontEndMessage::Suggest);
                }
            }
            FrontEndMessage::Quit | FrontEndMessage::Unknown => {}
        }
        Ok(None)
    }

    fn stop(&mut self) {
        self.game = None;
        self.owes_suggestion = false;
    }

    /// All placements as the player prefers them, but last those over which
    /// the piece cannot be steered if it appears where we think it does.
    fn suggestion(&mut self, position: &Position) -> BotMessage {
        let decision = self.player.decide(position, &self.budget, &mut ());
        let mut moves: Vec<Move> =
            decision.candidates.iter().map(|candidate| candidate.mv).collect();
        moves.sort_by_key(|&mv| !is_steerable(position, mv));
        let moves = moves.into_iter().map(|mv| {
            let bottom = position.place(mv).bottom;
            let location = Location::of(position.current(), mv, bottom);
            Placement { location, spin: Spin::None }
        });
        BotMessage::Suggestion { moves: moves.collect() }
    }
}

/// Whether the piece, turned where it appears, can be moved sideways to its
/// column and dropped from there.
fn is_steerable(position: &Position, mv: Move) -> bool {
    let (board, shape) = (position.board(), position.current().shape(mv.rotation));
    let start = spawn_column(position.current(), mv.rotation);
    let mut way = start.min(mv.column)..=start.max(mv.column);
    board.landing(shape, mv.column) <= SPAWN_ROW
        && way.all(|column| board.is_free(shape.cells << column, SPAWN_ROW))
}

#[cfg(test)]
mod tests {
    use super::super::message::{Cell, Garbage, Start};
    use super::*;
    use crate::Piece;
    use crate::linear::{DT20, LinearPlayer};

    fn bot() -> Bot {
        Bot::new("linear", Box::new(LinearPlayer::new(DT20)), Budget::simulations(1), 1)
    }

    /// A board whose columns reach up to these heights.
    fn start(heights: [usize; 10], queue: &[Piece]) -> FrontEndMessage {
        let cell = |row, height| (row < height).then_some(Cell::Garbage(Garbage::G));
        let row = |row| heights.iter().map(|&height| cell(row, height)).collect();
        let board = (0..40).map(row).collect();
        FrontEndMessage::Start(Start { hold: None, queue: queue.to_vec(), board, randomizer: None })
    }

    fn suggested(bot: &mut Bot, message: FrontEndMessage) -> Vec<Placement> {
        match bot.answer(message) {
            Ok(Some(BotMessage::Suggestion { moves })) => moves,
            other => panic!("{other:?} is no suggestion"),
        }
    }

    #[test]
    fn an_empty_queue_is_waited_for() {
        let mut bot = bot();
        assert_eq!(bot.answer(start([0; 10], &[])).expect("a game"), None);
        assert_eq!(bot.answer(FrontEndMessage::Suggest).expect("a game"), None);
        let piece = Piece::O;
        let moves = suggested(&mut bot, FrontEndMessage::NewPiece { piece });
        assert!(!moves.is_empty() && moves.iter().all(|mv| mv.location.piece == piece));
        assert_eq!(bot.answer(FrontEndMessage::NewPiece { piece }).expect("a game"), None);
    }

    #[test]
    fn the_way_to_a_column_is_free() {
        let mut bot = bot();
        // The gap at the left is behind a wall that reaches over the spawn row.
        bot.answer(start([0, 25, 10, 10, 10, 10, 10, 10, 10, 10], &[Piece::I])).expect("a game");
        let moves = suggested(&mut bot, FrontEndMessage::Suggest);
        let behind = |mv: &&Placement| mv.location.cells().iter().any(|&(x, _)| x < 2);
        let first_behind = moves.iter().position(|mv| behind(&mv)).expect("they come last");
        assert!(first_behind > 10);
        assert!(moves[first_behind..].iter().all(|mv| behind(&mv)));
    }

    #[test]
    fn a_lost_game_is_given_up() {
        let mut bot = bot();
        bot.answer(start([40, 40, 40, 40, 40, 40, 40, 40, 40, 0], &[Piece::O])).expect("a game");
        assert_eq!(suggested(&mut bot, FrontEndMessage::Suggest), []);
    }

    #[test]
    fn a_placement_that_cannot_be_ends_the_game_that_is_known() {
        let mut bot = bot();
        bot.answer(start([0; 10], &[Piece::I, Piece::O])).expect("a game");
        let mut mv = suggested(&mut bot, FrontEndMessage::Suggest)[0];
        mv.location.y -= 1;
        assert!(matches!(bot.answer(FrontEndMessage::Play { mv }), Err(TbpError::NoRoom { .. })));
        assert!(matches!(bot.answer(FrontEndMessage::Suggest), Err(TbpError::NoGame("suggest"))));
        assert!(bot.answer(start([0; 10], &[Piece::I])).is_ok());
        assert!(!suggested(&mut bot, FrontEndMessage::Suggest).is_empty());
    }
}
