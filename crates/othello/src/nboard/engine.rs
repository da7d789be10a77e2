//! The engine: carries out the commands of a graphical board.

use std::io::{self, Write};

use plywood_search::{Budget, Candidate, Decision, Game, Notation, Player, Stats, shortened};

use super::Flow;
use super::interrupts::Interrupts;
use crate::{Move, Othello, ggf};

/// An engine that carries out the protocol's commands with the decisions of a player.
pub struct Engine {
    name: String,
    player: Box<dyn Player<Othello>>,
    budget: Budget,
    /// The positions of the game; the last is the current one.
    positions: Vec<Othello>,
}

impl Engine {
    /// Creates an engine that spends `budget` on each decision of `player`. The command `set depth` does not
    /// change the budget, because not every player has a depth.
    pub fn new(name: &str, player: Box<dyn Player<Othello>>, budget: Budget) -> Self {
        Engine { name: name.to_owned(), player, budget, positions: vec![Othello::start()] }
    }

    /// Carries out a command and writes its answers.
    pub(super) fn obey(
        &mut self,
        word: &str,
        rest: &str,
        interrupts: &Interrupts,
        output: &mut impl Write,
    ) -> io::Result<Flow> {
        let problem = match word {
            "nboard" => {
                writeln!(output, "set myname Plywood {}", self.name)?;
                None
            }
            "set" => self.set(rest).err(),
            "move" => self.play(rest).err(),
            "hint" => match rest.parse() {
                Ok(count) => {
                    self.hint(count, interrupts, output)?;
                    None
                }
                Err(_) => Some(format!("{rest:?} is no number of moves")),
            },
            "go" => {
                self.go(interrupts, output)?;
                None
            }
            "analyze" => {
                self.analyze(interrupts, output)?;
                None
            }
            "ping" => {
                writeln!(output, "pong {}", shortened(rest))?;
                None
            }
            // The engine does not learn, but the board waits for this answer.
            "learn" => {
                writeln!(output, "learned")?;
                None
            }
            "quit" => return Ok(Flow::Break(())),
            _ => None,
        };
        if let Some(problem) = problem {
            writeln!(output, "status {}", shortened(&problem))?;
        }
        Ok(Flow::Continue(()))
    }

    fn board(&self) -> Othello {
        *self.positions.last().expect("a game has a position")
    }

    /// Handles `set game`. Other settings have no effect.
    fn set(&mut self, rest: &str) -> Result<(), String> {
        let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if what == "game" {
            self.positions = read_game(value)?;
        }
        Ok(())
    }

    /// Plays a move such as `F5/1.5/2`. The evaluation and the time after the move are ignored.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let mut board = self.board();
        let text = text.split('/').next().unwrap_or_default();
        let mv = board.read_move(text).map_err(|error| error.to_string())?;
        board.try_play(mv).map_err(|_| format!("illegal move {text}"))?;
        self.player.observe(&self.board(), mv, (), &board);
        self.positions.push(board);
        Ok(())
    }

    /// Writes the best `count` moves as `search` lines.
    fn hint(
        &mut self,
        count: usize,
        interrupts: &Interrupts,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let board = self.board();
        let budget = self.budget.clone().with_analyse(true);
        let Some(decision) = self.think(&board, &budget, interrupts, output)? else {
            return Ok(());
        };
        for candidate in decision.candidates.iter().take(count.max(1)) {
            let line: String = candidate.pv.iter().map(|&mv| write_move(&board, mv)).collect();
            let (eval, depth) = (discs(candidate), depth(candidate, &decision.stats));
            writeln!(output, "search {line} {eval:.2} 0 {depth}")?;
        }
        finish(&decision.stats, output)
    }

    /// Writes the move that the player chooses. Does not play it: the board sends it back as a `move` command.
    fn go(&mut self, interrupts: &Interrupts, output: &mut impl Write) -> io::Result<()> {
        let board = self.board();
        let budget = self.budget.clone().with_stop_early(true);
        let Some(decision) = self.think(&board, &budget, interrupts, output)? else {
            return Ok(());
        };
        finish(&decision.stats, output)?;
        if let Some(best) = decision.candidates.first() {
            let (mv, eval) = (write_move(&board, best.mv), discs(best));
            writeln!(output, "=== {mv}/{eval:.2}/{:.2}", decision.stats.elapsed.as_secs_f64())?;
        }
        Ok(())
    }

    /// Writes the evaluation of every position of the game, beginning with the last position.
    fn analyze(&mut self, interrupts: &Interrupts, output: &mut impl Write) -> io::Result<()> {
        let cancel = interrupts.begin_search();
        for (moves, position) in self.positions.clone().iter().enumerate().rev() {
            if cancel.is_cancelled() {
                break;
            }
            // Asks for an analysis, so that a position with a single legal move is valued, too.
            let budget = self.budget.clone().with_cancel(cancel.clone()).with_analyse(true);
            let eval = match position.seat() {
                Some(_) => {
                    let decision = self.player.decide(position, &budget, &mut ());
                    decision.candidates.first().map_or(0.0, discs)
                }
                None => position.score(position.turn),
            };
            writeln!(output, "analysis {moves} {eval:.2}")?;
            output.flush()?;
        }
        Ok(())
    }

    /// Returns the player's decision. Returns `None` and writes a `status` line if the game is over or the
    /// player forfeits.
    fn think(
        &mut self,
        board: &Othello,
        budget: &Budget,
        interrupts: &Interrupts,
        output: &mut impl Write,
    ) -> io::Result<Option<Decision<Move>>> {
        if board.seat().is_none() {
            writeln!(output, "status the game is over")?;
            return Ok(None);
        }
        writeln!(output, "status thinking")?;
        output.flush()?;
        let budget = budget.clone().with_cancel(interrupts.begin_search());
        let started = budget.clock.now();
        let mut decision = self.player.decide(board, &budget, &mut ());
        if let Some(reason) = &decision.forfeit {
            writeln!(output, "status {}", shortened(reason))?;
            return Ok(None);
        }
        if decision.stats.elapsed.is_zero() {
            decision.stats.elapsed = budget.clock.now().saturating_sub(started);
        }
        Ok(Some(decision))
    }
}

/// Writes the nodes and the time of a search, and clears the status `thinking`.
fn finish(stats: &Stats, output: &mut impl Write) -> io::Result<()> {
    // Decisions of the solver have nodes but no simulations.
    let nodes = if stats.simulations > 0 { stats.simulations } else { stats.nodes };
    let seconds = stats.elapsed.as_secs_f64();
    writeln!(output, "nodestats {nodes} {seconds:.2}")?;
    writeln!(output, "status")
}

/// Reads a game in GGF. Returns its positions.
fn read_game(text: &str) -> Result<Vec<Othello>, String> {
    let game = ggf::read_one(text).map_err(|error| error.to_string())?;
    let mut positions = vec![game.start];
    let mut board = game.start;
    for mv in game.moves {
        board.play(mv);
        positions.push(board);
    }
    Ok(positions)
}

fn write_move(board: &Othello, mv: Move) -> String {
    match mv {
        Move::PASS => "PA".to_owned(),
        mv => board.write_move(mv).to_ascii_uppercase(),
    }
}

/// The smallest difference of discs in a won game.
const SMALLEST_WIN: f64 = 2.0;

/// The scale of the logistic curve from discs to win probability: a lead of this many discs gives odds of e to
/// 1. The value is an estimate, by which a lead of 9 discs gives a win probability of 75%.
const DISCS_PER_LOGIT: f64 = 8.0;

/// Returns the value of a candidate in discs for the side to move: its score if it has one. Tree searches value
/// moves by win probability: a proven result counts as the smallest margin, and an unproven value is converted
/// by the logistic curve. Values of unsearched candidates are in discs already.
fn discs(candidate: &Candidate<Move>) -> f64 {
    if let Some(score) = candidate.score {
        return score;
    }
    let Some(value) = candidate.value else { return 0.0 };
    if candidate.visits == Some(0) && candidate.proven.is_none() {
        return value;
    }
    if candidate.proven.is_some() {
        return (value - 0.5) * 2.0 * SMALLEST_WIN;
    }
    let odds = value.clamp(1e-6, 1.0 - 1e-6);
    (DISCS_PER_LOGIT * (odds / (1.0 - odds)).ln()).clamp(-64.0, 64.0)
}

/// Returns the depth of a candidate in the notation of NBoard: `100%` if its score is exact, `100%W` if only its
/// win, draw or loss is proven.
fn depth(candidate: &Candidate<Move>, stats: &Stats) -> String {
    match (candidate.proven, candidate.score) {
        (Some(_), Some(_)) => "100%".to_owned(),
        (Some(_), None) => "100%W".to_owned(),
        (None, _) => candidate.depth.unwrap_or(stats.max_depth).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::MCTS;

    fn answers(engine: &mut Engine, lines: &str) -> Vec<String> {
        let mut output = Vec::new();
        for line in lines.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let _ = engine.obey(word, rest, &Interrupts::default(), &mut output).unwrap();
        }
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    fn engine() -> Engine {
        Engine::new("mcts", Box::new(MCTS.player().with_seed(7)), Budget::simulations(200))
    }

    #[test]
    fn go_does_not_play() {
        let mut engine = engine();
        let first = answers(&mut engine, "set game (;GM[Othello]B[F5]W[D6];)\ngo\n");
        assert_eq!(engine.positions.len(), 3);
        let chosen = first.last().unwrap().strip_prefix("=== ").unwrap();
        let [mv, eval, seconds] = chosen.split('/').collect::<Vec<_>>()[..] else { panic!() };
        assert!(eval.parse::<f64>().is_ok() && seconds.parse::<f64>().is_ok(), "{chosen}");
        assert!(answers(&mut engine, &format!("move {mv}/{eval}/{seconds}")).is_empty());
        assert_eq!(engine.positions.len(), 4);
        assert_eq!(answers(&mut engine, "move a1"), ["status illegal move a1"]);
    }

    #[test]
    fn hints_are_lines_of_the_best_moves() {
        let lines = answers(&mut engine(), "hint 3");
        let hints: Vec<_> = lines.iter().filter(|line| line.starts_with("search ")).collect();
        assert_eq!(hints.len(), 3, "{lines:?}");
        for hint in hints {
            let words: Vec<_> = hint.split(' ').collect();
            let [_, pv, eval, zero, depth] = words[..] else { panic!("{hint}") };
            assert!(pv.len() >= 2 && pv.len() % 2 == 0, "{hint}");
            assert!(eval.parse::<f64>().unwrap().abs() <= 64.0 && zero == "0", "{hint}");
            assert!(depth.parse::<u32>().is_ok(), "{hint}");
        }
        assert_eq!(lines.iter().filter(|line| line.starts_with("nodestats 200 ")).count(), 1);
    }

    #[test]
    fn proven_wins_are_marked() {
        // White has one disc left, which black's only move flips.
        let board = format!("XO{}", "-".repeat(62));
        let lines = answers(&mut engine(), &format!("set game (;BO[8 {board} *];)\nhint 1"));
        assert_eq!(lines[1], "search C1 2.00 0 100%W");
        let lines =
            answers(&mut engine(), &format!("set game (;BO[8 {board} *]B[C1];)\ngo\nhint 1"));
        assert_eq!(lines, ["status the game is over"; 2]);
    }

    #[test]
    fn every_position_is_analysed() {
        let lines = answers(&mut engine(), "set game (;GM[Othello]B[F5]W[D6];)\nanalyze");
        let numbers: Vec<_> = lines.iter().map(|line| line.split(' ').nth(1).unwrap()).collect();
        assert_eq!(numbers, ["2", "1", "0"]);
    }

    #[test]
    fn values_become_discs() {
        let mut candidate = Candidate::unsearched(Move::PASS, Some(-6.0));
        assert_eq!(discs(&candidate), -6.0);
        candidate.visits = Some(10);
        for (value, expected) in [(0.5, 0.0), (0.75, 8.79), (0.0, -64.0), (1.0, 64.0)] {
            candidate.value = Some(value);
            assert!((discs(&candidate) - expected).abs() < 0.01, "{value}");
        }
        candidate.proven = Some(0.0);
        candidate.value = Some(0.0);
        assert_eq!((discs(&candidate), &*depth(&candidate, &Stats::default())), (-2.0, "100%W"));
        candidate.score = Some(-12.0);
        assert_eq!((discs(&candidate), &*depth(&candidate, &Stats::default())), (-12.0, "100%"));
        (candidate.proven, candidate.depth) = (None, Some(9));
        assert_eq!(depth(&candidate, &Stats::default()), "9");
    }
}
