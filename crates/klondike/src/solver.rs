//! Exact solver of states with all cards known ("thoughtful" Klondike).

mod arrangement;
mod layout;
mod moves;
mod position;
mod replay;
mod shortest;
#[cfg(test)]
mod tests;
mod visited;

use crate::{Command, Klondike};
use layout::Layout;
use position::{Move, Position};
use visited::{Full, Visited};

pub(crate) use shortest::Shortest;

/// The verdict of a [`Solver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The state can be won.
    Solvable,
    /// The state cannot be won.
    Unsolvable,
    /// A limit was reached first.
    Unknown,
}

/// Decides whether states can be won if all cards are known, including face-down cards.
///
/// The search is depth-first over positions up to reversible moves, with a set of visited positions. Later calls of
/// [`solve`](Solver::solve) reuse the memory of earlier ones.
///
/// ```
/// use plywood_klondike::{Deal, Klondike, Outcome, Rules, Solver};
///
/// let mut solver = Solver::new(64 << 20);
/// let start = Klondike::new(Rules::default(), &Deal::from_seed(0));
/// assert_eq!(solver.solve(&start, 100_000, || false), Outcome::Solvable);
/// ```
#[derive(Debug)]
pub struct Solver {
    visited: Visited,
    path: Vec<Step>,
    moves: Vec<Move>,
    /// The move that reached a won position.
    last: Option<Move>,
    nodes: u64,
}

/// A position of the path from the start.
#[derive(Clone, Copy, Debug)]
struct Step {
    position: Position,
    /// The move that led here; `None` at the start.
    played: Option<Move>,
    /// Index in `Solver::moves` of the first untried move of this position. Its untried moves end where those of the
    /// next step begin.
    first: usize,
}

/// The number of positions between two calls of `stop`.
pub(crate) const STOP_PERIOD: u64 = 1024;

impl Solver {
    /// Creates a solver whose set of visited positions uses at most `bytes`, or its minimum size if that is more.
    pub fn new(bytes: usize) -> Solver {
        Solver {
            visited: Visited::new(bytes),
            path: Vec::new(),
            moves: Vec::new(),
            last: None,
            nodes: 0,
        }
    }

    /// The number of positions that the last [`solve`](Solver::solve) reached, including repeated ones. At most the
    /// limit of this call.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The size in bytes of the set of positions that the last [`solve`](Solver::solve) visited.
    pub fn bytes(&self) -> usize {
        self.visited.bytes()
    }

    /// Decides whether a state can be won under its rules, ignoring the limit on the number of commands.
    ///
    /// Returns [`Outcome::Unknown`] after `nodes` positions, if the memory is full, or if `stop` returns `true`. `stop`
    /// is called every 1,024 positions.
    pub fn solve(&mut self, state: &Klondike, nodes: u64, stop: impl FnMut() -> bool) -> Outcome {
        self.visited.clear();
        self.path.clear();
        self.moves.clear();
        self.last = None;
        self.nodes = 0;
        self.search(state, nodes, stop).unwrap_or(Outcome::Unknown)
    }

    /// Returns commands that win `state`, if the last [`solve`](Solver::solve) was of this state and returned
    /// [`Outcome::Solvable`]. Otherwise, or if the solution exceeds the limit on commands, returns `None`.
    pub fn solution(&self, state: &Klondike) -> Option<Vec<Command>> {
        let moves = self.path.iter().filter_map(|step| step.played).chain(self.last);
        replay::win(&state.0, moves)
    }

    fn search(
        &mut self,
        state: &Klondike,
        nodes: u64,
        mut stop: impl FnMut() -> bool,
    ) -> Result<Outcome, Full> {
        let layout = Layout::new(&state.0);
        let mut position = Position::new(&layout, &state.0);
        let (mut played, mut support) = (None, None);
        loop {
            if self.nodes >= nodes {
                return Ok(Outcome::Unknown);
            }
            self.nodes += 1;
            if self.nodes.is_multiple_of(STOP_PERIOD) && stop() {
                return Ok(Outcome::Unknown);
            }
            let first = self.moves.len();
            match support {
                Some(card) => {
                    position.list_uses(&layout, card, &mut self.moves);
                    self.path.push(Step { position, played, first });
                }
                None => {
                    while let Some(card) = position.forced(&layout) {
                        position.play(&layout, Move::Home(card));
                    }
                    if position.is_won(&layout) {
                        self.last = played;
                        return Ok(Outcome::Solvable);
                    }
                    if self.visited.insert(position.key)? {
                        position.list(&layout, &mut self.moves);
                        self.path.push(Step { position, played, first });
                    }
                }
            }
            let mv = loop {
                let Some(step) = self.path.last() else { return Ok(Outcome::Unsolvable) };
                if self.moves.len() > step.first {
                    position = step.position;
                    break self.moves.pop();
                }
                self.path.pop();
            };
            let Some(mv) = mv else { return Ok(Outcome::Unsolvable) };
            support = position.supported_by(&layout, mv);
            position.play(&layout, mv);
            played = Some(mv);
        }
    }
}
