//! Players that keep their search trees from one search of a session to the next.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use plywood_registry::document::{self, Question};
use plywood_registry::{Session, Spec};
use plywood_search::{Budget, Cut, Observer, TreeNode};
use serde_json::Value;

use crate::game::GameSetup;
use crate::{ApiError, lock, request};

/// A player of a session, with its own board. Before each search, undo and replay bring the board
/// to the session's position, so that the tree can be reused after a move.
pub(crate) struct CachedPlayer {
    /// The game, player and seed, with the position at the start of the game.
    pub(crate) question: Question,
    /// The budget that the player uses unless a request changes it.
    pub(crate) budget: Budget,
    /// The unit of the player's values.
    pub(crate) unit: String,
    /// The unit of scores.
    pub(crate) score_unit: String,
    /// The seat to which the player is bound.
    pub(crate) seat: Option<u8>,
    /// The size of the tree after the last search.
    pub(crate) tree_bytes: AtomicU64,
    /// Locked while the player searches.
    pub(crate) table: Mutex<Table>,
}

pub(crate) struct Table {
    board: Box<dyn Session>,
    /// The game, player and seed, with the position of the last search.
    question: Question,
}

/// The number of the player on its own board, where it is the only player.
const PLAYER: usize = 0;

/// Default depth of a returned tree, in moves.
const DEFAULT_DEPTH: usize = 3;
/// Maximum depth of a returned tree, in moves.
const MAX_DEPTH: usize = 8;
/// Maximum number of steps from the root to the node whose subtree is returned.
const MAX_PATH: usize = 24;
/// Nodes with fewer than `root visits / VISITS_FRACTION` visits are left out.
const VISITS_FRACTION: u64 = 5000;

impl CachedPlayer {
    /// Opens a board and seats the player there. An unknown player or key is an error.
    pub(crate) fn new(
        setup: &GameSetup,
        spec: &Spec,
        seed: u64,
        seat: Option<u8>,
    ) -> Result<Self, ApiError> {
        let mut board = setup.open()?;
        let player = board.seat_player(spec, seed)?;
        if let Some(seat) = seat {
            board.bind_player(player, seat);
        }
        let question = Question {
            game: setup.entry.name().to_owned(),
            rules: setup.rules.to_string(),
            position: board.position(),
            player: spec.to_string(),
            seeing: board.is_omniscient(player),
            seed,
            opening: None,
        };
        Ok(CachedPlayer {
            budget: board.budget(player),
            unit: board.unit(player).to_owned(),
            score_unit: board.score_unit().to_owned(),
            seat,
            tree_bytes: AtomicU64::new(0),
            table: Mutex::new(Table { board, question: question.clone() }),
            question,
        })
    }

    pub(crate) fn is(&self, spec: &Spec, seed: u64, seat: Option<u8>) -> bool {
        let question = &self.question;
        question.seed == seed && self.seat == seat && question.player == spec.to_string()
    }

    /// Searches the position after `moves`. Returns the move and the document of the decision.
    /// Waits while another search of the same player runs.
    pub(crate) fn decide(
        &self,
        moves: &[String],
        budget: &Budget,
        observer: &mut dyn Observer<String>,
    ) -> Result<(Option<String>, Value), ApiError> {
        let mut table = lock(&self.table);
        let Table { board, question } = &mut *table;
        replay(&mut **board, moves)?;
        question.position = board.position();
        let viewer = self.seat.or(board.seat()).unwrap_or(0);
        question.opening = board.opening(viewer).map(str::to_owned);
        let decision = board.ask(PLAYER, budget, observer);
        // A player whose tree cannot be read frees its memory after each search, so it counts as 0
        // bytes.
        let keeps_tree = board.tree(PLAYER, &Cut { depth: 0, min_visits: 0 }).is_some();
        let kept = if keeps_tree { decision.stats.tree_bytes } else { 0 };
        self.tree_bytes.store(kept, Ordering::Relaxed);
        let document = document::decision(question, &decision, &self.unit, &self.score_unit);
        Ok((decision.mv, document))
    }
}

impl Table {
    /// Returns a part of the last search's tree; `None` if the player has no tree.
    pub(crate) fn tree(&self, request: &request::Tree) -> Result<Option<Value>, ApiError> {
        let path = request.path.as_deref().unwrap_or_default();
        if path.len() > MAX_PATH {
            return Err(ApiError::Limit(format!("tree: path: expected at most {MAX_PATH} steps")));
        }
        let tree = |depth, min_visits| self.board.tree(PLAYER, &Cut { depth, min_visits });
        let depth = request.depth.unwrap_or(DEFAULT_DEPTH).min(MAX_DEPTH);
        let root_visits = tree(0, 0).map_or(0, |root| root.visits);
        let min_visits = request.min_visits.unwrap_or(1).max(root_visits / VISITS_FRACTION);
        let Some(mut node) = tree(path.len() + depth, min_visits) else { return Ok(None) };
        for step in path {
            let is_step = |child: &TreeNode<String, String>| {
                child.mv.as_ref().or(child.seen.as_ref()) == Some(step)
            };
            let index = node.children.iter().position(is_step);
            let missing = || ApiError::Input(format!("path: there is no {step:?} in the tree"));
            node = node.children.swap_remove(index.ok_or_else(missing)?);
        }
        prune(&mut node, depth);
        Ok(Some(document::tree(&self.question, &node)))
    }
}

/// Undoes and plays moves until exactly `moves` are played.
pub(crate) fn replay(board: &mut dyn Session, moves: &[String]) -> Result<(), ApiError> {
    let played = board.played();
    let common = played.iter().zip(moves).take_while(|(a, b)| a == b).count();
    for _ in common..played.len() {
        board.undo();
    }
    for mv in &moves[common..] {
        board.play(mv)?;
    }
    Ok(())
}

/// Removes nodes more than `depth` moves below `node`. Such nodes exist if the path has outcomes: the
/// tree was made with a depth of one move for each step of the path, but an outcome is not a move.
fn prune(node: &mut TreeNode<String, String>, depth: usize) {
    node.children.retain(|child| depth > 0 || child.mv.is_none());
    for child in &mut node.children {
        prune(child, depth - usize::from(child.mv.is_some()));
    }
}
