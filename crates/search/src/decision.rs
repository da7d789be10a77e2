//! Decisions, their candidates and their statistics: plain data.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// A player's choice, with the candidates and the statistics behind it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Decision<M> {
    /// The move to play; `None` if the game is over or the player resigns or forfeits.
    pub mv: Option<M>,
    /// The value of the move for the seat that plays it, in the objective's unit. If the objective has
    /// no range, this is the expected gain over the value of the current position.
    pub value: Option<f64>,
    /// The score that the seat will have at the end of the game, in the game's own unit; exact if the
    /// move is proven. `None` if the player does not estimate scores.
    pub score: Option<f64>,
    /// All legal moves, best first: `candidates[0]` is the move to play.
    pub candidates: Vec<Candidate<M>>,
    /// The statistics of the search.
    pub stats: Stats,
    /// The reason why the search stopped.
    pub stopped_by: StoppedBy,
    /// The reason why the player forfeits, and so loses, the game; `None` if it decides or resigns.
    pub forfeit: Option<String>,
}

impl<M: Copy> Decision<M> {
    /// Creates a decision to play the first of `candidates`, or no move if there are none.
    pub fn new(candidates: Vec<Candidate<M>>, stats: Stats, stopped_by: StoppedBy) -> Self {
        let best = candidates.first();
        Decision {
            mv: best.map(|candidate| candidate.mv),
            value: best.and_then(|candidate| candidate.value),
            score: best.and_then(|candidate| candidate.score),
            candidates,
            stats,
            stopped_by,
            forfeit: None,
        }
    }

    /// Creates the decision of a player that does not search, from moves with optional values, best
    /// move first.
    pub fn unsearched(moves: impl IntoIterator<Item = (M, Option<f64>)>) -> Self {
        let candidates = moves.into_iter().map(|(mv, value)| Candidate::unsearched(mv, value));
        let candidates: Vec<_> = candidates.collect();
        let stopped_by =
            if candidates.len() < 2 { StoppedBy::OnlyMove } else { StoppedBy::Decided };
        Decision::new(candidates, Stats { threads: 1, ..Stats::default() }, stopped_by)
    }

    /// Creates the decision of a player that cannot continue, for example because its program has ended. The decision
    /// has no move, and the player loses the game.
    pub fn forfeit(reason: impl Into<String>) -> Self {
        Decision { forfeit: Some(reason.into()), ..Decision::unsearched([]) }
    }
}

impl<M> Decision<M> {
    /// Converts the moves, for example to text. `write` gets the moves from the position of the decision to the
    /// position in which a move is made, and the move.
    pub fn map<N>(self, write: impl Fn(&[M], M) -> N) -> Decision<N>
    where
        M: Copy,
    {
        Decision {
            mv: self.mv.map(|mv| write(&[], mv)),
            value: self.value,
            score: self.score,
            candidates: self.candidates.into_iter().map(|one| one.map(&write)).collect(),
            stats: self.stats,
            stopped_by: self.stopped_by,
            forfeit: self.forfeit,
        }
    }
}

/// A legal move with the results of the search.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// The number of simulations that selected this move at the root; `None` if the player searches
    /// without simulations.
    pub visits: Option<u64>,
    /// The visits of this move divided by the visits of all candidates, from 0 to 1; `None` like `visits`.
    pub share: Option<f64>,
    /// The proven value, else the mean value of the simulations or the value of a depth-limited search; `None` if none
    /// is known.
    pub value: Option<f64>,
    /// The 95% confidence interval of the mean of the simulations, or a single point if the value is proven; `None` if
    /// neither is known.
    pub ci95: Option<[f64; 2]>,
    /// The exact value, if the search has proven it.
    pub proven: Option<f64>,
    /// The score behind [`value`](Candidate::value), as [`Decision::score`].
    pub score: Option<f64>,
    /// The depth in moves of the depth-limited search that `value` comes from; `None` for other players.
    pub depth: Option<u32>,
    /// Whether `value` is the exact result of a depth-limited search of this move, or only an upper bound of this
    /// result; `None` for players without such a search.
    pub bound: Option<Bound>,
    /// The number of worlds that were sampled after this move, and how many of them are won, if the guide judges worlds
    /// ([`Guide::JUDGES_WORLDS`](crate::Guide::JUDGES_WORLDS)); otherwise, or without sampled worlds, `None`.
    pub worlds: Option<JudgedWorlds>,
    /// The principal variation, starting with this move.
    pub pv: Vec<M>,
}

/// Counts of the worlds of one decision that were sampled after a move. If a candidate stands for several searched
/// moves, a world counts once for each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct JudgedWorlds {
    /// The number of sampled worlds that the guide has judged.
    pub sampled: u64,
    /// The number of these worlds that the guide judged as won from the leaf that the simulation reached.
    pub won: u64,
}

impl JudgedWorlds {
    /// Adds a world.
    pub(crate) fn add(&mut self, won: bool) {
        self.sampled += 1;
        self.won += u64::from(won);
    }

    /// Adds the worlds of another count.
    pub fn merge(&mut self, other: JudgedWorlds) {
        self.sampled += other.sampled;
        self.won += other.won;
    }
}

impl fmt::Display for JudgedWorlds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} of {}", self.won, self.sampled)
    }
}

impl<M: Copy> Candidate<M> {
    /// Creates a candidate without visits.
    pub fn unsearched(mv: M, value: Option<f64>) -> Self {
        Candidate {
            mv,
            visits: Some(0),
            share: Some(0.0),
            value,
            ci95: None,
            proven: None,
            score: None,
            depth: None,
            bound: None,
            worlds: None,
            pv: vec![mv],
        }
    }

    /// Creates a candidate of a player that counts no visits.
    pub fn unvisited(mv: M) -> Self {
        Candidate { visits: None, share: None, ..Candidate::unsearched(mv, None) }
    }
}

impl<M> Candidate<M> {
    fn map<N>(self, write: impl Fn(&[M], M) -> N) -> Candidate<N>
    where
        M: Copy,
    {
        let pv = self.pv.iter().enumerate().map(|(index, &mv)| write(&self.pv[..index], mv));
        Candidate {
            mv: write(&[], self.mv),
            visits: self.visits,
            share: self.share,
            value: self.value,
            ci95: self.ci95,
            proven: self.proven,
            score: self.score,
            depth: self.depth,
            bound: self.bound,
            worlds: self.worlds,
            pv: pv.collect(),
        }
    }
}

/// How a value relates to the exact result of a depth-limited search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Bound {
    /// The value is the result.
    Exact,
    /// The result is at most the value: the move is no better than the best one.
    Upper,
}

impl Bound {
    /// Returns the name in JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            Bound::Exact => "exact",
            Bound::Upper => "upper",
        }
    }
}

/// A snapshot of a running search.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Progress<M> {
    /// All legal moves, best first.
    pub candidates: Vec<Candidate<M>>,
    /// The statistics so far.
    pub stats: Stats,
}

impl<M> Progress<M> {
    /// Creates a snapshot.
    pub fn new(candidates: Vec<Candidate<M>>, stats: Stats) -> Self {
        Progress { candidates, stats }
    }

    /// Converts the moves as [`Decision::map`] does.
    pub fn map<N>(self, write: impl Fn(&[M], M) -> N) -> Progress<N>
    where
        M: Copy,
    {
        let candidates = self.candidates.into_iter().map(|one| one.map(&write)).collect();
        Progress { candidates, stats: self.stats }
    }
}

/// The statistics of one decision.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Stats {
    /// Simulations run for this decision.
    pub simulations: u64,
    /// Nodes in the trees, including children without visits.
    pub nodes: u64,
    /// The longest path from the root, in moves.
    pub max_depth: u32,
    /// The mean path length of a simulation inside the tree, in moves.
    pub mean_depth: f64,
    /// The duration of the decision.
    pub elapsed: Duration,
    /// The number of threads. Each has its own tree.
    pub threads: usize,
    /// The mean number of visits per visited child of the root.
    pub average_visits: f64,
    /// The size in bytes of all positions that the search stores.
    pub tree_bytes: u64,
    /// Whether the memory limit has prevented the search from storing more.
    pub tree_full: bool,
    /// Visits of the root that were kept from earlier decisions.
    pub reused_visits: u64,
    /// Whether the tree of an earlier decision was dropped instead of reused.
    pub restarted: bool,
    /// Worlds (determinizations) drawn; 0 for games without hidden facts.
    pub worlds: u64,
    /// The mean length of a rollout, in moves.
    pub mean_rollout: f64,
    /// Proven bounds of the position's value for the seat to move, lower bound first.
    pub bounds: Option<[f64; 2]>,
    /// Names and values of additional statistics that only some kinds of players have, in display order.
    pub details: Vec<(Cow<'static, str>, Detail)>,
}

/// A value in [`Stats::details`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Detail {
    /// A number of events.
    Count(u64),
    /// A yes-or-no value.
    Flag(bool),
    /// One of a fixed set of words.
    Word(Cow<'static, str>),
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
    /// Returns the simulations per second, or 0 if no time has passed.
    pub fn simulations_per_second(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { self.simulations as f64 / seconds } else { 0.0 }
    }
}

/// The reason why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoppedBy {
    /// The simulations of the budget are used up, or a visit counter reached its maximum.
    Simulations,
    /// The time of the budget is used up.
    Time,
    /// The memory of the budget is used up, and the search cannot continue without more. Tree searches
    /// continue with a full tree.
    Memory,
    /// The best move leads by more visits than the budget has simulations left, or the player needs no more of its
    /// budget.
    Decided,
    /// The mean value of the best move exceeded the threshold [`GoodEnough`](crate::GoodEnough).
    GoodEnough,
    /// The value of the position is proven.
    Proven,
    /// The position has one legal move, or none.
    OnlyMove,
    /// The search was cancelled.
    Cancelled,
}

impl StoppedBy {
    /// Returns the name in JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            StoppedBy::Simulations => "simulations",
            StoppedBy::Time => "time",
            StoppedBy::Memory => "memory",
            StoppedBy::Decided => "decided",
            StoppedBy::GoodEnough => "good_enough",
            StoppedBy::Proven => "proven",
            StoppedBy::OnlyMove => "only_move",
            StoppedBy::Cancelled => "cancelled",
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for StoppedBy {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The costs of a player's decisions, summed over a game.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Totals {
    /// Decisions made.
    pub decisions: u64,
    /// Simulations of all decisions.
    pub simulations: u64,
    /// Time of all decisions.
    pub elapsed: Duration,
    /// The greatest [`Stats::max_depth`].
    pub max_depth: u32,
    /// The greatest [`Stats::nodes`].
    pub max_nodes: u64,
}

impl Totals {
    /// Adds a decision.
    pub fn add(&mut self, stats: &Stats) {
        self.decisions += 1;
        self.simulations += stats.simulations;
        self.elapsed += stats.elapsed;
        self.max_depth = self.max_depth.max(stats.max_depth);
        self.max_nodes = self.max_nodes.max(stats.nodes);
    }

    /// Returns the mean time of a decision, or 0 without decisions.
    pub fn mean_time(&self) -> Duration {
        self.elapsed.checked_div(self.decisions as u32).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_have_the_names_of_the_json_contract() {
        let names = [
            (StoppedBy::Simulations, "simulations"),
            (StoppedBy::Time, "time"),
            (StoppedBy::Memory, "memory"),
            (StoppedBy::Decided, "decided"),
            (StoppedBy::GoodEnough, "good_enough"),
            (StoppedBy::Proven, "proven"),
            (StoppedBy::OnlyMove, "only_move"),
            (StoppedBy::Cancelled, "cancelled"),
        ];
        for (reason, name) in names {
            assert_eq!(reason.name(), name);
        }
    }
}
