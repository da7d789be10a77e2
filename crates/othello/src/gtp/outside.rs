//! The player `gtp`: another program, an engine with the Go Text Protocol, chooses the moves.

use std::time::Duration;

use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{Choice, InputError, Key, PlayerKind, Settings};
use plywood_search::{Budget, Decision, Game, Observer, Player, quoted, shortened};

use super::process::{Fault, Process};
use super::{COLOURS, read_vertex, write_vertex};
use crate::{Move, Othello};

/// How an engine learns of the passes of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passes {
    /// Every pass is sent to the engine.
    #[default]
    Explicit,
    /// No pass is sent: the engine adds the pass of a side that can play on no square.
    Implicit,
}

/// A player whose moves are chosen by an external engine with the Go Text Protocol.
///
/// The engine is started by the first decision, and ended when the player is dropped. The player has to
/// observe the game from its start: it forfeits in a position whose earlier moves it has not observed. It
/// also forfeits if the engine exits, does not answer in time, resigns or plays an illegal move.
pub struct OutsideEngine {
    words: Vec<String>,
    passes: Passes,
    timeout: Duration,
    game: KnownGame,
    running: Option<Running>,
}

/// The default time limit for an answer of the engine.
const TIMEOUT: Duration = Duration::from_secs(60);

impl OutsideEngine {
    /// Creates a player that runs `command`: a program and its arguments, separated by blanks, with quotes as
    /// in a shell. No shell interprets the command. Returns an error if the command is empty or a quote is not closed.
    pub fn new(command: &str) -> Result<Self, InputError> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| InputError::BadValue {
            key: "command".to_owned(),
            value: command.to_owned(),
            expected: "a program and its arguments".to_owned(),
        })?;
        let game = KnownGame::default();
        Ok(OutsideEngine { words, passes: Passes::Explicit, timeout: TIMEOUT, game, running: None })
    }

    /// Sets whether passes are sent to the engine.
    pub fn with_passes(self, passes: Passes) -> Self {
        OutsideEngine { passes, ..self }
    }

    /// Sets the time limit for each answer of the engine.
    pub fn with_timeout(self, timeout: Duration) -> Self {
        OutsideEngine { timeout, ..self }
    }

    /// Asks the engine for a legal move.
    fn choose(&mut self, position: &Othello, seat: u8, budget: &Budget) -> Result<Move, Fault> {
        if !self.game.go_back_to(position) {
            return Err(Fault::UnknownMoves);
        }
        if position.legal() == 0 {
            // The pass is forced, so the engine is not asked. The pass is sent with the next moves.
            return Ok(Move::PASS);
        }
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.words, self.timeout, budget)?,
        };
        running.follow(&self.game, self.passes, budget)?;
        let mv = running.choose(position, seat, budget)?;
        self.running = Some(running);
        Ok(mv)
    }
}

impl Player<Othello> for OutsideEngine {
    fn decide(
        &mut self,
        view: &Othello,
        budget: &Budget,
        _observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
        let Some(seat) = view.seat() else { return Decision::unsearched([]) };
        match self.choose(view, seat, budget) {
            Ok(choice) => {
                let mut moves = Vec::new();
                view.moves(&mut moves);
                let others = moves.into_iter().filter(|&mv| mv != choice);
                Decision::unsearched([choice].into_iter().chain(others).map(|mv| (mv, None)))
            }
            // An engine that failed has been dropped by `choose`. A later decision starts it again.
            Err(fault) => Decision::forfeit(fault.to_string()),
        }
    }

    fn observe(&mut self, before: &Othello, mv: Move, _seen: (), after: &Othello) {
        self.game.observe(before, mv, after);
    }
}

/// The moves of the game, if they were observed from its start.
struct KnownGame {
    moves: Vec<Move>,
    /// The positions before and after each move, beginning with the start; empty if earlier moves are unknown.
    positions: Vec<Othello>,
}

impl Default for KnownGame {
    fn default() -> Self {
        KnownGame { moves: Vec::new(), positions: vec![Othello::start()] }
    }
}

impl KnownGame {
    /// Takes back moves until `position` is reached. Returns `false` if the game has not passed through it.
    fn go_back_to(&mut self, position: &Othello) -> bool {
        if *position == Othello::start() {
            *self = KnownGame::default();
        }
        let Some(index) = self.positions.iter().rposition(|known| known == position) else {
            return false;
        };
        self.positions.truncate(index + 1);
        self.moves.truncate(index);
        true
    }

    fn observe(&mut self, before: &Othello, mv: Move, after: &Othello) {
        if self.go_back_to(before) {
            self.moves.push(mv);
            self.positions.push(*after);
        } else {
            self.moves.clear();
            self.positions.clear();
        }
    }
}

/// A running engine and the moves that it has been sent.
struct Running {
    process: Process,
    timeout: Duration,
    sent: Vec<Move>,
}

impl Running {
    /// Starts an engine and sets up an empty board.
    fn start(words: &[String], timeout: Duration, budget: &Budget) -> Result<Self, Fault> {
        let process = Process::start(words)?;
        let mut running = Running { process, timeout, sent: Vec::new() };
        // An engine that plays several games needs the name of the game.
        if running.ask("known_command set_game", budget)? == "true" {
            running.ask("set_game Othello", budget)?;
        }
        running.ask("boardsize 8", budget)?;
        running.ask("clear_board", budget)?;
        Ok(running)
    }

    fn ask(&mut self, command: &str, budget: &Budget) -> Result<String, Fault> {
        self.process.ask(command, self.timeout, budget)
    }

    /// Sends the moves of `game` that the engine does not have yet.
    fn follow(&mut self, game: &KnownGame, passes: Passes, budget: &Budget) -> Result<(), Fault> {
        if !game.moves.starts_with(&self.sent) {
            self.ask("clear_board", budget)?;
            self.sent.clear();
        }
        for (before, &mv) in game.positions.iter().zip(&game.moves).skip(self.sent.len()) {
            if mv != Move::PASS || passes == Passes::Explicit {
                let colour = COLOURS[usize::from(before.turn)];
                self.ask(&format!("play {colour} {}", write_vertex(before, mv)), budget)?;
            }
            self.sent.push(mv);
        }
        Ok(())
    }

    /// Asks the engine for a move, and records that the engine has it.
    fn choose(&mut self, position: &Othello, seat: u8, budget: &Budget) -> Result<Move, Fault> {
        let command = format!("genmove {}", COLOURS[usize::from(seat)]);
        let answer = self.ask(&command, budget)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Fault::Resigned);
        }
        let mv = read_vertex(position, &answer).ok();
        let legal = mv.filter(|&mv| position.clone().try_play(mv).is_ok());
        let mv = legal.ok_or_else(|| {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let moves: Vec<_> = moves.iter().map(|&mv| write_vertex(position, mv)).collect();
            let expected = moves.join(" ");
            Fault::NoMove { command, answer: shortened(&answer), expected }
        })?;
        self.sent.push(mv);
        Ok(mv)
    }
}

static PASSES: Choice<Passes, 2> = Choice::new(
    "passes",
    "whether the engine gets passes, or passes by itself",
    [("explicit", Passes::Explicit), ("implicit", Passes::Implicit)],
);

/// Returns the kind of player `gtp`.
pub(crate) fn kind() -> PlayerKind<Othello> {
    let keys = [
        Key::new("command", "the program and its arguments, without a shell"),
        PASSES.key_with_default(Passes::Explicit),
        Key::new("timeout", "time for an answer, such as 500ms or 2m").with_default("1m"),
    ];
    let summary = "an outside engine that speaks the Go Text Protocol";
    let make = |settings: &Settings, _seed| {
        let Some(command) = settings.local("command")? else {
            let example = quoted("gtp:command=\"gtp-rhino --level=1\"");
            let problem = format!("gtp has no command: expected one, such as {example}");
            return Err(InputError::NotOffered(problem));
        };
        let mut engine = OutsideEngine::new(command)?;
        engine.passes = settings.choice(&PASSES)?.unwrap_or_default();
        engine.timeout = settings.duration("timeout")?.unwrap_or(TIMEOUT);
        Ok(ConfiguredPlayer::new(engine, Budget::simulations(1), "discs"))
    };
    PlayerKind::new("gtp", summary, &keys, make)
        .with_example("gtp:command=\"gtp-rhino --level=1 --book=0\",passes=implicit")
        .with_local_names()
}

#[cfg(test)]
mod tests {
    use plywood_search::Notation;

    use super::*;

    #[test]
    fn commands_are_split_as_in_a_shell() {
        let words = |command: &str| OutsideEngine::new(command).map(|engine| engine.words);
        assert_eq!(words("a 'b c' d\\ e \"f\"").unwrap(), ["a", "b c", "d e", "f"]);
        assert!(words("").is_err() && words("  ").is_err() && words("'a").is_err());
    }

    #[test]
    fn the_moves_of_a_game_are_known_from_its_start() {
        let after = |transcript: &str| Othello::start().read_position(transcript).unwrap();
        let mv = |text: &str| Othello::start().read_move(text).unwrap();
        let mut game = KnownGame::default();
        assert!(game.go_back_to(&Othello::start()));
        game.observe(&Othello::start(), mv("d3"), &after("d3"));
        game.observe(&after("d3"), mv("c3"), &after("d3c3"));
        assert!(game.go_back_to(&after("d3")), "a move was taken back");
        assert_eq!(game.moves, [mv("d3")]);
        game.observe(&after("d3"), mv("e3"), &after("d3e3"));
        assert_eq!(game.moves, [mv("d3"), mv("e3")]);
        assert!(!game.go_back_to(&after("f5")));
        game.observe(&after("f5"), mv("d6"), &after("f5d6"));
        assert!(!game.go_back_to(&after("f5d6")), "the moves before f5 are unknown");
        assert!(game.go_back_to(&Othello::start()), "a new game begins");
        assert!(game.moves.is_empty());
    }

    #[test]
    fn faults_are_forfeits_with_a_reason() {
        let decide = |command: &str, position: &str| {
            let position = Othello::start().read_position(position).unwrap();
            let mut player = OutsideEngine::new(command).unwrap();
            player.observe(&Othello::start(), Move::at(19), (), &position);
            let decision = player.decide(&position, &Budget::simulations(1), &mut ());
            assert_eq!(decision.mv, None);
            decision.forfeit.unwrap()
        };
        assert!(decide("/no/such/program", "d3").starts_with("the engine cannot be started"));
        let mut unknown = OutsideEngine::new("/no/such/program").unwrap();
        let position = Othello::start().read_position("f5d6").unwrap();
        let decision = unknown.decide(&position, &Budget::simulations(1), &mut ());
        assert!(decision.forfeit.unwrap().contains("from the start of a game only"));
    }
}
