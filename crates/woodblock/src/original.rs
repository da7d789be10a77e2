//! The player of the project's first design.

use plywood_search::{
    Budget, Candidate, Cut, Decision, Expansion, Game, GoodEnough, Guide, Interval, MaxDepth,
    Observer, Options, Player, Progress, Rng, Searcher, TreeNode, Values,
};

use crate::position::{Hand, Move, Position};
use crate::rollouts::Rollouts;
use crate::woodblock::Woodblock;

/// The player of the project's first design. It never changes: a reference for later players.
///
/// The design: 50 simulations per placement, exploration constant sqrt(2), a tree of at most 10
/// levels, rollouts of at most 10 moves. The first visit of a leaf adds all its children and
/// simulates a random child. Values are points, not normalised. The search stops when the mean gain
/// of the best move is above 500 points. It reports progress every 10 simulations. The player plays
/// the most visited move. Every decision starts with an empty tree.
///
/// Two faults of the design are corrected:
/// - An unvisited child had the value 0 / 0 (NaN), which loses every comparison, so only the child
///   simulated first was ever visited. Here unvisited children are selected first.
/// - The rollout of a new child started at its parent. Here the child's move is played first.
///
/// Details that the design leaves open, or in which this engine differs from the design:
/// - Unvisited children are selected in the order of moves, and the first of equally visited moves
///   is played. Most positions of classic10 have more moves than the player has simulations: there
///   the first move is played, and the blocks fill the board from the top left.
/// - The test for 500 points runs at every 8th simulation. So does the engine's other early stop,
///   which ends the search when no other move can reach as many visits as the best move.
pub struct Original(Searcher<FirstMoves, Rollouts>);

/// Simulations per placement.
pub const SIMULATIONS: u64 = 50;
const MAX_DEPTH: u32 = 10;
const ROLLOUT_STEPS: u32 = 10;
const GOOD_ENOUGH_POINTS: f64 = 500.0;
const PROGRESS_EVERY: u64 = 10;

impl Original {
    /// Returns the player with one of the design's two rollout policies: its default
    /// [`NearlyFullRow`](Rollouts::NearlyFullRow), or [`Random`](Rollouts::Random).
    pub fn new(rollouts: Rollouts, seed: u64) -> Self {
        let mut options = Options::default();
        options.exploration = Some(Options::EXPLORATION);
        options.variations.expansion = Expansion::AllThenChild;
        options.max_depth = MaxDepth::Moves(MAX_DEPTH);
        options.rollout_limit = ROLLOUT_STEPS;
        options.variations.values = Values::Raw;
        options.reuse = false;
        options.variations.good_enough = Some(GoodEnough { value: GOOD_ENOUGH_POINTS, after: 1 });
        Original(Searcher::new(options, rollouts, seed))
    }
}

impl Player<Woodblock> for Original {
    fn decide(
        &mut self,
        view: &Position,
        budget: &Budget,
        observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
        let most = budget.simulations.map_or(usize::MAX, |limit| limit.max(1) as usize);
        let decision = self.0.decide(&(view.clone(), most), budget, &mut EveryTen(observer));
        let mut moves = Vec::new();
        view.moves(&mut moves);
        let untried = moves.into_iter().skip(most).map(|mv| Candidate::unsearched(mv, None));
        let rules = view.rules();
        let mut candidates = decision.candidates;
        candidates.extend(untried);
        candidates.sort_by_key(|candidate| {
            (std::cmp::Reverse(candidate.visits), rules.action_number(candidate.mv))
        });
        Decision::new(candidates, decision.stats, decision.stopped_by)
    }

    fn tree(&self, cut: &Cut) -> Option<TreeNode<Move, <Woodblock as Game>::Seen>> {
        self.0.tree(cut)
    }
}

/// The game with only the first `most` moves of each position.
///
/// The engine shuffles the children of a position, but the player should try the first moves first.
/// With `most` equal to the number of simulations, the first moves are the only children.
#[derive(Clone, Debug, PartialEq)]
struct FirstMoves {
    game: Woodblock,
    most: usize,
}

impl Game for FirstMoves {
    type Move = Move;
    type Seen = Option<Hand>;
    /// The view of the position, and `most`.
    type View = (Position, usize);
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        self.game.seat()
    }

    fn moves(&self, out: &mut Vec<Move>) {
        let before = out.len();
        self.game.moves(out);
        out.truncate(before.saturating_add(self.most));
    }

    fn play(&mut self, mv: Move) -> Option<Hand> {
        self.game.play(mv)
    }

    fn score(&self, seat: u8) -> f64 {
        self.game.score(seat)
    }

    fn view(&self, seat: u8) -> (Position, usize) {
        (self.game.view(seat), self.most)
    }

    fn world((position, most): &(Position, usize), rng: &mut Rng) -> Self {
        FirstMoves { game: Woodblock::world(position, rng), most: *most }
    }
}

/// Rollouts choose from all moves, not only the first `most`.
impl Guide<FirstMoves> for Rollouts {
    fn rollout_move(
        &mut self,
        state: &FirstMoves,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        self.rollout_move(&state.game, rng, scratch)
    }
}

/// Adapter that reports progress every 10 simulations, if the observer wants progress at all.
struct EveryTen<'a>(&'a mut dyn Observer<Move>);

impl Observer<Move> for EveryTen<'_> {
    fn progress(&mut self, progress: &Progress<Move>) {
        self.0.progress(progress);
    }

    fn interval(&self) -> Interval {
        match self.0.interval() {
            Interval { simulations: None, time: None } => self.0.interval(),
            _ => Interval { simulations: Some(PROGRESS_EVERY), time: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    struct Counter(Vec<u64>);

    impl Observer<Move> for Counter {
        fn progress(&mut self, progress: &Progress<Move>) {
            self.0.push(progress.stats.simulations);
        }
    }

    #[test]
    fn progress_is_reported_every_ten_simulations() {
        let game = Woodblock::new(Rules::default(), 7);
        let mut counter = Counter(Vec::new());
        let mut player = Original::new(Rollouts::NearlyFullRow, 1);
        let decision =
            player.decide(&game.view(0), &Budget::simulations(SIMULATIONS), &mut counter);
        assert_eq!(counter.0, [10, 20, 30, 40]);
        assert_eq!(decision.stats.simulations, 50);
    }

    #[test]
    fn the_first_of_equally_visited_moves_wins() {
        let game = Woodblock::new(Rules::default(), 7);
        let mut player = Original::new(Rollouts::NearlyFullRow, 1);
        let decision = player.decide(&game.view(0), &Budget::simulations(SIMULATIONS), &mut ());
        let number = |mv| game.position().rules().action_number(mv);
        let most = decision.candidates.iter().map(|one| one.visits).max();
        let equals = decision.candidates.iter().filter(|one| Some(one.visits) == most);
        assert_eq!(decision.mv.map(number), equals.map(|one| number(one.mv)).min());
        // There are more moves than simulations, so the first move is played.
        let mut moves = Vec::new();
        game.moves(&mut moves);
        assert!(moves.len() > 50);
        assert_eq!(decision.mv, moves.first().copied());
        assert_eq!(decision.candidates.len(), moves.len());
    }
}
