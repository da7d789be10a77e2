//! A game in progress, behind text: the side that every boundary talks to.

use std::time::Instant;

use plywood_search::{
    Budget, Cut, Decision, Interval, Notation, Observer, Player, Progress, Rng, Totals, TreeNode,
};

use crate::entry::{Entry, GameEntry};
use crate::kind::{ConfiguredPlayer, Decider};
use crate::{Ending, InputError, Spec, perft};

/// A game in progress: what there is to see, what can be played, and players
/// to ask. Moves and positions are text.
pub trait Session: Send {
    /// What the seat to move knows, on one line.
    fn position(&self) -> String;

    /// The same as a picture for a terminal.
    fn picture(&self) -> String;

    /// The seat to move; `None` when the game is over.
    fn seat(&self) -> Option<u8>;

    /// The moves that may be played.
    fn legal_moves(&self) -> Vec<String>;

    /// The moves that were played, oldest first.
    fn played(&self) -> Vec<String>;

    /// What was seen after each move that was played: cards that came up, the
    /// next piece. Empty in games where a move can have one outcome alone.
    fn seen(&self) -> Vec<String>;

    /// What a seat has reached, in the game's own unit.
    fn score(&self, seat: u8) -> f64;

    /// How the game ended, or would have if it ended now.
    fn ending(&self) -> Ending;

    /// Plays a move, tells every player of it, and gives it back as it is written.
    fn play(&mut self, text: &str) -> Result<String, InputError>;

    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// Lets a player sit down, and gives its number. Its chance comes from
    /// `seed` and that number. One that sees what is hidden is refused where
    /// nobody knows it.
    fn seat_player(&mut self, spec: &Spec, seed: u64) -> Result<usize, InputError>;

    /// What a player spends on a decision unless asked otherwise.
    fn budget(&self, player: usize) -> Budget;

    /// What a player's values count.
    fn unit(&self, player: usize) -> &'static str;

    /// Whether a player sees what is hidden.
    fn is_omniscient(&self, player: usize) -> bool;

    /// Asks a player what to play for the seat to move. A player that sees
    /// nothing to gain may give up: it names no move though there is one.
    fn ask(
        &mut self,
        player: usize,
        budget: &Budget,
        observer: &mut dyn Observer<String>,
    ) -> Decision<String>;

    /// What a player has spent so far.
    fn totals(&self, player: usize) -> &Totals;

    /// The tree behind a player's last decision.
    fn tree(&self, player: usize, cut: &Cut) -> Option<TreeNode<String, String>>;

    /// How many sequences of so many moves there are from here. `progress` is
    /// told how many parts of the work are done, and of how many.
    fn perft(&self, depth: u32, progress: &mut dyn FnMut(u64, u64)) -> Result<u64, InputError>;
}

/// A [`Session`] of one game.
pub(crate) struct OpenGame<'a, G: Notation> {
    entry: &'a Entry<G>,
    state: G,
    /// What is hidden was not told but drawn.
    guessed: bool,
    /// The states before each move, the move, and what was seen after it.
    history: Vec<(G, G::Move, G::Seen)>,
    players: Vec<SessionPlayer<G>>,
}

/// A player at this table.
struct SessionPlayer<G: Notation> {
    seated: ConfiguredPlayer<G>,
    spec: Spec,
    /// The seat that it was asked to decide for last.
    seat: Option<u8>,
    totals: Totals,
}

impl<G: Notation> SessionPlayer<G> {
    /// The seat whose views it may be shown. With hidden facts that is not
    /// known of one of two players before it is asked.
    fn seat(&self) -> Option<u8> {
        let any_will_do = G::SEATS == 1 || !G::HIDDEN;
        self.seat.or(any_will_do.then_some(0))
    }
}

impl<'a, G: Notation> OpenGame<'a, G> {
    pub(crate) fn new(entry: &'a Entry<G>, state: G) -> Self {
        OpenGame { entry, state, guessed: false, history: Vec::new(), players: Vec::new() }
    }

    /// A game of which only what is seen was told; the rest of `state` is one
    /// of the ways it may be.
    pub(crate) fn guessed(entry: &'a Entry<G>, state: G) -> Self {
        OpenGame { guessed: true, ..OpenGame::new(entry, state) }
    }

    fn honest(&self, player: usize) -> Option<&dyn Player<G>> {
        match &self.players[player].seated.decider {
            Decider::Honest(player) => Some(&**player),
            Decider::Omniscient(_) => None,
        }
    }

    /// The view of the seat to move; of the first seat when the game is over.
    fn view(&self) -> G::View {
        self.state.view(self.state.seat().unwrap_or(0))
    }
}

impl<G: Notation> Session for OpenGame<'_, G> {
    fn position(&self) -> String {
        G::write_position(&self.view())
    }

    fn picture(&self) -> String {
        G::picture(&self.view())
    }

    fn seat(&self) -> Option<u8> {
        self.state.seat()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        moves.into_iter().map(G::write_move).collect()
    }

    fn played(&self) -> Vec<String> {
        self.history.iter().map(|(_, mv, _)| G::write_move(*mv)).collect()
    }

    fn seen(&self) -> Vec<String> {
        let says_nothing = size_of::<G::Seen>() == 0;
        let told = self.history.iter().filter(|_| !says_nothing);
        told.map(|(before, _, seen)| before.write_seen(*seen)).collect()
    }

    fn score(&self, seat: u8) -> f64 {
        self.state.score(seat)
    }

    fn ending(&self) -> Ending {
        (self.entry.ending)(&self.state)
    }

    fn play(&mut self, text: &str) -> Result<String, InputError> {
        let mv = G::read_move(text).map_err(InputError::BadMove)?;
        let before = self.state.clone();
        let Ok(seen) = self.state.try_play(mv) else {
            return Err(InputError::IllegalMove {
                mv: G::write_move(mv),
                legal: self.legal_moves(),
            });
        };
        for sitting in &mut self.players {
            if let (Some(seat), Decider::Honest(player)) =
                (sitting.seat(), &mut sitting.seated.decider)
            {
                player.observe(&before.view(seat), mv, seen, &self.state.view(seat));
            }
        }
        self.history.push((before, mv, seen));
        Ok(G::write_move(mv))
    }

    fn undo(&mut self) -> bool {
        match self.history.pop() {
            Some((before, _, _)) => {
                self.state = before;
                true
            }
            None => false,
        }
    }

    fn seat_player(&mut self, spec: &Spec, seed: u64) -> Result<usize, InputError> {
        let number = self.players.len();
        let own_seed = Rng::stream(seed, number as u64).bits();
        let kind = self.entry.kind(&spec.name)?;
        if kind.omniscient && self.guessed {
            return Err(InputError::NotOffered(format!(
                "{} sees what is hidden, and in this position nobody knows it",
                spec.name
            )));
        }
        let seated = kind.make(&spec.settings, own_seed)?;
        self.players.push(SessionPlayer {
            seated,
            spec: spec.clone(),
            seat: None,
            totals: Totals::default(),
        });
        Ok(number)
    }

    fn budget(&self, player: usize) -> Budget {
        self.players[player].seated.budget.clone()
    }

    fn unit(&self, player: usize) -> &'static str {
        self.players[player].seated.unit
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
        let view = self.view();
        let sitting = &mut self.players[player];
        sitting.seat = self.state.seat();
        let mut in_words = InWords { observer, write: G::write_move };
        let started = Instant::now();
        let mut decision = match &mut sitting.seated.decider {
            Decider::Honest(player) => player.decide(&view, budget, &mut in_words),
            Decider::Omniscient(player) => player.decide(&self.state, budget, &mut in_words),
        };
        if decision.stats.elapsed.is_zero() {
            // Those who do not search have no clock of their own.
            decision.stats.elapsed = started.elapsed();
        }
        sitting.totals.add(&decision.stats);
        let decision = decision.map(G::write_move);
        tracing::debug!(
            game = self.entry.name(),
            player = %sitting.spec,
            "move" = decision.mv,
            value = decision.value,
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
        let tree = self.honest(player)?.tree(cut)?;
        Some(tree.map(&G::write_move, &|seen| self.state.write_seen(seen)))
    }

    fn perft(&self, depth: u32, progress: &mut dyn FnMut(u64, u64)) -> Result<u64, InputError> {
        if G::HIDDEN {
            let name = self.entry.name();
            return Err(InputError::NotOffered(format!(
                "perft counts what can follow, and in {name} that depends on hidden facts"
            )));
        }
        Ok(perft::perft(&self.state, depth, progress))
    }
}

/// Turns the moves of progress reports into words.
struct InWords<'a, M> {
    observer: &'a mut dyn Observer<String>,
    write: fn(M) -> String,
}

impl<M: Copy> Observer<M> for InWords<'_, M> {
    fn progress(&mut self, progress: &Progress<M>) {
        self.observer.progress(&progress.clone().map(self.write));
    }

    fn interval(&self) -> Interval {
        self.observer.interval()
    }
}
