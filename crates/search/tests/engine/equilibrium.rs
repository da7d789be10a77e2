//! Exact values, best responses and near-equilibria (CFR+) of small zero-sum games of two seats.

use std::collections::HashMap;
use std::hash::Hash;

use plywood_search::Game;

/// The tree of a whole game: every deal and every sequence of moves.
pub(crate) struct GameTree<G: Game> {
    /// Children come after their parents.
    nodes: Vec<Node>,
    /// The first node of each deal, with the deal's probability.
    deals: Vec<(usize, f64)>,
    /// The information sets: what the mover knows, and its legal moves.
    pub(crate) sets: Vec<(G::View, Vec<G::Move>)>,
}

enum Node {
    /// The score of seat 0 at the end.
    End(f64),
    Choice {
        seat: u8,
        set: usize,
        children: Vec<usize>,
    },
}

/// The probability of each legal move, for each information set.
pub(crate) type Strategy = Vec<Vec<f64>>;

impl<G: Game<View: Eq + Hash>> GameTree<G> {
    pub(crate) fn new(deals: Vec<(G, f64)>) -> Self {
        let mut tree = GameTree { nodes: Vec::new(), deals: Vec::new(), sets: Vec::new() };
        let mut known = HashMap::new();
        for (state, probability) in deals {
            let root = tree.add(&state, &mut known);
            tree.deals.push((root, probability));
        }
        tree
    }

    fn add(&mut self, state: &G, known: &mut HashMap<G::View, usize>) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node::End(state.score(0)));
        if let Some(seat) = state.seat() {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let view = state.view(seat);
            let set = *known.entry(view.clone()).or_insert_with(|| {
                self.sets.push((view, moves.clone()));
                self.sets.len() - 1
            });
            let after = |mv| {
                let mut after = state.clone();
                after.play(mv);
                self.add(&after, known)
            };
            let children = moves.into_iter().map(after).collect();
            self.nodes[index] = Node::Choice { seat, set, children };
        }
        index
    }

    /// Returns the strategy that plays every legal move with the same probability.
    pub(crate) fn uniform(&self) -> Strategy {
        self.sets.iter().map(|(_, moves)| vec![1.0 / moves.len() as f64; moves.len()]).collect()
    }

    /// Returns the expected score of seat 0 if both seats play the strategy.
    pub(crate) fn value(&self, strategy: &Strategy) -> f64 {
        let deal = |&(root, probability): &(usize, f64)| probability * self.mean(root, strategy);
        self.deals.iter().map(deal).sum()
    }

    fn mean(&self, node: usize, strategy: &Strategy) -> f64 {
        match &self.nodes[node] {
            Node::End(score) => *score,
            Node::Choice { set, children, .. } => {
                let branches = children.iter().zip(&strategy[*set]);
                branches.map(|(&child, weight)| weight * self.mean(child, strategy)).sum()
            }
        }
    }

    /// Returns what a perfect opponent wins in a game against the strategy, averaged over both
    /// seats. It is 0 for an equilibrium.
    pub(crate) fn exploitability(&self, strategy: &Strategy) -> f64 {
        (self.best_response(strategy, 0) + self.best_response(strategy, 1)) / 2.0
    }

    /// Returns the score of `seat` if it answers the strategy of the other seat perfectly.
    pub(crate) fn best_response(&self, strategy: &Strategy, seat: u8) -> f64 {
        let mut reach = vec![0.0; self.nodes.len()];
        for &(root, probability) in &self.deals {
            reach[root] = probability;
        }
        let mut members = vec![Vec::new(); self.sets.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            let Node::Choice { seat: mover, set, children } = node else { continue };
            members[*set].push(index);
            for (&child, weight) in children.iter().zip(&strategy[*set]) {
                reach[child] = reach[index] * if *mover == seat { 1.0 } else { *weight };
            }
        }
        let best = vec![None; self.sets.len()];
        let mut response = Response { tree: self, strategy, seat, reach, members, best };
        self.deals.iter().map(|&(root, probability)| probability * response.value(root)).sum()
    }

    /// Returns the average strategy of `iterations` of CFR+ (Tammelin 2014).
    pub(crate) fn solve(&self, iterations: u32) -> Strategy {
        let zero: Strategy = self.sets.iter().map(|(_, moves)| vec![0.0; moves.len()]).collect();
        let (mut regrets, mut sums) = (zero.clone(), zero.clone());
        for iteration in 1..=iterations {
            for learner in 0..2 {
                let current: Strategy = regrets.iter().map(|set| normalised(set)).collect();
                let mut gains = zero.clone();
                let weight = f64::from(iteration);
                for &(root, probability) in &self.deals {
                    let mut pass =
                        Pass { tree: self, current: &current, learner, gains: &mut gains };
                    pass.regret(root, probability);
                    self.add_average(root, learner, weight, &current, &mut sums);
                }
                for (regret, gain) in regrets.iter_mut().flatten().zip(gains.iter().flatten()) {
                    *regret = (*regret + gain).max(0.0);
                }
            }
        }
        sums.iter().map(|set| normalised(set)).collect()
    }

    /// Adds the learner's current strategy to its average, weighted by its own probability of getting
    /// to each information set.
    fn add_average(
        &self,
        node: usize,
        learner: u8,
        weight: f64,
        current: &Strategy,
        sums: &mut Strategy,
    ) {
        let Node::Choice { seat, set, children } = &self.nodes[node] else { return };
        for (index, &child) in children.iter().enumerate() {
            let own = if *seat == learner { current[*set][index] } else { 1.0 };
            if *seat == learner {
                sums[*set][index] += weight * own;
            }
            self.add_average(child, learner, weight * own, current, sums);
        }
    }
}

/// Scales weights to a sum of 1; equal weights if all are 0.
fn normalised(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let share = |weight: &f64| if sum > 0.0 { weight / sum } else { 1.0 / weights.len() as f64 };
    weights.iter().map(share).collect()
}

/// One pass over the tree that computes the regrets of one seat.
struct Pass<'a, G: Game> {
    tree: &'a GameTree<G>,
    current: &'a Strategy,
    learner: u8,
    gains: &'a mut Strategy,
}

impl<G: Game> Pass<'_, G> {
    /// Returns the learner's expected score at a node, and adds to the regrets of the learner's
    /// information sets. `reach` is the probability of the deal and of the other seat's moves.
    fn regret(&mut self, node: usize, reach: f64) -> f64 {
        let (seat, set, children) = match &self.tree.nodes[node] {
            Node::End(score) => return if self.learner == 0 { *score } else { -score },
            Node::Choice { seat, set, children } => (*seat, *set, children),
        };
        let current = &self.current[set];
        if seat != self.learner {
            let branches = children.iter().zip(current);
            return branches
                .map(|(&child, weight)| weight * self.regret(child, reach * weight))
                .sum();
        }
        let values: Vec<f64> = children.iter().map(|&child| self.regret(child, reach)).collect();
        let mean: f64 = values.iter().zip(current).map(|(value, weight)| value * weight).sum();
        for (gain, value) in self.gains[set].iter_mut().zip(values) {
            *gain += reach * (value - mean);
        }
        mean
    }
}

/// A best response that is being computed.
struct Response<'a, G: Game> {
    tree: &'a GameTree<G>,
    strategy: &'a Strategy,
    seat: u8,
    /// The probability of each node if `seat` plays towards it.
    reach: Vec<f64>,
    /// The nodes of each information set.
    members: Vec<Vec<usize>>,
    /// The best move of each information set; `None` before it is computed.
    best: Vec<Option<usize>>,
}

impl<G: Game> Response<'_, G> {
    fn value(&mut self, node: usize) -> f64 {
        match &self.tree.nodes[node] {
            Node::End(score) => {
                if self.seat == 0 {
                    *score
                } else {
                    -score
                }
            }
            Node::Choice { seat, set, children } if *seat == self.seat => {
                let best = self.best_move(*set, children.len());
                self.value(children[best])
            }
            Node::Choice { set, children, .. } => {
                let branches = children.iter().zip(&self.strategy[*set]);
                branches.map(|(&child, weight)| weight * self.value(child)).sum()
            }
        }
    }

    /// Returns the move that is best on average over all nodes of the information set.
    fn best_move(&mut self, set: usize, moves: usize) -> usize {
        if let Some(best) = self.best[set] {
            return best;
        }
        let mut values = vec![0.0; moves];
        for node in self.members[set].clone() {
            let Node::Choice { children, .. } = &self.tree.nodes[node] else { continue };
            for (value, &child) in values.iter_mut().zip(children) {
                *value += self.reach[node] * self.value(child);
            }
        }
        let best = (0..moves).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0);
        self.best[set] = Some(best);
        best
    }
}
