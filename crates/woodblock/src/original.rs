//! The first design's player, kept as a yardstick that never changes.

use plywood_search::{
    Budget, Candidate, Cut, Decision, Expansion, Game, GoodEnough, Guide, Interval, MaxDepth,
    Observer, Options, Player, Progress, Rng, Searcher, TreeNode, Values,
};

use crate::position::{Hand, Move, Position};
use crate::rollouts::Rollouts;
use crate::woodblock::Woodblock;

/// The player of the first design: 50 simulations a placement, c = sqrt 2, a
/// tree of at most 10 levels and rollouts of at most 10 steps; all moves of a
/// leaf enter the tree at once and a random one is simulated; values are raw
/// points; a mean gain above 500 points is good enough; progress is shown
/// every 10 simulations; the most visited move wins, of equals the first in
/// the order of moves. Nothing is kept from one decision to the next.
///
/// Two faults of the design as printed are mended. A child without visits has
/// the value 0 / 0 there: no comparison with it holds, so it is never
/// selected, only the child that was simulated first has any visits, and the
/// player plays at random (87 +- 5 points on classic10). And a new child is
/// rolled out from its parent's state, without its own move, so that its value
/// says nothing about it. Here untried moves come first, and the move is played.
///
/// The design does not say in which order untried moves come, nor which of
/// equally visited ones wins. Here both go by the order of moves, as a plain
/// loop over the children has it; with a random order and the higher mean
/// instead, it reaches about 280 points on classic10, not the 382 +- 31 that
/// were published for it.
///
/// A position of classic10 mostly has
/// more moves than there are simulations: then the first 50 have one visit
/// each, and the first of them is played, which fills the board from the top
/// left. Only on a crowded board does the search decide.
pub struct Original(Searcher<FirstMoves, Rollouts>);

/// Simulations a placement.
pub const SIMULATIONS: u64 = 50;
const MAX_DEPTH: u32 = 10;
const ROLLOUT_STEPS: u32 = 10;
const GOOD_ENOUGH_POINTS: f64 = 500.0;
const PROGRESS_EVERY: u64 = 10;

impl Original {
    /// The player with rollouts of the design's two kinds:
    /// [`NearlyFullRow`](Rollouts::NearlyFullRow), its own choice, or
    /// [`Random`](Rollouts::Random).
    pub fn new(rollouts: Rollouts, seed: u64) -> Self {
        let mut options = Options::default();
        options.exploration = std::f64::consts::SQRT_2;
        options.expansion = Expansion::AllThenChild;
        options.max_depth = MaxDepth::Moves(MAX_DEPTH);
        options.rollout_limit = ROLLOUT_STEPS;
        options.values = Values::Raw;
        options.reuse = false;
        options.good_enough = Some(GoodEnough { value: GOOD_ENOUGH_POINTS, after: 1 });
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
        let seen = FirstMovesView { position: view.clone(), most };
        let decision = self.0.decide(&seen, budget, &mut EveryTen(observer));
        let mut untried = Vec::new();
        view.moves(&mut untried);
        let untried = untried.into_iter().skip(most).map(|mv| Candidate::unsearched(mv, None));
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

/// The game with only the first moves of every position, as many as there are
/// simulations: tried in their order, no others can be reached.
#[derive(Clone, Debug, PartialEq)]
struct FirstMoves {
    game: Woodblock,
    most: usize,
}

/// What a player sees of [`FirstMoves`].
#[derive(Clone, Debug, PartialEq)]
struct FirstMovesView {
    position: Position,
    most: usize,
}

impl Game for FirstMoves {
    type Move = Move;
    type Seen = Option<Hand>;
    type View = FirstMovesView;
    const SEATS: u8 = 1;
    const HIDDEN: bool = true;

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

    fn view(&self, seat: u8) -> FirstMovesView {
        FirstMovesView { position: self.game.view(seat), most: self.most }
    }

    fn world(view: &FirstMovesView, rng: &mut Rng) -> Self {
        FirstMoves { game: Woodblock::world(&view.position, rng), most: view.most }
    }
}

/// Rollouts know no such limit.
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

/// Shows progress as often as the design does, if anybody wants to see it.
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
    fn it_reports_every_ten_simulations() {
        let game = Woodblock::new(Rules::default(), 7);
        let mut counter = Counter(Vec::new());
        let mut player = Original::new(Rollouts::NearlyFullRow, 1);
        let decision =
            player.decide(&game.view(0), &Budget::simulations(SIMULATIONS), &mut counter);
        assert_eq!(counter.0, [10, 20, 30, 40]);
        assert_eq!(decision.stats.simulations, 50);
    }

    #[test]
    fn of_equally_many_visits_the_first_move_wins() {
        let game = Woodblock::new(Rules::default(), 7);
        let mut player = Original::new(Rollouts::NearlyFullRow, 1);
        let decision = player.decide(&game.view(0), &Budget::simulations(SIMULATIONS), &mut ());
        let number = |mv| game.position().rules().action_number(mv);
        let most = decision.candidates.iter().map(|one| one.visits).max();
        let equals = decision.candidates.iter().filter(|one| Some(one.visits) == most);
        assert_eq!(decision.mv.map(number), equals.map(|one| number(one.mv)).min());
        // With more moves than simulations, that is the first of all.
        let mut moves = Vec::new();
        game.moves(&mut moves);
        assert!(moves.len() > 50);
        assert_eq!(decision.mv, moves.first().copied());
        assert_eq!(decision.candidates.len(), moves.len());
    }
}
