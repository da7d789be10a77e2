//! Lines: moves that a person looks at without playing them. Computes the positions along a line, and the moves of a
//! line in words.
//!
//! Both depend on the view of a seat alone: the moves are played in worlds that are drawn from the view, so nothing can
//! be revealed that the seat does not know.

use std::iter;

use plywood_search::{Notation, Rng};

use crate::Line;

/// Maximum number of worlds that are drawn for the positions of a line. An exported node of a tree has at least a
/// 5000th of the visits, so four times 5000 worlds almost always include its outcome.
const MAX_WORLDS: usize = 20_000;

/// The number of worlds that must agree on a fact before it counts as known.
pub(crate) const fn sample_size<G: Notation>() -> usize {
    if G::HIDDEN { 8 } else { 1 }
}

/// Returns what `seat` sees if the moves of `path` are played from `view`.
///
/// The step of `path` after a move may name what the seat saw of the move. If it does not and worlds differ in what
/// they show, the position after the move is an example and ends the line. An illegal move, or an outcome that no world
/// has, ends the line as well.
pub(crate) fn line<G: Notation>(view: &G::View, seat: u8, path: &[String]) -> Line {
    let (mut rng, mut worlds) = (Rng::new(0), MAX_WORLDS);
    let (mut line, mut view) = (Line::default(), view.clone());
    line.cells = cells::<G>(&view, seat, path);
    let mut steps = path.iter().peekable();
    while let Some(mv) = steps.next() {
        let first: G = G::world(&view, &mut rng);
        // A move of another seat may be legal in few of the worlds; a move of `seat` itself is legal in all or none.
        let may_vary = G::PRIVATE && first.seat() != Some(seat);
        let mut outcomes = iter::from_fn(|| {
            worlds = worlds.checked_sub(1)?;
            Some(outcome::<G>(&view, seat, mv, &mut rng))
        });
        let draws = if may_vary { MAX_WORLDS } else { sample_size::<G>() };
        let sample = outcomes.by_ref().take(draws).flatten().take(sample_size::<G>());
        let sample: Vec<(G::View, String)> = sample.collect();
        let Some((example, seen)) = sample.first().cloned() else { return line };
        let is_known = sample.iter().all(|(after, _)| *after == example);
        let named = steps.peek().copied().filter(|next| !is_known || **next == seen);
        let after = match named {
            Some(named) => {
                let mut all = sample.into_iter().chain(outcomes.flatten());
                all.find(|(_, seen)| seen == named).map(|(after, _)| after)
            }
            None => is_known.then(|| example.clone()),
        };
        line.positions.push(G::write_position(after.as_ref().unwrap_or(&example)));
        let Some(after) = after else {
            line.is_example = true;
            return line;
        };
        view = after;
        if named.is_some() {
            steps.next();
        }
    }
    (line.legal, line.words) = legal_in_words::<G>(&view, seat);
    line
}

/// Returns the moves of `path` that are legal one after another in a world of the view, up to the first step that is
/// not a legal move or is a private move of another seat.
pub(crate) fn moves<G: Notation>(view: &G::View, seat: u8, path: &[String]) -> Vec<G::Move> {
    let mut world: G = G::world(view, &mut Rng::new(0));
    let step = |text: &String| {
        let is_known = !G::PRIVATE || world.seat() == Some(seat);
        let mv = world.read_move(text).ok().filter(|_| is_known)?;
        world.try_play(mv).is_ok().then_some(mv)
    };
    path.iter().map_while(step).collect()
}

/// Draws as many worlds of a view as must agree on a fact before it counts as known ([`sample_size`]).
pub(crate) fn sample<G: Notation>(view: &G::View) -> Vec<G> {
    let mut rng = Rng::new(0);
    (0..sample_size::<G>()).map(|_| G::world(view, &mut rng)).collect()
}

/// Returns the score of a seat if all worlds agree on it.
pub(crate) fn known_score<G: Notation>(worlds: &[G], seat: u8) -> Option<f64> {
    let score = worlds[0].score(seat);
    worlds.iter().all(|world| world.score(seat) == score).then_some(score)
}

/// Returns the cells that each move of `path` fills, up to the first step that is not a legal move, is a private move
/// of another seat, or fills different cells in different worlds.
fn cells<G: Notation>(view: &G::View, seat: u8, path: &[String]) -> Vec<Vec<[i8; 2]>> {
    let mut worlds = sample::<G>(view);
    let fill = |world: &mut G, text: &String| {
        let is_public = !G::PRIVATE || world.seat() == Some(seat);
        let mv = world.read_move(text).ok().filter(|_| is_public)?;
        let before = world.clone();
        world.try_play(mv).ok().map(|_| before.cells(mv))
    };
    let step = |text: &String| {
        let mut filled: Vec<_> = worlds.iter_mut().map(|world| fill(world, text)).collect();
        filled.dedup();
        filled.pop().flatten().filter(|_| filled.is_empty())
    };
    path.iter().map_while(step).collect()
}

/// Returns the legal moves at a view and their descriptions. Both are empty if the game has private facts and another
/// seat is to move. A move whose description differs between worlds is described by its notation.
fn legal_in_words<G: Notation>(view: &G::View, seat: u8) -> (Vec<String>, Vec<String>) {
    let worlds = sample::<G>(view);
    let mut legal = Vec::new();
    if !G::PRIVATE || worlds[0].seat() == Some(seat) {
        worlds[0].moves(&mut legal);
    }
    let describe = |mv: G::Move| {
        let (notation, words) = (worlds[0].write_move(mv), worlds[0].describe_move(mv));
        let is_agreed = worlds.iter().all(|world| world.describe_move(mv) == words);
        let words = if is_agreed { words } else { notation.clone() };
        (notation, words)
    };
    legal.into_iter().map(describe).unzip()
}

/// Plays a move in a world of `view`. Returns the view of `seat` after it, and what the seat sees of the
/// move; `None` if the move is illegal in this world.
fn outcome<G: Notation>(
    view: &G::View,
    seat: u8,
    mv: &str,
    rng: &mut Rng,
) -> Option<(G::View, String)> {
    let mut world = G::world(view, rng);
    let mover = world.seat()?;
    let mv = if G::PRIVATE && mover != seat {
        let mut legal = Vec::new();
        world.moves(&mut legal);
        let looks_so = |&other: &G::Move| world.write_move(G::move_shown(other, mover, seat)) == mv;
        legal.into_iter().find(looks_so)?
    } else {
        world.read_move(mv).ok()?
    };
    let seen = world.try_play(mv).ok()?;
    Some((world.view(seat), world.write_seen(G::seen_by(seen, mover, seat))))
}

/// Describes the moves of each line. A move whose description differs between worlds, or which is legal in none of
/// them, is described by its notation.
pub(crate) fn words<G: Notation>(view: &G::View, lines: &[Vec<String>]) -> Vec<Vec<String>> {
    let worlds = sample::<G>(view);
    lines.iter().map(|line| line_in_words(worlds.clone(), line)).collect()
}

/// Describes the moves of a line, and plays them in the worlds in which they are legal.
fn line_in_words<G: Notation>(mut worlds: Vec<G>, line: &[String]) -> Vec<String> {
    let describe = |text: &String| {
        let mut described = Vec::new();
        worlds.retain_mut(|world| {
            let before = world.clone();
            let mv = before.read_move(text).ok().filter(|&mv| world.try_play(mv).is_ok());
            described.extend(mv.map(|mv| before.describe_move(mv)));
            mv.is_some()
        });
        described.dedup();
        if described.len() == 1 { described.swap_remove(0) } else { text.clone() }
    };
    line.iter().map(describe).collect()
}
