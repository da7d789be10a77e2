//! Perft: counts of move sequences, to check rules against published numbers.

use plywood_search::Game;

/// Returns the number of sequences of `depth` moves from a state. A shorter sequence that ends the
/// game counts as one. `progress` gets the number of finished two-move prefixes and the number of
/// all of them.
pub(crate) fn perft<G: Game>(state: &G, depth: u32, progress: &mut dyn FnMut(u64, u64)) -> u64 {
    if depth < 3 {
        return count(state, depth, &mut vec![Vec::new(); depth as usize]);
    }
    let seconds: Vec<G> = leaves(state).iter().flat_map(leaves).collect();
    let mut total = 0;
    let mut lists = vec![Vec::new(); depth as usize];
    for (done, second) in seconds.iter().enumerate() {
        progress(done as u64, seconds.len() as u64);
        total += count(second, depth - 2, &mut lists);
    }
    total
}

/// Returns the states after one move, or the state itself if the game is over: it counts as one leaf.
fn leaves<G: Game>(state: &G) -> Vec<G> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    if moves.is_empty() {
        return vec![state.clone()];
    }
    let after = |mv| {
        let mut next = state.clone();
        next.play(mv);
        next
    };
    moves.into_iter().map(after).collect()
}

/// Returns the number of sequences of `depth` moves. `lists` has one buffer of moves per level.
fn count<G: Game>(state: &G, depth: u32, lists: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut().filter(|_| depth > 0) else { return 1 };
    moves.clear();
    state.moves(moves);
    if moves.is_empty() || depth == 1 {
        return moves.len().max(1) as u64;
    }
    let mut total = 0;
    for &mv in moves.iter() {
        let mut next = state.clone();
        next.play(mv);
        total += count(&next, depth - 1, deeper);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::nim::Nim;

    #[test]
    fn counts_agree_with_a_plain_recursion() {
        fn plain(heap: &Nim, depth: u32) -> u64 {
            if depth == 0 || heap.stones() == 0 {
                return 1;
            }
            leaves(heap).iter().map(|heap| plain(heap, depth - 1)).sum()
        }
        for stones in 0..9 {
            for depth in 0..10 {
                let heap = Nim::new(stones);
                assert_eq!(perft(&heap, depth, &mut |_, _| {}), plain(&heap, depth));
            }
        }
    }
}
