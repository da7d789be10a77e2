//! A game as an environment: observations are arrays, actions are numbers.

use std::sync::Arc;

use plywood_search::{Encoding, Notation, Rng};

use crate::entry::Start;
use crate::line;

/// A game in progress behind the [`Encoding`] of its entry, as Gymnasium and PettingZoo need it.
///
/// [`GameEntry::environment`](crate::GameEntry::environment) creates it. A seat observes its view, never the state.
pub trait Environment: Send {
    /// Returns the shape of an observation.
    fn shape(&self) -> Vec<usize>;

    /// Returns the smallest and the largest number that observations can have.
    fn range(&self) -> (f32, f32);

    /// Returns the number of actions.
    fn actions(&self) -> usize;

    /// Starts a new game from `seed`.
    fn restart(&mut self, seed: u64);

    /// Returns the seat to move; `None` if the game is over.
    fn seat(&self) -> Option<u8>;

    /// Returns the score of a seat so far. In a game with private facts, returns the last score that followed from the
    /// seat's own view: a reward must not reveal what the seat does not know.
    fn score(&self, seat: u8) -> f64;

    /// Writes the observation of a seat to `out`, which has as many numbers as the shape.
    fn observe(&self, seat: u8, out: &mut [f32]);

    /// Sets each element of `out` to whether its action is legal for the seat to move. If the game is over, no action
    /// is legal.
    fn mask(&self, out: &mut [bool]);

    /// Draws a legal action uniformly at random. Returns `None` if the game is over.
    fn random_action(&self, rng: &mut Rng) -> Option<usize>;

    /// Plays an action and returns the score that its seat has gained. Returns `None`, and changes nothing, if the
    /// action is illegal.
    fn step(&mut self, action: usize) -> Option<f64>;

    /// Returns the position as a seat sees it, on one line.
    fn position(&self, seat: u8) -> String;

    /// Returns the position as a seat sees it, drawn for a terminal.
    fn picture(&self, seat: u8) -> String;
}

/// A function that creates an environment. Its arguments are the function that makes start positions and the first
/// start position.
pub(crate) type NewEnvironment<G> = dyn Fn(Box<Start<G>>, G) -> Box<dyn Environment> + Send + Sync;

/// Returns a function that creates environments. It calls `encoding` with the first start position.
pub(crate) fn environment<G: Notation, E: Encoding<G> + 'static>(
    encoding: impl Fn(&G) -> E + Send + Sync + 'static,
) -> Arc<NewEnvironment<G>> {
    Arc::new(move |start, state: G| {
        let (encoding, view) = (encoding(&state), view_to_move(&state));
        let known = vec![0.0; usize::from(state.seats())];
        let mut encoded = Encoded { start, encoding, state, view, moves: Vec::new(), known };
        encoded.look();
        Box::new(encoded)
    })
}

/// A game in progress and its encoding.
struct Encoded<G: Notation, E> {
    start: Box<Start<G>>,
    encoding: E,
    state: G,
    /// The view of the seat to move.
    view: G::View,
    /// The legal moves.
    moves: Vec<G::Move>,
    /// If the game has private facts: for each seat, the latest score that could be deduced from the seat's own view,
    /// or the final score once the game is over. Unused otherwise.
    known: Vec<f64>,
}

impl<G: Notation, E> Encoded<G, E> {
    /// Updates the cached view, legal moves and known scores after a change of the state.
    fn look(&mut self) {
        self.view = view_to_move(&self.state);
        self.moves.clear();
        self.state.moves(&mut self.moves);
        if G::PRIVATE {
            self.look_at_scores();
        }
    }

    fn look_at_scores(&mut self) {
        for (seat, known) in (0..).zip(&mut self.known) {
            let seen = match self.state.seat() {
                None => Some(self.state.score(seat)),
                Some(_) => line::known_score(&line::sample::<G>(&self.state.view(seat)), seat),
            };
            *known = seen.unwrap_or(*known);
        }
    }
}

/// Returns the view of the seat to move, or of the first seat if the game is over.
fn view_to_move<G: Notation>(state: &G) -> G::View {
    state.view(state.seat().unwrap_or(0))
}

impl<G: Notation, E: Encoding<G>> Environment for Encoded<G, E> {
    fn shape(&self) -> Vec<usize> {
        self.encoding.shape()
    }

    fn range(&self) -> (f32, f32) {
        self.encoding.range()
    }

    fn actions(&self) -> usize {
        self.encoding.actions()
    }

    fn restart(&mut self, seed: u64) {
        self.state = (self.start)(seed);
        self.known.fill(0.0);
        self.look();
    }

    fn seat(&self) -> Option<u8> {
        self.state.seat()
    }

    fn score(&self, seat: u8) -> f64 {
        if G::PRIVATE { self.known[usize::from(seat)] } else { self.state.score(seat) }
    }

    fn observe(&self, seat: u8, out: &mut [f32]) {
        if self.state.seat().unwrap_or(0) == seat {
            self.encoding.observe(&self.view, seat, out);
        } else {
            self.encoding.observe(&self.state.view(seat), seat, out);
        }
    }

    fn mask(&self, out: &mut [bool]) {
        self.encoding.mask(&self.view, &self.moves, out);
    }

    fn random_action(&self, rng: &mut Rng) -> Option<usize> {
        let mv = rng.pick(&self.moves)?;
        Some(self.encoding.index(&self.view, mv))
    }

    fn step(&mut self, action: usize) -> Option<f64> {
        let mv = self.encoding.action(&self.view, &self.moves, action)?;
        let seat = self.state.seat()?;
        let before = self.score(seat);
        self.state.play(mv);
        self.look();
        Some(self.score(seat) - before)
    }

    fn position(&self, seat: u8) -> String {
        G::write_position(&self.state.view(seat))
    }

    fn picture(&self, seat: u8) -> String {
        G::picture(&self.state.view(seat))
    }
}
