//! The engine: answers the commands of a controller.

use std::time::Duration;

use plywood_search::{Budget, Game, Notation, Player};

use super::command::Command;
use super::{COLOURS, read_colour, read_vertex, write_vertex};
use crate::clock_plan::ClockPlan;
use crate::game_clock::{GameClock, Overtime};
use crate::{Move, Othello};

/// The commands, in the order of `list_commands`.
pub(super) const COMMANDS: [&str; 18] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "showboard",
    "final_score",
    "set_game",
];

/// An engine that answers the protocol's commands with the moves of a player.
///
/// A side that can play on no square has to pass. Either the controller sends `play COLOUR pass`, or it
/// goes on with the other side, and the engine adds the pass. `genmove` answers `pass` once the game is over.
pub struct Engine {
    player: Box<dyn Player<Othello>>,
    budget: Budget,
    clock_budget: Budget,
    board: Othello,
    /// The board before each command that changed it, for `undo`.
    history: Vec<Othello>,
    /// The clock that both sides get at the start of a game; `None` without a time limit.
    settings: Option<GameClock>,
    /// The clocks of black and white.
    clocks: [Option<GameClock>; 2],
}

impl Engine {
    /// Creates an engine that spends `budget` on each move of `player` as long as no clock is set.
    pub fn new(player: Box<dyn Player<Othello>>, budget: Budget) -> Self {
        let mut clock_budget = budget.clone();
        (clock_budget.simulations, clock_budget.time) = (None, None);
        Engine {
            player,
            clock_budget,
            budget: budget.with_stop_early(true),
            board: Othello::start(),
            history: Vec::new(),
            settings: None,
            clocks: [None; 2],
        }
    }

    /// Sets the limits of a move that apply in addition to the clock. By default, these are the memory
    /// and the threads of the budget.
    pub fn with_clock_budget(self, clock_budget: Budget) -> Self {
        Engine { clock_budget, ..self }
    }

    /// Returns the text of the answer to a command, or the error message.
    pub(super) fn answer(&mut self, command: &Command) -> Result<String, String> {
        let done = |()| String::new();
        match command.name.as_str() {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("Plywood".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => {
                let name = command.argument(0, "the name of a command")?;
                Ok((name == "list_games" || COMMANDS.contains(&name)).to_string())
            }
            "list_commands" => Ok([&COMMANDS[..], &["list_games"]].concat().join("\n")),
            "list_games" => Ok("Othello".to_owned()),
            "set_game" => self.set_game(command).map(done),
            "quit" => Ok(String::new()),
            "boardsize" => self.set_size(command).map(done),
            "clear_board" => {
                self.clear();
                Ok(String::new())
            }
            // Othello has no komi, but controllers written for Go set it.
            "komi" => Ok(String::new()),
            "play" => self.play(command).map(done),
            "genmove" => self.generate(command),
            "reg_genmove" => self.suggest(command),
            "undo" => match self.history.pop() {
                Some(board) => {
                    self.board = board;
                    Ok(String::new())
                }
                None => Err("cannot undo: no move was played".to_owned()),
            },
            "time_settings" => self.set_clocks(command).map(done),
            "time_left" => self.set_time_left(command).map(done),
            "showboard" => Ok(format!("\n{}", Othello::picture(&self.board))),
            "final_score" => self.final_score(),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn clear(&mut self) {
        self.board = Othello::start();
        self.history.clear();
        self.clocks = [self.settings; 2];
    }

    fn set_game(&mut self, command: &Command) -> Result<(), String> {
        let name = command.argument(0, "the name of a game")?;
        if !name.eq_ignore_ascii_case("othello") {
            return Err(format!("unsupported game {name:?}: expected Othello"));
        }
        self.clear();
        Ok(())
    }

    fn set_size(&mut self, command: &Command) -> Result<(), String> {
        if command.argument(0, "the size of the board")? != "8" {
            return Err("unacceptable size: expected 8".to_owned());
        }
        self.clear();
        Ok(())
    }

    /// Returns the board with `seat` to move, after a pass of the other side if that side can play on no square.
    fn board_for(&self, seat: u8) -> Result<Othello, String> {
        let mut board = self.board;
        match board.seat() {
            Some(turn) if turn != seat && board.legal() == 0 => board.play(Move::PASS),
            Some(turn) if turn != seat => {
                return Err(format!("it is the turn of {}", COLOURS[usize::from(turn)]));
            }
            _ => {}
        }
        Ok(board)
    }

    fn play(&mut self, command: &Command) -> Result<(), String> {
        let seat = read_colour(command.argument(0, "a colour and a square")?)?;
        let text = command.argument(1, "a square or pass")?;
        let mv = read_vertex(&self.board, text).map_err(|error| error.to_string())?;
        if mv == Move::PASS && self.board.seat().is_none() {
            // Controllers written for Go end a game by two passes.
            self.history.push(self.board);
            return Ok(());
        }
        let board = self.board_for(seat).map_err(|problem| format!("illegal move: {problem}"))?;
        if board.clone().try_play(mv).is_err() {
            return Err(format!("illegal move {text}"));
        }
        self.make(board, mv);
        Ok(())
    }

    /// Plays a legal move on `board`: the current board, or the board after a pass of the other side.
    fn make(&mut self, board: Othello, mv: Move) {
        self.history.push(self.board);
        let moves = (board != self.board).then_some(Move::PASS).into_iter().chain([mv]);
        for mv in moves {
            let before = self.board;
            self.board.play(mv);
            self.player.observe(&before, mv, (), &self.board);
        }
    }

    /// Chooses a move within the time of the side's clock, and plays it.
    fn generate(&mut self, command: &Command) -> Result<String, String> {
        let seat = read_colour(command.argument(0, "a colour")?)?;
        let board = self.board_for(seat)?;
        let started = self.budget.clock.now();
        let mv = self.choose(&board, self.clocks[usize::from(seat)])?;
        let elapsed = self.budget.clock.now().saturating_sub(started);
        if let Some(clock) = &mut self.clocks[usize::from(seat)] {
            // The controller, not the engine, decides whether a side has lost on time.
            clock.spend(elapsed);
        }
        if board.seat().is_some() {
            self.make(board, mv);
        }
        Ok(write_vertex(&board, mv))
    }

    /// Chooses a move without regard to the clock, and does not play it.
    fn suggest(&mut self, command: &Command) -> Result<String, String> {
        let board = self.board_for(read_colour(command.argument(0, "a colour")?)?)?;
        let mv = self.choose(&board, None)?;
        Ok(write_vertex(&board, mv))
    }

    fn choose(&mut self, board: &Othello, clock: Option<GameClock>) -> Result<Move, String> {
        if board.seat().is_none() {
            return Ok(Move::PASS);
        }
        let player = &mut *self.player;
        let decision = match clock {
            Some(clock) => {
                let plan = ClockPlan::new(&clock, board.empties().count_ones());
                plan.decide(player, board, &self.clock_budget)
            }
            None => player.decide(board, &self.budget, &mut ()),
        };
        let reason = || decision.forfeit.unwrap_or_else(|| "the player named no move".to_owned());
        decision.mv.ok_or_else(reason)
    }

    /// Handles `time_settings MAIN OVERTIME MOVES`, with times in seconds. Overtime with 0 moves means no
    /// time limit, and overtime of 0 seconds means main time only.
    fn set_clocks(&mut self, command: &Command) -> Result<(), String> {
        let main = seconds(command.number(0, "the main time")?);
        let time = seconds(command.number(1, "the time of a period of overtime")?);
        let moves = command.number(2, "the moves of a period of overtime")? as u32;
        self.settings = match (time.is_zero(), moves) {
            (true, _) => Some(GameClock::new(main, None)),
            (false, 0) => None,
            (false, moves) => Some(GameClock::new(main, Some(Overtime { time, moves }))),
        };
        self.clocks = [self.settings; 2];
        Ok(())
    }

    /// Handles `time_left COLOUR TIME MOVES`: the remaining time in seconds, and the remaining moves of
    /// the period, or 0 in main time.
    fn set_time_left(&mut self, command: &Command) -> Result<(), String> {
        let seat = read_colour(command.argument(0, "a colour, a time and a number of moves")?)?;
        let left = seconds(command.number(1, "the time that is left")?);
        let moves = command.number(2, "the moves of the period")? as u32;
        let clock =
            self.clocks[usize::from(seat)].get_or_insert_with(|| GameClock::new(left, None));
        clock.set(left, Some(moves));
        Ok(())
    }

    fn final_score(&self) -> Result<String, String> {
        if self.board.seat().is_some() {
            return Err("cannot score: the game is not over".to_owned());
        }
        Ok(match self.board.score(0) {
            score if score > 0.0 => format!("B+{score}"),
            score if score < 0.0 => format!("W+{}", -score),
            _ => "0".to_owned(),
        })
    }
}

fn seconds(number: f64) -> Duration {
    Duration::from_secs_f64(number)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::Mutex;

    use plywood_search::{Clock, Decision, Observer};

    use super::*;

    /// A clock that the test player advances.
    #[derive(Clone, Debug, Default)]
    struct Hands(Arc<Mutex<Duration>>);

    impl Clock for Hands {
        fn now(&self) -> Duration {
            *self.0.lock().unwrap()
        }
    }

    /// A player that plays the first legal move after `takes`, and records its time limits.
    struct Slow {
        hands: Hands,
        takes: Duration,
        given: Arc<Mutex<Vec<Option<Duration>>>>,
    }

    impl Player<Othello> for Slow {
        fn decide(
            &mut self,
            view: &Othello,
            budget: &Budget,
            _observer: &mut dyn Observer<Move>,
        ) -> Decision<Move> {
            *self.hands.0.lock().unwrap() += self.takes;
            self.given.lock().unwrap().push(budget.time);
            let mut moves = Vec::new();
            view.moves(&mut moves);
            Decision::unsearched(moves.into_iter().map(|mv| (mv, None)))
        }
    }

    struct Bench {
        engine: Engine,
        given: Arc<Mutex<Vec<Option<Duration>>>>,
    }

    fn bench(takes: Duration) -> Bench {
        let (hands, given) = (Hands::default(), Arc::default());
        let player = Slow { hands: hands.clone(), takes, given: Arc::clone(&given) };
        let budget = Budget::simulations(10).with_clock(Arc::new(hands));
        Bench { engine: Engine::new(Box::new(player), budget), given }
    }

    impl Bench {
        fn ask(&mut self, line: &str) -> Result<String, String> {
            self.engine.answer(&Command::read(line).unwrap())
        }

        fn given(&self) -> Duration {
            self.given.lock().unwrap().pop().unwrap().expect("a clock limits the time")
        }
    }

    #[test]
    fn clocks_are_kept_and_corrected() {
        let mut bench = bench(Duration::from_secs(10));
        bench.ask("genmove b").unwrap();
        assert_eq!(bench.given.lock().unwrap().pop(), Some(None), "no clock, no time limit");
        bench.ask("clear_board").unwrap();
        bench.ask("time_settings 100 0 0").unwrap();
        bench.ask("genmove b").unwrap();
        let first = bench.given();
        assert!(first > Duration::from_secs(3) && first < Duration::from_secs(20), "{first:?}");
        let left = |bench: &Bench, seat: usize| bench.engine.clocks[seat].unwrap().left();
        assert_eq!(left(&bench, 0), Duration::from_secs(90), "the time of the move was spent");
        assert_eq!(left(&bench, 1), Duration::from_secs(100));
        bench.ask("time_left w 1.5 0").unwrap();
        bench.ask("genmove w").unwrap();
        assert!(bench.given() < Duration::from_millis(1500));
        bench.ask("reg_genmove b").unwrap();
        assert_eq!(left(&bench, 0), Duration::from_secs(90), "a regression test has no clock");
        bench.ask("clear_board").unwrap();
        assert_eq!(left(&bench, 0), Duration::from_secs(100));
        bench.ask("time_settings 0 60 5").unwrap();
        assert_eq!(bench.engine.clocks[0].unwrap().period_moves(), Some(5));
        bench.ask("time_left b 30 2").unwrap();
        assert_eq!(bench.engine.clocks[0].unwrap().period_moves(), Some(2));
        bench.ask("time_settings 0 60 0").unwrap();
        assert_eq!(bench.engine.clocks, [None; 2], "overtime without moves is no limit");
    }

    #[test]
    fn moves_are_checked_and_undone() {
        let mut bench = bench(Duration::ZERO);
        assert!(bench.ask("play w d3").unwrap_err().contains("turn of black"));
        assert!(bench.ask("play b pass").is_err());
        bench.ask("play b d3").unwrap();
        bench.ask("play w c3").unwrap();
        bench.ask("undo").unwrap();
        bench.ask("play white E3").unwrap();
        assert!(bench.ask("final_score").unwrap_err().starts_with("cannot score"));
        bench.ask("undo").unwrap();
        bench.ask("undo").unwrap();
        assert!(bench.ask("undo").is_err());
        assert_eq!(bench.engine.board, Othello::start());
        assert!(bench.ask("showboard").unwrap().starts_with("\n    a b c"));
    }

    #[test]
    fn passes_may_be_left_out() {
        // Black has no move; white plays again.
        let board = Othello::start().read_position(&format!("OX{} X", "-".repeat(62))).unwrap();
        assert_eq!((board.seat(), board.legal()), (Some(0), 0));
        let mut bench = bench(Duration::ZERO);
        bench.engine.board = board;
        assert_eq!(bench.ask("reg_genmove b").unwrap(), "pass");
        bench.ask("play w c1").unwrap();
        assert_eq!(bench.ask("final_score").unwrap(), "W+64");
        assert_eq!(bench.ask("genmove b").unwrap(), "pass", "the game is over");
        bench.ask("play b pass").unwrap();
        bench.ask("undo").unwrap();
        bench.ask("undo").unwrap();
        assert_eq!(bench.engine.board, board, "the pass is taken back with the move");
        assert_eq!(bench.ask("genmove b").unwrap(), "pass");
        assert_eq!(bench.ask("genmove w").unwrap(), "C1");
    }

    #[test]
    fn a_game_against_itself_ends_with_a_score() {
        let mut bench = bench(Duration::ZERO);
        for turn in 0..130 {
            let colour = COLOURS[turn % 2];
            bench.ask(&format!("genmove {colour}")).unwrap();
        }
        let score = bench.ask("final_score").unwrap();
        assert!(score == "0" || score.starts_with("B+") || score.starts_with("W+"), "{score}");
    }
}
