//! Players that follow a game and keep their trees from move to move.

use plywood_registry::document::{self, Question};
use plywood_registry::{Session, Spec};
use plywood_search::{Budget, Candidate, Cut, Interval, Observer, Progress, TreeNode};
use serde_json::Value;

use crate::ApiError;
use crate::opening::Opening;
use crate::request;

/// The players of a game, with a board of their own: they may think about one
/// position while another is already played.
#[derive(Default)]
pub(crate) struct Thinker {
    board: Option<Box<dyn Session>>,
    players: Vec<Seated>,
    /// What was asked last, and who.
    asked: Option<(Question, usize)>,
}

struct Seated {
    spec: String,
    seed: u64,
    tree_bytes: u64,
}

/// A question to a player.
pub(crate) struct Ask<'a> {
    pub(crate) opening: &'a Opening,
    pub(crate) moves: &'a [String],
    pub(crate) spec: &'a Spec,
    pub(crate) seed: u64,
    pub(crate) budget: &'a Budget,
}

/// People compare a few players; more are forgotten with their trees.
const MOST_PLAYERS: usize = 4;

/// How deep a tree is told unless asked otherwise.
const DEPTH: usize = 3;
/// The deepest level of a tree that is told at once.
const DEEPEST: usize = 8;
/// The longest way down to the part of a tree that is told.
const LONGEST_PATH: usize = 24;
/// Of a level of a tree no more than so many nodes are told: those below this
/// share of the visits are left out.
const MOST_OF_A_LEVEL: u64 = 5000;

impl Thinker {
    /// Lets a player think, and gives the move and the document of its decision.
    pub(crate) fn think(
        &mut self,
        ask: &Ask,
        observer: &mut dyn Observer<String>,
    ) -> Result<(Option<String>, Value), ApiError> {
        let spec = ask.spec.to_string();
        let known =
            |players: &[Seated]| players.iter().position(|p| p.spec == spec && p.seed == ask.seed);
        let mut player = known(&self.players);
        if player.is_none() && self.players.len() >= MOST_PLAYERS {
            self.forget();
        }
        let board = match &mut self.board {
            Some(board) => board,
            none => none.insert(ask.opening.open()?),
        };
        catch_up(&mut **board, ask.moves)?;
        if player.is_none() {
            player = Some(board.seat_player(ask.spec, ask.seed)?);
            self.players.push(Seated { spec: spec.clone(), seed: ask.seed, tree_bytes: 0 });
        }
        let player = player.unwrap_or_default();
        let seeing = board.is_omniscient(player);
        let question = Question {
            game: ask.opening.entry.name().to_owned(),
            rules: ask.opening.rules.to_string(),
            position: board.position(),
            player: spec,
            seeing,
            seed: ask.seed,
        };
        let mut decision = board.ask(player, ask.budget, &mut Discreet { observer, seeing });
        if seeing {
            hide_plans(&mut decision.candidates);
        }
        self.players[player].tree_bytes = decision.stats.tree_bytes;
        let document = document::decision(&question, &decision, board.unit(player));
        self.asked = Some((question, player));
        Ok((decision.mv, document))
    }

    /// The tree behind the last decision, from the end of a path on.
    pub(crate) fn tree(&self, request: &request::Tree) -> Result<Value, ApiError> {
        let none = || ApiError::NotFound { kind: "tree of session", name: request.session.clone() };
        let path = request.path.as_deref().unwrap_or_default();
        if path.len() > LONGEST_PATH {
            return Err(ApiError::Limit(format!("path has at most {LONGEST_PATH} steps")));
        }
        let ((question, player), board) =
            self.asked.as_ref().zip(self.board.as_ref()).ok_or_else(none)?;
        let root = board.tree(*player, &Cut { depth: 0, min_visits: 0 }).ok_or_else(none)?;
        let depth = request.depth.unwrap_or(DEPTH).min(DEEPEST);
        let cut = Cut {
            depth: path.len() + depth,
            min_visits: request.min_visits.unwrap_or(1).max(root.visits / MOST_OF_A_LEVEL),
        };
        let mut node = board.tree(*player, &cut).ok_or_else(none)?;
        for step in path {
            let is_step = |child: &TreeNode<String, String>| {
                child.mv.as_ref().or(child.seen.as_ref()) == Some(step)
            };
            let place = node.children.iter().position(is_step);
            let missing = || ApiError::Input(format!("path: there is no {step:?} in the tree"));
            node = node.children.swap_remove(place.ok_or_else(missing)?);
        }
        prune(&mut node, depth);
        Ok(document::tree(question, &node))
    }

    /// What the trees take.
    pub(crate) fn tree_bytes(&self) -> u64 {
        self.players.iter().map(|player| player.tree_bytes).sum()
    }

    /// Sends the players away, with their trees.
    pub(crate) fn forget(&mut self) {
        *self = Thinker::default();
    }
}

/// Takes back and plays moves until exactly these are played.
fn catch_up(board: &mut dyn Session, moves: &[String]) -> Result<(), ApiError> {
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

/// Leaves so many moves below a node. Outcomes are no moves, so a path with
/// outcomes in it was too long a measure.
fn prune(node: &mut TreeNode<String, String>, depth: usize) {
    node.children.retain(|child| depth > 0 || child.mv.is_none());
    for child in &mut node.children {
        prune(child, depth - usize::from(child.mv.is_some()));
    }
}

/// Who sees what is hidden would give it away by naming later moves.
fn hide_plans(candidates: &mut [Candidate<String>]) {
    candidates.iter_mut().for_each(|candidate| candidate.pv.truncate(1));
}

/// Passes on what an observer may see.
struct Discreet<'a> {
    observer: &'a mut dyn Observer<String>,
    seeing: bool,
}

impl Observer<String> for Discreet<'_> {
    fn progress(&mut self, progress: &Progress<String>) {
        if !self.seeing {
            return self.observer.progress(progress);
        }
        let mut progress = progress.clone();
        hide_plans(&mut progress.candidates);
        self.observer.progress(&progress);
    }

    fn interval(&self) -> Interval {
        self.observer.interval()
    }
}
