//! Texts that every game reads: positions, moves, rules and the specs of players.

use std::sync::{Arc, LazyLock};

use plywood_registry::{GameEntry, Games, Session, Settings, Spec};
use plywood_search::{Budget, Goal, Rng};
use plywood_woodblock::Variant;

/// The built-in games.
pub(crate) static GAMES: LazyLock<Games> = LazyLock::new(plywood::games);

const SEED: u64 = 7;

/// Maximum number of moves that a target plays.
const MOVES: usize = 40;

/// Reads the first line: a game, and rules that may name no files. Returns the rest of the input.
fn game_and_rules(input: &[u8]) -> Option<(Arc<dyn GameEntry>, Settings, &str)> {
    let text = std::str::from_utf8(input).ok()?;
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (name, rules) = line.split_once(' ').unwrap_or((line, ""));
    let entry = GAMES.find(name).ok()?;
    Some((entry, rules.parse::<Settings>().ok()?.untrusted(), rest))
}

/// Reads a position: the line after the game.
///
/// Checks that the text written for an accepted position is read as the same position, and that the
/// game can be played from it.
pub fn position(input: &[u8]) {
    let Some((entry, rules, text)) = game_and_rules(input) else { return };
    let Ok(mut session) = entry.open(&rules, Some(text), SEED) else { return };
    let written = session.position();
    let again = entry.open(&rules, Some(&written), SEED).expect("the written position is valid");
    assert_eq!(again.position(), written, "a written position is read as another one");
    assert_eq!(again.legal_moves(), session.legal_moves(), "the legal moves differ");
    play_and_undo(&mut *session);
}

/// Plays random legal moves, then undoes all of them.
fn play_and_undo(session: &mut dyn Session) {
    let (before, mut rng) = (session.position(), Rng::new(SEED));
    for _ in 0..MOVES {
        let legal = session.legal_moves();
        assert_eq!(legal.is_empty(), session.seat().is_none(), "moves and seat disagree");
        session.picture();
        if legal.is_empty() {
            break;
        }
        let mv = &legal[rng.below(legal.len())];
        let played = session.play(mv).expect("a legal move can be played");
        assert_eq!(played, *mv, "a legal move is written in the standard notation");
    }
    while session.undo() {}
    assert_eq!(session.position(), before, "undoing all moves restores the position");
}

/// Plays moves: each line after the game is a move.
///
/// Checks that a refused move leaves the position unchanged, and that an accepted move can be
/// undone and played again in the notation that was returned.
pub fn moves(input: &[u8]) {
    let Some((entry, rules, text)) = game_and_rules(input) else { return };
    let Ok(mut session) = entry.open(&rules, None, SEED) else { return };
    for line in text.lines().take(MOVES) {
        let before = session.position();
        if let Ok(played) = session.play(line) {
            let after = session.position();
            assert!(session.undo() && session.position() == before, "{played} was not undone");
            assert_eq!(session.play(&played), Ok(played), "the notation of a move changed");
            assert_eq!(session.position(), after, "a move led to another position");
        } else {
            assert_eq!(session.position(), before, "a refused move changed the position");
        }
    }
    let played = session.played();
    let mut again = entry.open(&rules, None, SEED).expect("the same rules are valid");
    for mv in &played {
        again.play(mv).expect("a played move is legal in the same game");
    }
    assert_eq!(again.position(), session.position(), "the same moves lead to another position");
}

/// Reads the text after the game as moves or as a position.
///
/// Checks that the position can be opened, that the moves can be played from there, and that the
/// written moves or position are read as the same again.
pub fn read(input: &[u8]) {
    let Some((entry, rules, text)) = game_and_rules(input) else { return };
    let Ok(game) = entry.read(&rules, text, SEED) else { return };
    let mut session = entry.open(&rules, game.from.as_deref(), SEED).expect("a position was read");
    for mv in &game.moves {
        session.play(mv).expect("a legal move was read");
    }
    if game.from.is_some() && !game.moves.is_empty() {
        // Only a text in a file format has both a position and moves.
        return;
    }
    let written = game.from.clone().unwrap_or_else(|| game.moves.join("\n"));
    assert_eq!(entry.read(&rules, &written, SEED), Ok(game), "{written} is read as another game");
}

/// Maximum number of nodes to solve a position.
const NODES: u64 = 2000;

/// Reads a file of positions to solve: the lines after the game.
///
/// Checks that a position that was read can be opened and solved, and that the lower bound of the
/// solution is not above the upper bound.
pub fn problems(input: &[u8]) {
    let Some((entry, rules, text)) = game_and_rules(input) else { return };
    let Ok(problems) = entry.read_problems(text, &rules) else { return };
    for problem in problems.iter().take(4) {
        let session = entry.open(&rules, Some(&problem.position), SEED);
        let session = session.expect("the position of a file is valid");
        let budget = Budget::simulations(NODES).with_memory(1 << 16);
        let solution = session.solve(Goal::Score, &budget, &mut |_| {}).expect("there is a solver");
        let [lower, upper] = solution.bounds;
        assert!(lower <= upper, "no score is within the bounds {lower} and {upper}");
        // A puzzle has a move if a solution was found.
        let has_move = if entry.has_puzzles() { lower > 0.0 } else { true };
        assert_eq!(
            solution.mv.is_some(),
            has_move && session.seat().is_some(),
            "a game that is not over has a move"
        );
        problem.agrees(&solution);
    }
}

/// Reads the spec of a player: the line after the game.
pub fn spec(input: &[u8]) {
    let Some((entry, rules, text)) = game_and_rules(input) else { return };
    let Ok(spec) = text.parse::<Spec>() else { return };
    let written = spec.to_string();
    let again = written.parse::<Spec>().expect("the written spec is valid");
    assert_eq!(again.to_string(), written);
    let Ok(mut session) = entry.open(&rules, None, SEED) else { return };
    let spec = Spec { settings: spec.settings.untrusted(), ..spec };
    if let Ok(player) = session.seat_player(&spec, SEED) {
        session.budget(player);
    }
}

/// Reads rules, and plays by them.
pub fn rules(input: &[u8]) {
    let Some((entry, rules, _)) = game_and_rules(input) else { return };
    let written = rules.to_string();
    let again: Settings = written.parse().expect("written rules are valid");
    assert_eq!(again.to_string(), written);
    let Ok(mut session) = entry.open(&rules, None, SEED) else { return };
    play_and_undo(&mut *session);
}

/// Reads the file of a Wood Block variant.
pub fn variant(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    if let Ok(variant) = Variant::from_toml(text) {
        assert!(!variant.shapes().is_empty(), "a variant without shapes");
    }
}
