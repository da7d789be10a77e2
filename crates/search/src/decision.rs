//! What a player answers: plain data.

use std::fmt;
use std::time::Duration;

/// A move, how sure the player is of it, and why.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Decision<M> {
    /// The move to play; `None` when there is none.
    pub mv: Option<M>,
    /// What the move is worth to the seat that plays it, in the objective's
    /// unit; with an open range, what it gains from here on.
    pub value: Option<f64>,
    /// Every legal move, best first: `candidates[0]` is the move to play.
    pub candidates: Vec<Candidate<M>>,
    /// What the decision cost.
    pub stats: Stats,
    /// Why it was made then and not later.
    pub stopped_by: StoppedBy,
}

impl<M: Copy> Decision<M> {
    /// The decision for the first of `candidates`.
    pub fn new(candidates: Vec<Candidate<M>>, stats: Stats, stopped_by: StoppedBy) -> Self {
        let best = candidates.first();
        Decision {
            mv: best.map(|candidate| candidate.mv),
            value: best.and_then(|candidate| candidate.value),
            candidates,
            stats,
            stopped_by,
        }
    }
}

impl<M: Copy> Decision<M> {
    /// The decision of a player that does not search: its moves in order, best
    /// first, each with a value if it has one.
    pub fn unsearched(moves: impl IntoIterator<Item = (M, Option<f64>)>) -> Self {
        let candidates = moves.into_iter().map(|(mv, value)| Candidate::unsearched(mv, value));
        let candidates: Vec<_> = candidates.collect();
        let stopped_by =
            if candidates.len() < 2 { StoppedBy::OnlyMove } else { StoppedBy::Decided };
        Decision::new(candidates, Stats { threads: 1, ..Stats::default() }, stopped_by)
    }
}

impl<M> Decision<M> {
    /// The same with its moves written another way.
    pub fn map<N>(self, write: impl Fn(M) -> N) -> Decision<N> {
        Decision {
            mv: self.mv.map(&write),
            value: self.value,
            candidates: self.candidates.into_iter().map(|one| one.map(&write)).collect(),
            stats: self.stats,
            stopped_by: self.stopped_by,
        }
    }
}

/// One legal move and what was learnt about it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How many simulations went through it.
    pub visits: u64,
    /// Its share of all those visits.
    pub share: f64,
    /// Its mean value, or the proven one; `None` if it was never tried.
    pub value: Option<f64>,
    /// A 95% confidence interval of the mean.
    pub ci95: Option<[f64; 2]>,
    /// The exact value, where the search has proven it.
    pub proven: Option<f64>,
    /// The principal variation: this move and the likeliest ones after it.
    pub pv: Vec<M>,
}

impl<M: Copy> Candidate<M> {
    /// A move of which nothing is known but, perhaps, a value.
    pub fn unsearched(mv: M, value: Option<f64>) -> Self {
        let (ci95, proven) = (None, None);
        Candidate { mv, visits: 0, share: 0.0, value, ci95, proven, pv: vec![mv] }
    }
}

impl<M> Candidate<M> {
    fn map<N>(self, write: impl Fn(M) -> N) -> Candidate<N> {
        Candidate {
            mv: write(self.mv),
            visits: self.visits,
            share: self.share,
            value: self.value,
            ci95: self.ci95,
            proven: self.proven,
            pv: self.pv.into_iter().map(write).collect(),
        }
    }
}

/// What is known while a search is under way.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Progress<M> {
    /// Every legal move, best first.
    pub candidates: Vec<Candidate<M>>,
    /// What the search has cost so far.
    pub stats: Stats,
}

impl<M> Progress<M> {
    /// What a player shows of its work.
    pub fn new(candidates: Vec<Candidate<M>>, stats: Stats) -> Self {
        Progress { candidates, stats }
    }

    /// The same with its moves written another way.
    pub fn map<N>(self, write: impl Fn(M) -> N) -> Progress<N> {
        let candidates = self.candidates.into_iter().map(|one| one.map(&write)).collect();
        Progress { candidates, stats: self.stats }
    }
}

/// What a decision cost and how the search went.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Stats {
    /// Simulations run for this decision.
    pub simulations: u64,
    /// Nodes in the trees, unvisited children of visited nodes included.
    pub nodes: u64,
    /// The length of the longest path in the tree.
    pub max_depth: u32,
    /// The mean length of a path in the tree.
    pub mean_depth: f64,
    /// The time it took.
    pub elapsed: Duration,
    /// Trees searched at once.
    pub threads: usize,
    /// Mean visits of the root moves that were tried.
    pub average_visits: f64,
    /// The size of the trees.
    pub tree_bytes: u64,
    /// Whether a tree reached its memory limit.
    pub tree_full: bool,
    /// Visits of the root that were left from earlier decisions.
    pub reused_visits: u64,
    /// Whether an earlier tree did not fit this position and was dropped.
    pub restarted: bool,
    /// Worlds drawn; 0 where nothing is hidden.
    pub worlds: u64,
    /// Mean length of a rollout in moves.
    pub mean_rollout: f64,
    /// The proven bounds of the position's value for the seat to move.
    pub bounds: Option<[f64; 2]>,
    /// What only this kind of player counts, by name, in the order in which
    /// it is told.
    pub details: Vec<(&'static str, Detail)>,
}

/// One number or word that only some kind of player tells of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Detail {
    /// How often something happened.
    Count(u64),
    /// Whether something happened.
    Flag(bool),
    /// One of a few words.
    Word(&'static str),
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Detail::Count(count) => write!(f, "{count}"),
            Detail::Flag(true) => f.write_str("yes"),
            Detail::Flag(false) => f.write_str("no"),
            Detail::Word(word) => f.write_str(word),
        }
    }
}

impl Stats {
    /// Simulations in a second.
    pub fn simulations_per_second(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { self.simulations as f64 / seconds } else { 0.0 }
    }
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum StoppedBy {
    /// The simulations of the budget were run, or as many as a tree can count.
    Simulations,
    /// The time of the budget was up.
    Time,
    /// The runner-up could not have caught up in visits any more.
    Decided,
    /// The best move's mean passed the threshold of the options.
    GoodEnough,
    /// The value of the position was proven.
    Proven,
    /// There was one legal move, or none.
    OnlyMove,
    /// Somebody asked for the answer.
    Cancelled,
}

impl StoppedBy {
    /// The name in JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            StoppedBy::Simulations => "simulations",
            StoppedBy::Time => "time",
            StoppedBy::Decided => "decided",
            StoppedBy::GoodEnough => "good_enough",
            StoppedBy::Proven => "proven",
            StoppedBy::OnlyMove => "only_move",
            StoppedBy::Cancelled => "cancelled",
        }
    }
}

/// What a player spent over a whole game.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Totals {
    /// Decisions made.
    pub decisions: u64,
    /// Simulations of all of them.
    pub simulations: u64,
    /// Time of all of them.
    pub elapsed: Duration,
    /// The longest path in any tree.
    pub max_depth: u32,
    /// The greatest number of nodes in a tree.
    pub max_nodes: u64,
}

impl Totals {
    /// Counts one more decision.
    pub fn add(&mut self, stats: &Stats) {
        self.decisions += 1;
        self.simulations += stats.simulations;
        self.elapsed += stats.elapsed;
        self.max_depth = self.max_depth.max(stats.max_depth);
        self.max_nodes = self.max_nodes.max(stats.nodes);
    }

    /// Mean time of a decision.
    pub fn mean_time(&self) -> Duration {
        self.elapsed.checked_div(self.decisions as u32).unwrap_or_default()
    }
}
