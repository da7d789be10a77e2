//! Moves as text in a session: a move is written by the state in which it is made.

use plywood_registry::{Entry, GameEntry, Session, Settings};
use plywood_search::nim::Nim;
use plywood_search::{
    Budget, Cut, Game, Interval, Notation, NotationError, Observer, Progress, Rng, TreeNode,
};

/// Nim in which a move is written as the number of stones that it leaves. With `HIDDEN`, a state
/// has a secret. If a session writes a move by the true state, the secret appears before that
/// number.
#[derive(Clone, Debug, PartialEq)]
struct Countdown<const HIDDEN: bool> {
    heap: Nim,
    secret: String,
}

impl<const HIDDEN: bool> Countdown<HIDDEN> {
    fn new(stones: u8) -> Self {
        let secret = if HIDDEN { "secret" } else { "" };
        Countdown { heap: Nim::new(stones), secret: secret.to_owned() }
    }
}

impl<const HIDDEN: bool> Game for Countdown<HIDDEN> {
    type Move = u8;
    type Seen = ();
    type View = Nim;
    const HIDDEN: bool = HIDDEN;

    fn seat(&self) -> Option<u8> {
        self.heap.seat()
    }

    fn moves(&self, out: &mut Vec<u8>) {
        self.heap.moves(out);
    }

    fn play(&mut self, taken: u8) {
        self.heap.play(taken);
    }

    fn score(&self, seat: u8) -> f64 {
        self.heap.score(seat)
    }

    fn view(&self, _seat: u8) -> Nim {
        self.heap.clone()
    }

    fn world(view: &Nim, _rng: &mut Rng) -> Self {
        Countdown { heap: view.clone(), secret: String::new() }
    }
}

impl<const HIDDEN: bool> Notation for Countdown<HIDDEN> {
    fn read_position(&self, text: &str) -> Result<Self, NotationError> {
        let heap = self.heap.read_position(text)?;
        Ok(Countdown { heap, ..self.clone() })
    }

    fn write_position(view: &Nim) -> String {
        Nim::write_position(view)
    }

    fn read_move(&self, text: &str) -> Result<u8, NotationError> {
        let left = text.parse().ok().and_then(|left| self.heap.stones().checked_sub(left));
        left.ok_or_else(|| NotationError::new("expected the number of stones to leave"))
    }

    fn write_move(&self, taken: u8) -> String {
        let left = i16::from(self.heap.stones()) - i16::from(taken);
        format!("{}{left}", self.secret)
    }

    fn picture(view: &Nim) -> String {
        Nim::picture(view)
    }
}

fn open<const HIDDEN: bool>(stones: u8) -> Box<dyn Session> {
    let start = move |_| Countdown::<HIDDEN>::new(stones);
    let entry = Entry::new("countdown", "take one to three", start);
    entry.open(&Settings::default(), None, 1).unwrap()
}

/// An observer that records the principal variations of all reports.
struct Variations(Vec<Vec<String>>);

impl Observer<String> for Variations {
    fn progress(&mut self, progress: &Progress<String>) {
        self.0.extend(progress.candidates.iter().map(|candidate| candidate.pv.clone()));
    }

    fn interval(&self) -> Interval {
        Interval { simulations: Some(50), time: None }
    }
}

/// Checks that the numbers of `line` count down from `stones` in steps of one to three.
#[track_caller]
fn counts_down(stones: u8, line: &[String]) {
    let mut before = i16::from(stones);
    for text in line {
        let left: i16 = text.parse().unwrap();
        assert!((1..=3).contains(&(before - left)) && left >= 0, "from {stones}: {line:?}");
        before = left;
    }
}

/// Calls [`counts_down`] for every path from the root of a tree to a leaf. Returns the number of
/// paths.
fn count_paths(stones: u8, tree: &TreeNode<String, String>, path: &mut Vec<String>) -> usize {
    if tree.children.is_empty() {
        counts_down(stones, path);
        return 1;
    }
    let mut paths = 0;
    for child in &tree.children {
        path.push(child.mv.clone().unwrap());
        paths += count_paths(stones, child, path);
        path.pop();
    }
    paths
}

#[test]
fn moves_of_a_game_are_written_by_the_states_before_them() {
    let mut session = open::<false>(9);
    assert_eq!(session.legal_moves(), ["8", "7", "6"]);
    assert_eq!(session.play("7").unwrap(), "7");
    assert_eq!(session.play("4").unwrap(), "4");
    let error = session.play("0").unwrap_err().to_string();
    assert!(error.starts_with("0 is not legal here"), "{error}");
    assert_eq!(session.played(), ["7", "4"]);
    assert_eq!(session.position(), "4 first");
}

#[test]
fn variations_and_trees_are_replayed_where_nothing_is_hidden() {
    let mut session = open::<false>(15);
    let player = session.seat_player(&"mcts".parse().unwrap(), 1).unwrap();
    let mut reports = Variations(Vec::new());
    let decision = session.ask(player, &Budget::simulations(500), &mut reports);
    assert_eq!(decision.mv.as_ref(), Some(&decision.candidates[0].mv));
    assert!(decision.candidates[0].pv.len() > 2 && reports.0.len() > 2);
    for line in decision.candidates.iter().map(|candidate| &candidate.pv).chain(&reports.0) {
        counts_down(15, line);
    }
    let paths = |session: &dyn Session, stones| {
        let tree = session.tree(player, &Cut { depth: 4, min_visits: 1 }).unwrap();
        count_paths(stones, &tree, &mut Vec::new())
    };
    assert!(paths(&*session, 15) > 10);
    // The root of the tree follows moves that are played, but not an undo.
    session.play("12").unwrap();
    assert!(paths(&*session, 12) > 10);
    session.undo();
    assert!(paths(&*session, 12) > 10);
}

#[test]
fn variations_are_written_by_a_world_of_the_root_where_facts_are_hidden() {
    let mut session = open::<true>(15);
    assert_eq!(session.legal_moves(), ["secret14", "secret13", "secret12"]);
    let player = session.seat_player(&"mcts".parse().unwrap(), 1).unwrap();
    let decision = session.ask(player, &Budget::simulations(500), &mut ());
    let line = &decision.candidates[0].pv;
    assert!(line.len() > 2);
    assert!(line.iter().all(|text| ["14", "13", "12"].contains(&text.as_str())), "{line:?}");
    let tree = session.tree(player, &Cut::default()).unwrap();
    assert!(!format!("{tree:?}").contains("secret"), "{tree:?}");
}
