//! The search player: keeps its trees during a game, on one thread or several.

use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
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
    pub(crate) workers: Vec<Worker<G, Gd, O>>,
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
            provable: self.workers[0].provable(),
            range: self.objective.range(root.world.seats()),
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
        // If one tree has proven the position, the search has. If cancellation or time stopped one
        // tree, it stopped the search.
        let decisive = [StoppedBy::Proven, StoppedBy::Cancelled, StoppedBy::Time];
        let stopped_by = decisive.into_iter().find(|reason| stops.contains(reason));
        Decision::new(report.candidates, report.stats, stopped_by.unwrap_or(stops[0]))
    }
}

/// Runs all workers on up to as many threads. The calling thread passes merged snapshots to `show`.
///
/// Each thread takes the next worker until none is left, so the decision does not depend on the
/// number of threads that the system can start. If the system starts no thread, the workers run on
/// the calling thread. A worker that is taken after the time limit or a cancellation does not run,
/// unless it is the first: a decision needs the results of one tree.
fn run_all<G: Game, Gd: Guide<G>, O: Objective<G>>(
    workers: &mut [Worker<G, Gd, O>],
    root: &Root<G>,
    limits: impl Fn(usize) -> RunLimits + Sync,
    show: &mut dyn FnMut(Snapshot<G::Move>),
) -> Vec<StoppedBy> {
    let trees = workers.len();
    let mut collector = Collector::new(trees, show);
    let first = limits(0);
    let must_stop = || first.stop(first.budget.clock.now());
    let waiting = Mutex::new(workers.iter_mut().enumerate());
    let waiting = || waiting.lock().unwrap_or_else(PoisonError::into_inner);
    let work = |send: &mut dyn FnMut(usize, Message<G::Move>)| {
        loop {
            let Some((index, worker)) = waiting().next() else { return };
            let stopped_by = must_stop().filter(|_| index > 0).unwrap_or_else(|| {
                let report = &mut |snapshot| send(index, Message::Progress(snapshot));
                worker.run(root, &limits(index), report)
            });
            send(index, Message::Stopped(stopped_by));
        }
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let mut threads = Vec::new();
        while threads.len() < trees && waiting().len() > 0 {
            let (sender, work) = (sender.clone(), &work);
            // Sending cannot fail: the receiver outlives all senders.
            let mut send = move |index, message| sender.send((index, message)).unwrap_or_default();
            match thread::Builder::new().spawn_scoped(scope, move || work(&mut send)) {
                Ok(thread) => threads.push(thread),
                Err(_) => break,
            }
        }
        drop(sender);
        if threads.is_empty() {
            work(&mut |index, message| collector.receive(index, message));
        }
        receiver.into_iter().for_each(|(index, message)| collector.receive(index, message));
        for thread in threads {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    collector.stops.into_iter().flatten().collect()
}

/// A message of a running worker.
enum Message<M> {
    Progress(Snapshot<M>),
    Stopped(StoppedBy),
}

/// The latest snapshot and the stop reason of each worker, from its messages.
struct Collector<'a, M> {
    latest: Vec<Option<Snapshot<M>>>,
    stops: Vec<Option<StoppedBy>>,
    show: &'a mut dyn FnMut(Snapshot<M>),
}

impl<'a, M: Copy> Collector<'a, M> {
    fn new(workers: usize, show: &'a mut dyn FnMut(Snapshot<M>)) -> Self {
        Collector { latest: (0..workers).map(|_| None).collect(), stops: vec![None; workers], show }
    }

    fn receive(&mut self, index: usize, message: Message<M>) {
        match message {
            Message::Progress(snapshot) => self.latest[index] = Some(snapshot),
            Message::Stopped(stopped_by) => self.stops[index] = Some(stopped_by),
        }
        // Only snapshots of the first running worker trigger a report. Otherwise there would be one
        // report per worker in each interval.
        if self.stops.iter().position(Option::is_none) == Some(index) {
            let merged = Snapshot::merge(self.latest.iter().flatten().cloned());
            merged.into_iter().for_each(&mut *self.show);
        }
    }
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
            Some(seat) if moves.len() > 1 || budget.analyse => {
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
