//! The bot: answers the messages of a front end.

use plywood_search::{Budget, Player, Rng};

use super::TbpError;
use super::game::{FrontEndGame, SPAWN_ROWS};
use super::message::{BotMessage, FrontEndMessage, Location, Placement, Spin};
use super::srs::spawn_column;
use crate::{Move, Position, Tetris};

/// A bot that answers the protocol's messages with the moves of a player.
///
/// The bot never swaps pieces: a suggestion places the first piece of the queue, or the held piece if
/// the queue is empty.
pub struct Bot {
    name: String,
    player: Box<dyn Player<Tetris>>,
    budget: Budget,
    rng: Rng,
    game: Option<FrontEndGame>,
    /// Whether a `suggest` is still unanswered because there was no piece to place.
    owes_suggestion: bool,
}

impl Bot {
    /// A bot that spends `budget` on each suggestion of `player`. If the front end does not show the
    /// next piece, a generator with this seed draws it.
    pub fn new(name: &str, player: Box<dyn Player<Tetris>>, budget: Budget, seed: u64) -> Self {
        let (name, rng) = (name.to_owned(), Rng::new(seed));
        Bot { name, player, budget, rng, game: None, owes_suggestion: false }
    }

    /// The first message.
    pub(super) fn info(&self) -> BotMessage {
        BotMessage::Info {
            name: format!("Plywood {}", self.name),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            author: "Plywood".to_owned(),
            features: vec!["randomizer".to_owned()],
        }
    }

    /// Returns the answer to a message; `None` if no answer is due. After an error in `start` or `play`
    /// the board is unknown, and the bot waits for the next `start`.
    pub(super) fn answer(
        &mut self,
        message: FrontEndMessage,
    ) -> Result<Option<BotMessage>, TbpError> {
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

    /// Returns all placements in the player's order of preference, except that unreachable placements
    /// come last.
    fn suggestion(&mut self, position: &Position) -> BotMessage {
        let decision = self.player.decide(position, &self.budget, &mut ());
        let mut moves: Vec<Move> =
            decision.candidates.iter().map(|candidate| candidate.mv).collect();
        let spawn_row = spawn_row(position);
        moves.sort_by_key(|&mv| !spawn_row.is_some_and(|row| is_reachable(position, mv, row)));
        let moves = moves.into_iter().map(|mv| {
            let bottom = position.place(mv).bottom;
            let location = Location::of(position.current(), mv, bottom);
            Placement { location, spin: Spin::None }
        });
        BotMessage::Suggestion { moves: moves.collect() }
    }
}

/// Returns the first spawn row in which the current piece fits; `None` if both rows are blocked.
fn spawn_row(position: &Position) -> Option<u8> {
    let piece = position.current();
    let cells = piece.shape(0).cells << spawn_column(piece, 0);
    SPAWN_ROWS.into_iter().find(|&row| position.board().is_free(cells, row))
}

/// Whether the piece, rotated in `spawn_row`, can move sideways to its column and drop.
fn is_reachable(position: &Position, mv: Move, spawn_row: u8) -> bool {
    let (board, shape) = (position.board(), position.current().shape(mv.rotation));
    let start = spawn_column(position.current(), mv.rotation);
    let mut way = start.min(mv.column)..=start.max(mv.column);
    board.landing(shape, mv.column) <= spawn_row
        && way.all(|column| board.is_free(shape.cells << column, spawn_row))
}

#[cfg(test)]
mod tests {
    use super::super::message::{Cell, Start};
    use super::*;
    use crate::Piece;
    use crate::linear::{DT20, LinearPlayer};

    fn bot() -> Bot {
        Bot::new("linear", Box::new(LinearPlayer::new(DT20)), Budget::simulations(1), 1)
    }

    /// A game on a board with these column heights.
    fn start(heights: [usize; 10], queue: &[Piece]) -> FrontEndMessage {
        let cell = |row, height| (row < height).then_some(Cell::G);
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
    fn an_empty_queue_waits_for_a_piece() {
        let mut bot = bot();
        assert_eq!(bot.answer(start([0; 10], &[])).expect("a game"), None);
        assert_eq!(bot.answer(FrontEndMessage::Suggest).expect("a game"), None);
        let piece = Piece::O;
        let moves = suggested(&mut bot, FrontEndMessage::NewPiece { piece });
        assert!(!moves.is_empty() && moves.iter().all(|mv| mv.location.piece == piece));
        assert_eq!(bot.answer(FrontEndMessage::NewPiece { piece }).expect("a game"), None);
    }

    #[test]
    fn the_held_piece_is_placed_when_the_queue_is_empty() {
        let mut bot = bot();
        let FrontEndMessage::Start(start) = start([0; 10], &[]) else { panic!("a start") };
        let start = FrontEndMessage::Start(Start { hold: Some(Piece::T), ..start });
        bot.answer(start).expect("a game");
        let moves = suggested(&mut bot, FrontEndMessage::Suggest);
        assert_eq!(moves.len(), 34);
        assert!(moves.iter().all(|mv| mv.location.piece == Piece::T));
        bot.answer(FrontEndMessage::Play { mv: moves[0] }).expect("the T is placed");
        // At this point neither the queue nor the hold has a piece.
        assert_eq!(bot.answer(FrontEndMessage::Suggest).expect("a game"), None);
        let moves = suggested(&mut bot, FrontEndMessage::NewPiece { piece: Piece::O });
        assert!(moves.iter().all(|mv| mv.location.piece == Piece::O));
    }

    /// Asserts that placements in columns 0 and 1 come last, after more than ten others.
    fn assert_left_columns_last(heights: [usize; 10]) {
        let mut bot = bot();
        bot.answer(start(heights, &[Piece::I])).expect("a game");
        let moves = suggested(&mut bot, FrontEndMessage::Suggest);
        let behind = |mv: &Placement| mv.location.cells().iter().any(|&(x, _)| x < 2);
        let first_behind = moves.iter().position(behind).expect("they come last");
        assert!(first_behind > 10, "{heights:?}");
        assert!(moves[first_behind..].iter().all(behind), "{heights:?}");
    }

    #[test]
    fn unreachable_placements_come_last() {
        // Column 1 is filled above the spawn row, so that column 0 cannot be reached.
        assert_left_columns_last([0, 25, 10, 10, 10, 10, 10, 10, 10, 10]);
    }

    #[test]
    fn a_blocked_spawn_row_is_tried_one_row_higher() {
        // Row 19 is blocked in column 4, row 20 is free.
        assert_left_columns_last([0, 25, 10, 10, 20, 10, 10, 10, 10, 10]);
    }

    #[test]
    fn a_lost_game_gets_no_suggestions() {
        let mut bot = bot();
        bot.answer(start([40, 40, 40, 40, 40, 40, 40, 40, 40, 0], &[Piece::O])).expect("a game");
        assert_eq!(suggested(&mut bot, FrontEndMessage::Suggest), []);
    }

    #[test]
    fn after_an_impossible_placement_the_bot_waits_for_a_start() {
        let mut bot = bot();
        bot.answer(start([0; 10], &[Piece::I, Piece::O])).expect("a game");
        let mut mv = suggested(&mut bot, FrontEndMessage::Suggest)[0];
        mv.location.y -= 1;
        assert!(matches!(bot.answer(FrontEndMessage::Play { mv }), Err(TbpError::NoRoom(..))));
        assert!(matches!(bot.answer(FrontEndMessage::Suggest), Err(TbpError::NoGame("suggest"))));
        assert!(bot.answer(start([0; 10], &[Piece::I])).is_ok());
        assert!(!suggested(&mut bot, FrontEndMessage::Suggest).is_empty());
    }
}
