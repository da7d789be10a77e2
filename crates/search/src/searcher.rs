//! The search player: keeps its trees during a game, on one thread or several.

use std::sync::mpsc;
use std::time::Duration;

use crate::decision::{Candidate, Decision, Stats, StoppedBy};
use crate::export::{Cut, TreeNode};
use crate::objective::ByScore;
use crate::options::Options;
use crate::player::{Observer, Player};
use crate::report::{RootContext, Snapshot};
use crate::run::RunLimits;
use crate::worker::{Root, Worker};
use crate::{Budget, Game, Guide, Objective, Rng};

/// A Monte Carlo tree search that keeps its trees from one decision to the next.
///
/// ```
/// use plywood_search::{Budget, Game, Options, Player, RandomRollouts, Searcher, nim::Nim};
///
/// let heap = Nim::new(7);
/// let mut searcher = Searcher::<Nim, _>::new(Options::default(), RandomRollouts, 42);
/// let decision = searcher.decide(&heap.view(0), &Budget::simulations(500), &mut ());
/// assert_eq!(decision.mv, Some(3));
/// assert_eq!(decision.candidates[0].proven, Some(1.0));
/// ```
pub struct Searcher<G: Game, Gd: Guide<G>, O: Objective<G> = ByScore> {
    pub(crate) options: Options,
    pub(crate) guide: Gd,
    pub(crate) objective: O,
    pub(crate) seed: u64,
    workers: Vec<Worker<G, Gd, O>>,
    /// The view at the root of all trees; `None` before the first decision.
    position: Option<G::View>,
    rng: Rng,
}

/// The number of the searcher's own [`Rng::stream`]. Workers use the streams 0, 1, 2, ...
const OWN_STREAM: u64 = u64::MAX;

impl<G: Game, Gd: Guide<G>> Searcher<G, Gd> {
    /// Creates a searcher with the objective [`ByScore`].
    pub fn new(options: Options, guide: Gd, seed: u64) -> Self {
        Searcher::with_objective(options, guide, ByScore, seed)
    }
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Searcher<G, Gd, O> {
    /// Creates a searcher with another objective.
    pub fn with_objective(options: Options, guide: Gd, objective: O, seed: u64) -> Self {
        Searcher {
            options,
            guide,
            objective,
            seed,
            workers: Vec::new(),
            position: None,
            rng: Rng::stream(seed, OWN_STREAM),
        }
    }

    /// Makes `view` the root position. If the root was another position, clears all trees and returns
    /// `true`.
    fn set_position(&mut self, view: &G::View) -> bool {
        let known = self.position.as_ref() == Some(view);
        let restarted = self.position.is_some() && !known;
        if !known {
            self.workers.iter_mut().for_each(|worker| worker.tree.clear());
            self.position = Some(view.clone());
        }
        restarted
    }

    /// Prepares one worker per thread. A worker keeps its tree if the tree can be reused. Returns
    /// `true` if there were trees to reuse but all of them were dropped.
    fn prepare(&mut self, root: &Root<G>, budget: &Budget) -> bool {
        let grown = |worker: &Worker<G, Gd, O>| !worker.tree.is_empty();
        let had_trees = self.options.reuse && self.workers.iter().any(grown);
        if self.workers.len() != budget.threads {
            // Trees cannot be redistributed to another number of threads.
            let worker = |index| {
                let rng = Rng::stream(self.seed, index);
                Worker::new(self.options, self.guide.clone(), self.objective.clone(), rng)
            };
            self.workers = (0..budget.threads as u64).map(worker).collect();
        }
        for (index, worker) in self.workers.iter_mut().enumerate() {
            if !self.options.reuse {
                worker.tree.clear();
            }
            let share = budget.share(index);
            worker.prepare(root, share.memory, share.simulations);
        }
        had_trees && self.workers.iter().all(|worker| worker.counts.reused_visits == 0)
    }

    /// Runs all workers and merges their roots into a decision.
    fn search(
        &mut self,
        root: &Root<G>,
        budget: &Budget,
        started: Duration,
        restarted: bool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move> {
        let context = RootContext {
            seat: root.seat,
            hidden: G::HIDDEN,
            range: self.objective.range(),
            choice: self.options.variations.choice,
            threads: self.workers.len(),
            restarted,
        };
        let clock = &*budget.clock;
        let interval = observer.interval();
        let limits = |index| RunLimits { budget: budget.share(index), started, interval };
        let mut show = |snapshot: Snapshot<G::Move>| {
            observer.progress(&snapshot.report(context, clock.now().saturating_sub(started)));
        };
        let stops = match &mut self.workers[..] {
            [worker] => vec![worker.run(root, &limits(0), &mut show)],
            workers => run_all(workers, root, limits, &mut show),
        };
        let snapshots = self.workers.iter().map(|worker| worker.snapshot(root));
        let merged = Snapshot::merge(snapshots).expect("there is at least one worker");
        let report = merged.report(context, clock.now().saturating_sub(started));
        let proven = stops.contains(&StoppedBy::Proven);
        let stopped_by = if proven { StoppedBy::Proven } else { stops[0] };
        Decision::new(report.candidates, report.stats, stopped_by)
    }
}

/// Runs each worker on its own thread. The calling thread passes merged snapshots to `show`.
fn run_all<G: Game, Gd: Guide<G>, O: Objective<G>>(
    workers: &mut [Worker<G, Gd, O>],
    root: &Root<G>,
    limits: impl Fn(usize) -> RunLimits,
    show: &mut dyn FnMut(Snapshot<G::Move>),
) -> Vec<StoppedBy> {
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut latest: Vec<Option<Snapshot<G::Move>>> = workers.iter().map(|_| None).collect();
        let spawn = |(index, worker): (usize, _)| {
            let (sender, limits) = (sender.clone(), limits(index));
            let worker: &mut Worker<G, Gd, O> = worker;
            scope.spawn(move || {
                // Sending cannot fail: the receiver outlives all senders.
                let send = |message| sender.send((index, message)).unwrap_or_default();
                let stopped_by = worker.run(root, &limits, &mut |snapshot| send(Some(snapshot)));
                send(None);
                stopped_by
            })
        };
        let threads: Vec<_> = workers.iter_mut().enumerate().map(spawn).collect();
        drop(sender);
        let mut running = vec![true; latest.len()];
        for (index, message) in receiver {
            match message {
                Some(snapshot) => latest[index] = Some(snapshot),
                None => running[index] = false,
            }
            // Only snapshots of the first running worker trigger a report. Otherwise there would be
            // one report per worker in each interval.
            if running.iter().position(|&running| running) == Some(index) {
                Snapshot::merge(latest.iter().flatten().cloned()).into_iter().for_each(&mut *show);
            }
        }
        let join = |thread: std::thread::ScopedJoinHandle<StoppedBy>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    })
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Player<G> for Searcher<G, Gd, O> {
    fn decide(
        &mut self,
        view: &G::View,
        budget: &Budget,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move> {
        let started = budget.clock.now();
        let restarted = self.set_position(view);
        let world = G::world(view, &mut self.rng);
        let mut moves = Vec::new();
        world.moves(&mut moves);
        match world.seat() {
            Some(seat) if moves.len() > 1 => {
                let root = Root { view, moves, seat, world };
                let budget = budget.clone().with_threads(budget.useful_threads());
                let restarted = self.prepare(&root, &budget) || restarted;
                self.search(&root, &budget, started, restarted, observer)
            }
            _ => {
                let only = moves.into_iter().map(|mv| Candidate::unsearched(mv, None));
                let stats = Stats {
                    elapsed: budget.clock.now().saturating_sub(started),
                    threads: budget.threads.max(1),
                    restarted,
                    ..Stats::default()
                };
                Decision::new(only.collect(), stats, StoppedBy::OnlyMove)
            }
        }
    }

    fn observe(&mut self, before: &G::View, mv: G::Move, seen: G::Seen, after: &G::View) {
        let Some(position) = &self.position else { return };
        let known = position == before;
        for worker in &mut self.workers {
            if !known || !worker.tree.advance(mv, seen) {
                worker.tree.clear();
            }
        }
        self.position = Some(after.clone());
    }

    fn tree(&self, cut: &Cut) -> Option<TreeNode<G::Move, G::Seen>> {
        let trees = self.workers.iter().filter_map(|worker| worker.export(cut));
        trees.reduce(TreeNode::merge)
    }
}
