//! A game in progress, with positions and moves as text.

mod reviewed;

use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

use plywood_search::{
    Budget, Candidate, Cut, Decision, Goal, Interval, Notation, Observer, Progress, Rng, Solution,
    SolveProgress, Totals, TreeNode,
};

pub use reviewed::Reviewed;

use crate::entry::Registered;
use crate::kind::{ConfiguredPlayer, Decider};
use crate::{Ending, InputError, Spec, line, perft, read_moves, winnable};

/// A game in progress with its players. Moves and positions are text.
///
/// A session holds the complete state. Players and people get what their seats see: [`view`](Session::view). The moves
/// and scores that other methods return, for records and results, are those of the complete state.
///
/// Players are numbered from 0, in the order of the calls of [`seat_player`](Session::seat_player).
/// Methods with a `player` number panic if there is no such player.
pub trait Session: Reviewed + Send {
    /// Returns what a seat sees of the game.
    ///
    /// # Panics
    /// If the game has no such seat.
    fn view(&self, seat: u8) -> SeatView;

    /// Returns the position before each played move, as a seat saw it then.
    ///
    /// # Panics
    /// If the game has no such seat.
    fn history(&self, seat: u8) -> Vec<String>;

    /// Returns what a seat would see after the moves of `path`, which are not played. The result depends on the seat's
    /// view alone.
    ///
    /// The path may name what was seen after a move, as a node of a [`tree`](Session::tree) does. If an outcome
    /// is neither named nor known to the seat, the position after the move is an example, and the line ends.
    /// A move that is illegal, or an outcome that is impossible or too rare, ends the line as well.
    ///
    /// # Panics
    /// If the game has no such seat.
    fn line(&self, seat: u8, path: &[String]) -> Line;

    /// Describes the moves of each of `lines`, which start at the current position, from the view of the seat to move.
    /// A move whose description depends on facts that the seat does not know is described by its notation.
    fn words(&self, lines: &[Vec<String>]) -> Vec<Vec<String>>;

    /// Returns the seat whose view was read as the start position; `None` if the start position was complete or if all
    /// seats see the same.
    fn viewer(&self) -> Option<u8>;

    /// Returns the position as the seat to move sees it, on one line.
    fn position(&self) -> String;

    /// Returns the representative of the positions that are equal to this one by symmetry, as
    /// [`Entry::with_symmetry`](crate::Entry::with_symmetry) defines it; without symmetries, the position.
    fn canonical_position(&self) -> String {
        self.position()
    }

    /// Returns the name of the opening that was played: the name of the latest position of the game that has one, from
    /// the views of `seat`. [`Entry::with_openings`](crate::Entry::with_openings) names positions.
    ///
    /// # Panics
    /// If the game has no such seat.
    fn opening(&self, _seat: u8) -> Option<&'static str> {
        None
    }

    /// Returns a picture of the position for a terminal.
    fn picture(&self) -> String;

    /// Returns the seat to move; `None` if the game is over.
    fn seat(&self) -> Option<u8>;

    /// Returns the legal moves of the seat to move.
    fn legal_moves(&self) -> Vec<String>;

    /// Returns the moves played so far, hidden moves included.
    fn played(&self) -> Vec<String>;

    /// Returns the score of a seat, in the game's own unit.
    fn score(&self, seat: u8) -> f64;

    /// Returns the ending of the game, or the ending that it would have if it ended now.
    fn ending(&self) -> Ending;

    /// Returns whether no move can improve the result of the seat to move, as far as its view shows. This
    /// does not end the game, but every player resigns here.
    fn stuck(&self) -> bool {
        false
    }

    /// Plays a legal move, which all players observe. Returns the move in the standard notation.
    fn play(&mut self, text: &str) -> Result<String, InputError>;

    /// Removes all players. New players are numbered from 0 again.
    fn remove_players(&mut self);

    /// Reads the moves of a text from this position on, as [`read_moves`](crate::read_moves) does, without playing
    /// them.
    fn read_moves(&self, text: &str) -> Result<Vec<String>, InputError>;

    /// Undoes the last move. Returns `false` if there is no move to undo. The game is [`peeked`](Session::peeked)
    /// if the move had shown hidden facts.
    fn undo(&mut self) -> bool;

    /// Returns whether hidden facts were revealed in another way than by play: a move that showed some was undone, an
    /// omniscient player [decided](Session::ask), or [`set_peeked`](Session::set_peeked) was called. Such a game says
    /// little about the strength of a person, so statistics leave it out.
    fn peeked(&self) -> bool;

    /// Marks the game as [`peeked`](Session::peeked), for example when a peeked game is restored from a record.
    fn set_peeked(&mut self);

    /// Adds a player and returns its number. Its random generator depends on `seed` and on the number.
    ///
    /// Fails for an omniscient player if the hidden facts of the position are unknown, and for a player with settings
    /// that do not fit the rules ([`ConfiguredPlayer::with_check`]).
    fn seat_player(&mut self, spec: &Spec, seed: u64) -> Result<usize, InputError>;

    /// Binds a player to a seat: from now on the player observes every move as this seat sees it. A player that is not
    /// bound observes moves as the seat of its last decision does.
    fn bind_player(&mut self, player: usize, seat: u8);

    /// Returns the default budget of a player's decision.
    fn budget(&self, player: usize) -> Budget;

    /// Returns the unit of a player's values.
    fn unit(&self, player: usize) -> &str;

    /// Returns the unit of scores, such as `discs`.
    fn score_unit(&self) -> &str;

    /// Returns whether a player sees hidden facts.
    fn is_omniscient(&self, player: usize) -> bool;

    /// Returns a player's decision for the seat to move. In a game that is not over, a decision without a move is a
    /// forfeit if it has a reason, else a resignation. Every player resigns if the game is [`stuck`](Session::stuck).
    ///
    /// The principal variations of an omniscient player end after their first move, in the decision and in the progress
    /// reports: the moves after it would reveal hidden facts. Its move and its value depend on hidden facts as well, so
    /// a game that is not over is [`peeked`](Session::peeked) from then on. A caller that shows the decision in another
    /// session of the game must mark that session, too.
    fn ask(
        &mut self,
        player: usize,
        budget: &Budget,
        observer: &mut dyn Observer<String>,
    ) -> Decision<String>;

    /// Returns the costs of a player's decisions so far.
    fn totals(&self, player: usize) -> &Totals;

    /// Returns the tree of a player's last decision; `None` if the player has no tree.
    fn tree(&self, player: usize, cut: &Cut) -> Option<TreeNode<String, String>>;

    /// Returns the number of sequences of `depth` moves from this position. `progress` gets the number
    /// of finished parts of the work and the number of all parts. Fails for games with hidden facts.
    fn perft(&self, depth: u32, progress: &mut dyn FnMut(u64, u64)) -> Result<u64, InputError>;

    /// Returns the result of the position with best play, or the bounds that were proven within the
    /// budget. Its bounds are for the seat to move, or for the first seat if the game is over.
    ///
    /// Fails if the game has no solver, or if the hidden facts of the position are unknown.
    fn solve(
        &self,
        goal: Goal,
        budget: &Budget,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Solution<String>, InputError>;

    /// Checks whether [`winnable`](Session::winnable) is available. Fails if the game does not
    /// [offer](crate::GameEntry::offers_winnable) it, or if the hidden facts of the position are unknown.
    fn check_winnable(&self) -> Result<(), InputError>;

    /// Returns whether the game can be won from here with all hidden facts known; `None` if the solver reaches a limit
    /// of the budget. The answer depends on hidden facts, so a caller that asks on behalf of a person must call
    /// [`set_peeked`](Session::set_peeked).
    ///
    /// Fails if [`check_winnable`](Session::check_winnable) does.
    fn winnable(&self, budget: &Budget) -> Result<Option<bool>, InputError> {
        self.check_winnable()?;
        let solution = self.solve(Goal::Outcome, budget, &mut |_| {})?;
        Ok(solution.outcome().map(|outcome| outcome > 0))
    }
}

/// What a seat would see along moves that are not played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The position after each move.
    pub positions: Vec<String>,
    /// Whether the last position is an example: the path does not name what the last move shows, and the seat does not
    /// know it.
    pub is_example: bool,
    /// For each move, the cells of the board that it fills, as [`Notation::cells`] returns them, up to the first
    /// move whose cells depend on facts that the seat does not know. The cells of a move may be known where the
    /// position after it is not.
    pub cells: Vec<Vec<[i8; 2]>>,
    /// The legal moves at the end; none if the line ends before `path` does or with an example, or if the game has
    /// private facts and another seat is to move.
    pub legal: Vec<String>,
    /// The descriptions of the moves in `legal`, in the same order. A move whose description depends on facts that the
    /// seat does not know is described by its notation.
    pub words: Vec<String>,
    /// A description of what the moves of the path lead to, by the function of
    /// [`Entry::with_outlook`](crate::Entry::with_outlook). `None` if the game has no such function or it returns
    /// `None`, or if the path begins with an illegal move or a private move of another seat.
    pub outlook: Option<String>,
}

/// What a seat sees of a game in progress. Depends only on what the seat has seen so far, never on hidden facts.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatView {
    /// The position on one line.
    pub position: String,
    /// A picture of the position for a terminal.
    pub picture: String,
    /// The legal moves; none if the game has private facts and another seat is to move.
    pub legal: Vec<String>,
    /// The legal moves in words.
    pub words: Vec<String>,
    /// For each legal move, the cells of the board that it fills, as [`Notation::cells`] returns them.
    pub cells: Vec<Vec<[i8; 2]>>,
    /// The parts of the board that the rules treat as a whole, as [`Notation::regions`] returns them.
    pub regions: Vec<Vec<[i8; 2]>>,
    /// The moves played so far, as they look to the seat.
    pub played: Vec<String>,
    /// The moves played so far in words. In a game with private facts, a move of another seat is described by its
    /// notation.
    pub played_words: Vec<String>,
    /// What was seen after each played move, such as turned cards or the next piece. Empty for games
    /// whose moves reveal nothing.
    pub seen: Vec<String>,
    /// The score of each seat; `None` if it depends on facts that this seat does not know.
    pub scores: Vec<Option<f64>>,
    /// Whether this seat is to move and no move can improve its result. See [`Session::stuck`].
    pub stuck: bool,
}

/// A [`Session`] of one game.
pub(crate) struct OpenGame<G: Notation> {
    entry: Arc<Registered<G>>,
    state: G,
    /// Whether the hidden facts in `state` are unknown and were drawn at random.
    guessed: bool,
    /// The seat whose view was read as the start position.
    viewer: Option<u8>,
    peeked: bool,
    /// For each move: the state before the move, the move, and its `Seen` value.
    history: Vec<(G, G::Move, G::Seen)>,
    players: Vec<SessionPlayer<G>>,
}

/// A player in a session.
struct SessionPlayer<G: Notation> {
    seated: ConfiguredPlayer<G>,
    spec: Spec,
    /// The seat to which the player is bound, else the seat of its last decision; `None` before both.
    seat: Option<u8>,
    bound: bool,
    /// A world at the root of the player's tree, in which its moves are written; `None` before its first decision. The
    /// world is drawn from the player's view, so the text cannot reveal what the player does not know.
    root: Option<G>,
    totals: Totals,
}

impl<G: Notation> SessionPlayer<G> {
    /// Returns the seat whose views the player observes. With several seats and hidden facts, it is `None`
    /// before the first decision of a player that is not bound.
    fn seat(&self, seats: u8) -> Option<u8> {
        let views_are_equal = seats == 1 || !G::HIDDEN;
        self.seat.or(views_are_equal.then_some(0))
    }
}

impl<G: Notation> OpenGame<G> {
    /// Creates a session that starts at a complete position.
    pub(crate) fn new(entry: Arc<Registered<G>>, state: G) -> Self {
        let (history, players) = (Vec::new(), Vec::new());
        OpenGame { entry, state, guessed: false, viewer: None, peeked: false, history, players }
    }

    /// Creates a session that starts at a view. The facts that the view does not show are drawn at random from `seed`.
    pub(crate) fn from_view(entry: Arc<Registered<G>>, view: &G::View, seed: u64) -> Self {
        let state = G::world(view, &mut Rng::new(seed));
        OpenGame { guessed: true, viewer: G::seat_of(view), ..OpenGame::new(entry, state) }
    }

    pub(crate) fn seats(&self) -> u8 {
        self.state.seats()
    }

    /// Returns the view of the seat to move, or of the first seat if the game is over.
    fn view_to_move(&self) -> G::View {
        self.state.view(self.state.seat().unwrap_or(0))
    }

    /// Returns the state that reads and writes the moves of a seat. In a game with private facts, it is a world of the
    /// seat's view, so that neither a text nor an error can reveal what the seat does not know.
    fn writer(state: &G, seat: u8) -> Cow<'_, G> {
        if G::PRIVATE { Cow::Owned(world::<G>(&state.view(seat))) } else { Cow::Borrowed(state) }
    }

    /// Returns the scores as far as a seat's view determines them.
    fn scores_seen(&self, seat: u8) -> Vec<Option<f64>> {
        let seats = 0..self.state.seats();
        if !G::PRIVATE || self.state.seat().is_none() {
            return seats.map(|other| Some(self.state.score(other))).collect();
        }
        let worlds = line::sample::<G>(&self.state.view(seat));
        seats.map(|other| line::known_score(&worlds, other)).collect()
    }
}

impl<G: Notation> Session for OpenGame<G> {
    fn view(&self, seat: u8) -> SeatView {
        assert!(seat < self.state.seats(), "there is no seat {seat}");
        let view = self.state.view(seat);
        let shown = |(before, mv, _): &(G, G::Move, G::Seen)| {
            let mv = G::move_shown(*mv, before.seat().unwrap_or(0), seat);
            Self::writer(before, seat).write_move(mv)
        };
        let words = |(before, mv, _): &(G, G::Move, G::Seen)| {
            let mover = before.seat().unwrap_or(0);
            let (writer, shown) = (Self::writer(before, seat), G::move_shown(*mv, mover, seat));
            // The move of another seat may be illegal in the world that writes it.
            let is_own = !G::PRIVATE || mover == seat;
            if is_own { writer.describe_move(shown) } else { writer.write_move(shown) }
        };
        let seen = |(before, _, seen): &(G, G::Move, G::Seen)| {
            let seen = G::seen_by(*seen, before.seat().unwrap_or(0), seat);
            Self::writer(before, seat).write_seen(seen)
        };
        let reveals_nothing = size_of::<G::Seen>() == 0;
        let to_move = !G::PRIVATE || self.state.seat() == Some(seat);
        let mut legal = Vec::new();
        if to_move {
            self.state.moves(&mut legal);
        }
        SeatView {
            position: G::write_position(&view),
            picture: G::picture(&view),
            legal: legal.iter().map(|&mv| self.state.write_move(mv)).collect(),
            words: legal.iter().map(|&mv| self.state.describe_move(mv)).collect(),
            cells: legal.iter().map(|&mv| self.state.cells(mv)).collect(),
            regions: self.state.regions(),
            played: self.history.iter().map(shown).collect(),
            played_words: self.history.iter().map(words).collect(),
            seen: self.history.iter().filter(|_| !reveals_nothing).map(seen).collect(),
            scores: self.scores_seen(seat),
            stuck: to_move && self.stuck(),
        }
    }

    fn history(&self, seat: u8) -> Vec<String> {
        let position =
            |(before, _, _): &(G, G::Move, G::Seen)| G::write_position(&before.view(seat));
        self.history.iter().map(position).collect()
    }

    fn line(&self, seat: u8, path: &[String]) -> Line {
        let view = self.state.view(seat);
        let outlook = self.entry.outlook.and_then(|words| {
            let moves = line::moves::<G>(&view, seat, path);
            if moves.is_empty() { None } else { words(&view, &moves) }
        });
        Line { outlook, ..line::line::<G>(&view, seat, path) }
    }

    fn words(&self, lines: &[Vec<String>]) -> Vec<Vec<String>> {
        line::words::<G>(&self.view_to_move(), lines)
    }

    fn viewer(&self) -> Option<u8> {
        self.viewer
    }

    fn position(&self) -> String {
        G::write_position(&self.view_to_move())
    }

    fn canonical_position(&self) -> String {
        let Some(representative) = self.entry.symmetry else { return self.position() };
        let state = representative(&self.state);
        G::write_position(&state.view(state.seat().unwrap_or(0)))
    }

    fn opening(&self, seat: u8) -> Option<&'static str> {
        let name = self.entry.opening?;
        let earlier = self.history.iter().rev().map(|(before, _, _)| before);
        std::iter::once(&self.state).chain(earlier).find_map(|state| name(&state.view(seat)))
    }

    fn picture(&self) -> String {
        G::picture(&self.view_to_move())
    }

    fn seat(&self) -> Option<u8> {
        self.state.seat()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        moves.into_iter().map(|mv| self.state.write_move(mv)).collect()
    }

    fn played(&self) -> Vec<String> {
        self.history.iter().map(|(before, mv, _)| before.write_move(*mv)).collect()
    }

    fn score(&self, seat: u8) -> f64 {
        self.state.score(seat)
    }

    fn ending(&self) -> Ending {
        (self.entry.ending)(&self.state)
    }

    fn stuck(&self) -> bool {
        self.seat().is_some() && (self.entry.stuck)(&self.view_to_move())
    }

    fn play(&mut self, text: &str) -> Result<String, InputError> {
        // A move that panics leaves the game as it was.
        let (before, mut after) = (&self.state, self.state.clone());
        let mover = before.seat().unwrap_or(0);
        let reader = Self::writer(before, mover);
        let mv = reader.read_move(text).map_err(InputError::BadMove)?;
        let Ok(seen) = after.try_play(mv) else {
            let legal = self.legal_moves();
            return Err(InputError::IllegalMove { mv: reader.write_move(mv), legal });
        };
        for sitting in &mut self.players {
            if let (Some(seat), Decider::Honest(player)) =
                (sitting.seat(before.seats()), &mut sitting.seated.decider)
            {
                let shown = G::move_shown(mv, mover, seat);
                let seen = G::seen_by(seen, mover, seat);
                let after = after.view(seat);
                player.observe(&before.view(seat), shown, seen, &after);
                sitting.root = sitting.root.is_some().then(|| world::<G>(&after));
            }
        }
        let written = before.write_move(mv);
        drop(reader);
        self.history.push((mem::replace(&mut self.state, after), mv, seen));
        Ok(written)
    }

    fn remove_players(&mut self) {
        self.players.clear();
    }

    fn read_moves(&self, text: &str) -> Result<Vec<String>, InputError> {
        read_moves(self.state.clone(), text)
    }

    fn undo(&mut self) -> bool {
        match self.history.pop() {
            Some((before, _, seen)) => {
                self.state = before;
                self.peeked |= G::HIDDEN && G::reveals(seen);
                true
            }
            None => false,
        }
    }

    fn peeked(&self) -> bool {
        self.peeked
    }

    fn set_peeked(&mut self) {
        self.peeked = true;
    }

    fn seat_player(&mut self, spec: &Spec, seed: u64) -> Result<usize, InputError> {
        let number = self.players.len();
        let own_seed = Rng::stream(seed, number as u64).bits();
        let kind = self.entry.kind(&spec.name)?;
        if kind.info.omniscient && self.guessed {
            return Err(InputError::NotOffered(format!(
                "{} needs the hidden facts of the position, which are unknown here",
                spec.name
            )));
        }
        let seated = kind.make(&spec.settings, own_seed, self.state.seats())?;
        if let Some(check) = &seated.check {
            check(&self.state)?;
        }
        self.players.push(SessionPlayer {
            seated,
            spec: spec.clone(),
            seat: None,
            bound: false,
            root: None,
            totals: Totals::default(),
        });
        Ok(number)
    }

    fn bind_player(&mut self, player: usize, seat: u8) {
        let sitting = &mut self.players[player];
        (sitting.seat, sitting.bound) = (Some(seat), true);
    }

    fn budget(&self, player: usize) -> Budget {
        self.players[player].seated.budget.clone()
    }

    fn unit(&self, player: usize) -> &str {
        &self.players[player].seated.unit
    }

    fn score_unit(&self) -> &str {
        &self.entry.score_unit
    }

    fn is_omniscient(&self, player: usize) -> bool {
        matches!(self.players[player].seated.decider, Decider::Omniscient(_))
    }

    fn ask(
        &mut self,
        player: usize,
        budget: &Budget,
        observer: &mut dyn Observer<String>,
    ) -> Decision<String> {
        let (view, omniscient) = (self.view_to_move(), self.is_omniscient(player));
        let sitting = &mut self.players[player];
        if !sitting.bound {
            sitting.seat = self.state.seat();
        }
        let root = &*sitting.root.insert(world::<G>(&view));
        let mut in_words = InWords { observer, root, omniscient };
        let started = budget.clock.now();
        let mut decision = match &mut sitting.seated.decider {
            _ if (self.entry.stuck)(&view) => Decision::unsearched([]),
            Decider::Honest(player) => player.decide(&view, budget, &mut in_words),
            Decider::Omniscient(player) => {
                self.peeked |= self.state.seat().is_some();
                player.decide(&self.state, budget, &mut in_words)
            }
        };
        if decision.stats.elapsed.is_zero() {
            // Players that do not search leave the time at 0.
            decision.stats.elapsed = budget.clock.now().saturating_sub(started);
        }
        sitting.totals.add(&decision.stats);
        if omniscient {
            hide_plans(&mut decision.candidates);
        }
        let decision = decision.map(|line, mv| write_move(root, line, mv));
        tracing::debug!(
            game = &*self.entry.name,
            player = %sitting.spec,
            // The person who plays may read the log, so it must not reveal private moves.
            "move" = decision.mv.as_ref().filter(|_| !G::PRIVATE),
            value = decision.value.filter(|_| !G::PRIVATE),
            simulations = decision.stats.simulations,
            elapsed = ?decision.stats.elapsed,
            stopped_by = decision.stopped_by.name(),
            "decided"
        );
        decision
    }

    fn totals(&self, player: usize) -> &Totals {
        &self.players[player].totals
    }

    fn tree(&self, player: usize, cut: &Cut) -> Option<TreeNode<String, String>> {
        let SessionPlayer { seated, root: Some(root), .. } = &self.players[player] else {
            return None;
        };
        let Decider::Honest(player) = &seated.decider else { return None };
        let write = |line: &[G::Move], mv| write_move(root, line, mv);
        Some(player.tree(cut)?.map(&write, &|seen| root.write_seen(seen)))
    }

    fn perft(&self, depth: u32, progress: &mut dyn FnMut(u64, u64)) -> Result<u64, InputError> {
        if G::HIDDEN {
            let name = &self.entry.name;
            return Err(InputError::NotOffered(format!(
                "perft is not defined for {name}, where the next moves depend on hidden facts"
            )));
        }
        Ok(perft::perft(&self.state, depth, progress))
    }

    fn solve(
        &self,
        goal: Goal,
        budget: &Budget,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<Solution<String>, InputError> {
        let name = &self.entry.name;
        let Some(solver) = &self.entry.solver else {
            return Err(InputError::NotOffered(format!("{name} has no solver")));
        };
        if self.guessed {
            return Err(InputError::NotOffered(
                "a solver needs the hidden facts of the position, which are unknown here"
                    .to_owned(),
            ));
        }
        let solution = (solver.solve)(&self.state, goal, budget, progress);
        Ok(solution.map(|line, mv| write_move(&self.state, line, mv)))
    }

    fn check_winnable(&self) -> Result<(), InputError> {
        winnable::check(&self.entry, self.guessed)
    }
}

/// Returns a world that agrees with `view`. In a game without hidden facts, it is the state.
fn world<G: Notation>(view: &G::View) -> G {
    G::world(view, &mut Rng::new(0))
}

/// Writes the move `mv`, which is made after the moves of `line` from `root`, by the state in which it is made. If that
/// state is unknown, because the game has hidden facts or the player returned an illegal line, `root` writes the move.
fn write_move<G: Notation>(root: &G, line: &[G::Move], mv: G::Move) -> String {
    let mut state = root.clone();
    let is_known = !G::HIDDEN && line.iter().all(|&earlier| state.try_play(earlier).is_ok());
    if is_known { state.write_move(mv) } else { root.write_move(mv) }
}

/// An observer that passes progress reports on, with the moves as text.
struct InWords<'a, G> {
    observer: &'a mut dyn Observer<String>,
    /// A world at the root of the search.
    root: &'a G,
    /// Whether the player sees hidden facts.
    omniscient: bool,
}

impl<G: Notation> Observer<G::Move> for InWords<'_, G> {
    fn progress(&mut self, progress: &Progress<G::Move>) {
        let mut progress = progress.clone();
        if self.omniscient {
            hide_plans(&mut progress.candidates);
        }
        self.observer.progress(&progress.map(|line, mv| write_move(self.root, line, mv)));
    }

    fn interval(&self) -> Interval {
        self.observer.interval()
    }
}

/// Cuts the principal variations of an omniscient player to their first move. The moves after it may
/// name facts that are still hidden.
fn hide_plans<M>(candidates: &mut [Candidate<M>]) {
    candidates.iter_mut().for_each(|candidate| candidate.pv.truncate(1));
}
