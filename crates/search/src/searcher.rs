//! The player that searches: trees that last a game, on one thread or several.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use crate::clock::{Clock, SystemClock};
use crate::decision::{Candidate, Decision, Stats, StoppedBy, Totals};
use crate::export::{Cut, TreeNode};
use crate::objective::ByScore;
use crate::options::Options;
use crate::player::{Observer, Player};
use crate::report::{Frame, Snapshot};
use crate::run::Limits;
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
    options: Options,
    guide: Gd,
    objective: O,
    seed: u64,
    clock: Arc<dyn Clock>,
    workers: Vec<Worker<G, Gd, O>>,
    /// The position at the root of the trees, if they are about one.
    position: Option<G::View>,
    rng: Rng,
    totals: Totals,
}

/// Streams of chance are numbered: this one is the searcher's own, the others
/// are its workers'.
const OWN_STREAM: u64 = u64::MAX;

impl<G: Game, Gd: Guide<G>> Searcher<G, Gd> {
    /// A searcher that wants to win, or to score.
    pub fn new(options: Options, guide: Gd, seed: u64) -> Self {
        Searcher::with_objective(options, guide, ByScore, seed)
    }
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Searcher<G, Gd, O> {
    /// A searcher with an objective of its own.
    pub fn with_objective(options: Options, guide: Gd, objective: O, seed: u64) -> Self {
        Searcher {
            options,
            guide,
            objective,
            seed,
            clock: Arc::new(SystemClock::default()),
            workers: Vec::new(),
            position: None,
            rng: Rng::stream(seed, OWN_STREAM),
            totals: Totals::default(),
        }
    }

    /// The same by another clock, for places where the system has none.
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Searcher { clock, ..self }
    }

    /// What it has spent on all decisions so far.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Drops trees about any other position; `true` if there was one.
    fn settle_on(&mut self, view: &G::View) -> bool {
        let known = self.position.as_ref() == Some(view);
        let restarted = self.position.is_some() && !known;
        if !known {
            self.workers.iter_mut().for_each(|worker| worker.tree.clear());
            self.position = Some(view.clone());
        }
        restarted
    }

    /// Gets a worker ready for each thread, on the tree at hand if it is kept;
    /// `true` if there was one that could not be.
    fn prepare(&mut self, root: &Root<G>, budget: &Budget) -> bool {
        let grown = |worker: &Worker<G, Gd, O>| !worker.tree.is_empty();
        let had_trees = self.options.reuse && self.workers.iter().any(grown);
        if self.workers.len() != budget.threads {
            // Trees cannot be divided among another number of threads.
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

    /// Lets every worker run, and adds up what they found.
    fn search(
        &mut self,
        root: &Root<G>,
        budget: &Budget,
        started: Duration,
        restarted: bool,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move> {
        let frame = Frame {
            seat: root.seat,
            hidden: G::HIDDEN,
            range: self.objective.range(),
            choice: self.options.choice,
            threads: self.workers.len(),
            restarted,
        };
        let clock = Arc::clone(&self.clock);
        let interval = observer.interval();
        let limits =
            |index| Limits { budget: budget.share(index), clock: &*clock, started, interval };
        let mut show = |snapshot: Snapshot<G::Move>| {
            observer.progress(&snapshot.report(frame, clock.now().saturating_sub(started)));
        };
        let stops = match &mut self.workers[..] {
            [alone] => vec![alone.run(root, &limits(0), &mut show)],
            workers => run_all(workers, root, limits, &mut show),
        };
        let snapshots = self.workers.iter().map(|worker| worker.snapshot(root));
        let merged = Snapshot::merge(snapshots).expect("there is at least one worker");
        let report = merged.report(frame, self.clock.now().saturating_sub(started));
        let proven = stops.contains(&StoppedBy::Proven);
        let stopped_by = if proven { StoppedBy::Proven } else { stops[0] };
        Decision::new(report.candidates, report.stats, stopped_by)
    }
}

/// Runs each worker on a thread of its own; this thread shows their progress.
fn run_all<'a, G: Game, Gd: Guide<G>, O: Objective<G>>(
    workers: &mut [Worker<G, Gd, O>],
    root: &Root<G>,
    limits: impl Fn(usize) -> Limits<'a>,
    show: &mut dyn FnMut(Snapshot<G::Move>),
) -> Vec<StoppedBy> {
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut latest: Vec<Option<Snapshot<G::Move>>> = workers.iter().map(|_| None).collect();
        let spawn = |(index, worker): (usize, _)| {
            let (sender, limits) = (sender.clone(), limits(index));
            let worker: &mut Worker<G, Gd, O> = worker;
            scope.spawn(move || {
                // The receiver outlives every sender, so nothing is lost.
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
            // One of those still running sets the pace for all.
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
        let started = self.clock.now();
        let restarted = self.settle_on(view);
        let world = G::world(view, &mut self.rng);
        let mut moves = Vec::new();
        world.moves(&mut moves);
        let decision = match world.seat() {
            Some(seat) if moves.len() > 1 => {
                let root = Root { view, moves, seat, world };
                let budget = budget.clone().with_threads(budget.useful_threads());
                let restarted = self.prepare(&root, &budget) || restarted;
                self.search(&root, &budget, started, restarted, observer)
            }
            _ => {
                let only = moves.into_iter().map(|mv| Candidate::unsearched(mv, None));
                let stats = Stats {
                    elapsed: self.clock.now().saturating_sub(started),
                    threads: budget.threads.max(1),
                    restarted,
                    ..Stats::default()
                };
                Decision::new(only.collect(), stats, StoppedBy::OnlyMove)
            }
        };
        self.totals.add(&decision.stats);
        decision
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
