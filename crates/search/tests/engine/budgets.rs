//! Budgets, early stops and progress reports.

use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use plywood_search::{
    Budget, Cancel, Decision, FinalChoice, Game, GoodEnough, Guide, Interval, Observer, Options,
    Player, Progress, Rng, Searcher, SteppingClock, StoppedBy,
};

use crate::toys::bank::Bank;
use crate::toys::corridor::Corridor;
use crate::toys::forest::Forest;
use crate::toys::script::{Page, Script};
use crate::toys::tictactoe::TicTacToe;
use crate::toys::trap::{self, Trap};
use crate::toys::veiled::Veiled;
use crate::{decide, options, searcher, view};

/// A game that is too large to be proven in any of these tests.
fn unprovable() -> Forest {
    Forest::new(1, 12, 40)
}

fn decide_with<G: Game>(
    state: &G,
    options: Options,
    budget: &Budget,
    seed: u64,
) -> Decision<G::Move> {
    searcher::<G>(options, seed).decide(&view(state), budget, &mut ())
}

#[test]
fn simulations_are_counted_exactly() {
    for simulations in [1, 2, 7, 100, 1001] {
        for threads in 1..=3 {
            let budget = Budget::simulations(simulations).with_threads(threads);
            let decision = decide(&unprovable(), &budget, 1);
            assert_eq!(decision.stopped_by, StoppedBy::Simulations);
            assert_eq!(decision.stats.simulations, simulations);
        }
    }
}

/// Returns the shortest of five measurements: a busy machine delays some of them, a search that
/// ignores its clock delays all.
fn shortest(mut measure: impl FnMut() -> Duration) -> Duration {
    (0..5).map(|_| measure()).min().expect("there are five")
}

#[test]
fn time_ends_a_search() {
    for threads in [1, 2] {
        let time = Duration::from_millis(50);
        let taken = shortest(|| {
            let began = Instant::now();
            let decision = decide(&unprovable(), &Budget::time(time).with_threads(threads), 1);
            let taken = began.elapsed();
            assert_eq!(decision.stopped_by, StoppedBy::Time);
            assert!(decision.stats.elapsed >= time && decision.stats.elapsed <= taken);
            assert!(decision.stats.simulations_per_second() > 1000.0);
            taken
        });
        println!("limit {time:?}, took {taken:?} on {threads} threads");
        assert!(taken < time + Duration::from_millis(200), "{taken:?}");
    }
}

#[test]
fn the_first_limit_reached_ends_a_search() {
    let budget = Budget::simulations(10).with_time(Duration::from_secs(60));
    assert_eq!(decide(&unprovable(), &budget, 1).stopped_by, StoppedBy::Simulations);
    let budget = Budget::simulations(u64::MAX).with_time(Duration::from_millis(5));
    assert_eq!(decide(&unprovable(), &budget, 1).stopped_by, StoppedBy::Time);
}

fn ticking(step: Duration) -> Arc<SteppingClock> {
    Arc::new(SteppingClock::new(step))
}

#[test]
fn time_is_measured_by_the_clock_of_the_budget() {
    // Each read advances the clock by 1 ms, the polling interval: every simulation reads the clock.
    let clock = ticking(Duration::from_millis(1));
    let budget = Budget::time(Duration::from_millis(100)).with_clock(clock);
    let decision = decide(&unprovable(), &budget, 1);
    assert_eq!((decision.stopped_by, decision.stats.simulations), (StoppedBy::Time, 100));
    assert_eq!(decision.stats.elapsed, Duration::from_millis(101));

    // Each read advances the clock by 1 us: thousands of simulations run between two reads.
    let clock = ticking(Duration::from_micros(1));
    let budget = Budget::time(Duration::from_micros(40)).with_clock(Arc::clone(&clock) as _);
    let decision = decide(&unprovable(), &budget, 1);
    assert_eq!(decision.stopped_by, StoppedBy::Time);
    let reads = clock.reads();
    assert!(reads < 50 && decision.stats.simulations > 4096 * 20, "{reads}");
}

#[test]
fn slow_clocks_are_polled_every_simulation() {
    // Each read advances the clock by 5 ms, more than the polling interval.
    let clock = ticking(Duration::from_millis(5));
    let budget = Budget::time(Duration::from_millis(200)).with_clock(clock);
    let decision = decide(&unprovable(), &budget, 1);
    assert_eq!(decision.stats.simulations, 40);
}

/// An observer that sends a message for every report.
struct Notifier(mpsc::Sender<()>);

impl<M> Observer<M> for Notifier {
    fn progress(&mut self, _progress: &Progress<M>) {
        // The receiver may be dropped already: it waits for the first message only.
        let _ = self.0.send(());
    }

    fn interval(&self) -> Interval {
        Interval { simulations: Some(1000), time: None }
    }
}

#[test]
fn a_search_can_be_cancelled_from_another_thread() {
    for threads in [1, 2] {
        let waited = shortest(|| {
            let cancel = Cancel::new();
            let budget = Budget::unlimited().with_threads(threads).with_cancel(cancel.clone());
            let (sender, reports) = mpsc::channel();
            let search = move || {
                let mut searcher = searcher::<Forest>(Options::default(), 1);
                let view = view(&unprovable());
                let decision = searcher.decide(&view, &budget, &mut Notifier(sender));
                (decision, Instant::now())
            };
            let search = std::thread::spawn(search);
            reports.recv().expect("the search reports progress");
            let cancelled = Instant::now();
            cancel.cancel();
            let (decision, answered) = search.join().expect("the search does not panic");
            assert!(cancel.is_cancelled());
            assert_eq!(decision.stopped_by, StoppedBy::Cancelled);
            assert!(decision.mv.is_some() && decision.stats.simulations >= 1000);
            answered.saturating_duration_since(cancelled)
        });
        println!("answered {waited:?} after it was cancelled, on {threads} threads");
        assert!(waited < Duration::from_millis(200), "{waited:?}");
    }
}

#[test]
fn endless_rollouts_stop_at_the_time_limit() {
    for threads in [1, 2] {
        let time = Duration::from_millis(30);
        let taken = shortest(|| {
            let began = Instant::now();
            let decision = decide(&Bank::endless(), &Budget::time(time).with_threads(threads), 1);
            assert_eq!(decision.stopped_by, StoppedBy::Time);
            assert!(decision.mv.is_some() && decision.stats.mean_rollout >= 256.0);
            began.elapsed()
        });
        assert!(taken < time + Duration::from_millis(200), "{taken:?}");
    }
}

#[test]
fn endless_rollouts_can_be_cancelled() {
    let cancel = Cancel::new();
    cancel.cancel();
    let decision = decide(&Bank::endless(), &Budget::unlimited().with_cancel(cancel), 1);
    assert_eq!((decision.stopped_by, decision.stats.simulations), (StoppedBy::Cancelled, 1));
    assert_eq!(decision.stats.mean_rollout, 256.0);
}

#[test]
fn searches_cancelled_before_the_start_run_one_simulation() {
    let cancel = Cancel::new();
    cancel.cancel();
    for threads in [1, 4] {
        let budget = Budget::unlimited().with_cancel(cancel.clone()).with_threads(threads);
        let decision = decide(&unprovable(), &budget, 1);
        assert_eq!((decision.stopped_by, decision.stats.simulations), (StoppedBy::Cancelled, 1));
        assert!(decision.mv.is_some());
    }
}

#[test]
fn threads_start_only_while_time_is_left() {
    // Each read advances the clock by 1 ms, so at most 20 trees begin in 20 ms.
    for start in [unprovable(), Forest::new(2, 12, 40)] {
        let budget = Budget::time(Duration::from_millis(20))
            .with_threads(1024)
            .with_clock(ticking(Duration::from_millis(1)));
        let decision = decide(&start, &budget, 1);
        assert_eq!(decision.stopped_by, StoppedBy::Time);
        assert!((1..=40).contains(&decision.stats.simulations), "{:?}", decision.stats);
        assert!(decision.mv.is_some());
        let decision = decide(&Veiled(start), &budget, 1);
        assert!((1..=40).contains(&decision.stats.simulations), "{:?}", decision.stats);
    }
}

/// A guide that waits until it has been called on `threads` threads.
#[derive(Clone)]
struct Meeting {
    threads: usize,
    present: Arc<(Mutex<HashSet<ThreadId>>, Condvar)>,
}

impl<G: Game> Guide<G> for Meeting {
    fn rollout_move(
        &mut self,
        state: &G,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        let (present, changed) = &*self.present;
        let mut here = present.lock().unwrap();
        if here.insert(std::thread::current().id()) {
            changed.notify_all();
        }
        let minute = Duration::from_secs(60);
        let alone = |here: &mut HashSet<ThreadId>| here.len() < self.threads;
        let (_here, waited) = changed.wait_timeout_while(here, minute, alone).unwrap();
        assert!(!waited.timed_out(), "the trees are searched one after another");
        state.random_move(rng, scratch)
    }
}

#[test]
fn trees_are_searched_at_the_same_time() {
    let guide = Meeting { threads: 3, present: Arc::default() };
    let mut searcher = Searcher::<Forest, _>::new(Options::default(), guide, 1);
    let budget = Budget::simulations(6).with_threads(3);
    let decision = searcher.decide(&view(&unprovable()), &budget, &mut ());
    assert_eq!(decision.stats.simulations, 6);
}

#[test]
fn a_limit_that_cuts_one_tree_short_stops_the_search() {
    // The first tree has 51 simulations, the second 50. Each read advances the clock by 1 ms, and
    // every simulation reads it: the time is up before the last simulation of one of the trees, or
    // of both.
    for _ in 0..20 {
        let budget = Budget::simulations(101)
            .with_time(Duration::from_millis(95))
            .with_threads(2)
            .with_clock(ticking(Duration::from_millis(1)));
        let decision = decide(&unprovable(), &budget, 1);
        assert_eq!(decision.stopped_by, StoppedBy::Time, "{:?}", decision.stats);
        assert!(decision.stats.simulations < 101);
    }
}

#[test]
fn a_proof_ends_a_search_on_any_number_of_threads() {
    for threads in 1..=3 {
        let budget = Budget::simulations(3_000_000).with_threads(threads);
        let decision = decide(&TicTacToe::default(), &budget, 1);
        assert_eq!(decision.stopped_by, StoppedBy::Proven);
        assert_eq!(decision.value, Some(0.5));
        assert!(decision.stats.simulations < 3_000_000);
    }
}

/// Returns the decisions of a search of the whole budget and of a search that may stop early.
fn full_and_early<G: Game>(
    state: &G,
    simulations: u64,
    seed: u64,
) -> (Decision<G::Move>, Decision<G::Move>) {
    let budget = Budget::simulations(simulations);
    let early = decide(state, &budget.clone().with_stop_early(true), seed);
    (decide(state, &budget, seed), early)
}

#[test]
fn early_stops_choose_the_same_move_with_fewer_simulations() {
    let mut decided = 0;
    for seed in 0..100 {
        let start = Veiled(Forest::new(seed, 5, 9));
        let (full, early) = full_and_early(&start, 400, seed);
        assert_eq!(full.stopped_by, StoppedBy::Simulations);
        assert_eq!(full.mv, early.mv, "seed {seed}");
        if early.stopped_by == StoppedBy::Decided {
            assert!(early.stats.simulations < 400);
            let lead = early.candidates[0].visits.unwrap() - early.candidates[1].visits.unwrap();
            assert!(lead > 400 - early.stats.simulations);
            decided += 1;
        } else {
            assert_eq!(early.stopped_by, StoppedBy::Simulations);
        }
    }
    assert!(decided > 50, "only {decided} of 100 were decided early");
}

#[test]
fn early_stops_choose_the_same_move_with_proofs() {
    let mut decided = 0;
    for first in 0..9 {
        for seed in 0..20 {
            let (full, early) = full_and_early(&TicTacToe::after(&[first]), 300, seed);
            assert_eq!(full.mv, early.mv, "after {first}, seed {seed}");
            decided += u32::from(early.stopped_by == StoppedBy::Decided);
        }
    }
    assert!(decided > 90, "only {decided} of 180 were decided early");
}

#[test]
fn early_stops_convert_the_remaining_time_to_simulations() {
    let start = Veiled(Trap::Start);
    let clock = ticking(Duration::from_millis(1));
    let mut searcher = searcher::<Veiled<Trap>>(Options::default(), 1);
    let budget = Budget::time(Duration::from_millis(400)).with_stop_early(true).with_clock(clock);
    let decision = searcher.decide(&view(&start), &budget, &mut ());
    assert_eq!(decision.stopped_by, StoppedBy::Decided);
    assert_eq!(decision.mv, Some(trap::Move::Safe));
    assert!(decision.stats.simulations < 400);
}

#[test]
fn the_lead_in_visits_does_not_stop_a_choice_by_mean() {
    let by_mean = options(|options| options.variations.choice = FinalChoice::HighestMean);
    let budget = Budget::simulations(400).with_stop_early(true);
    let decision = decide_with(&Veiled(Trap::Start), by_mean, &budget, 1);
    assert_eq!(decision.stopped_by, StoppedBy::Simulations);
}

#[test]
fn good_enough_stops_above_its_threshold_and_after_its_minimum() {
    let corridor = Veiled(Corridor::with_points(500));
    let stops_at = |value, after, stop_early| {
        let enough =
            options(|options| options.variations.good_enough = Some(GoodEnough { value, after }));
        // The budget is large, so that the lead in visits does not stop the search first.
        let budget = Budget::simulations(100_000).with_stop_early(stop_early);
        decide_with(&corridor, enough, &budget, 1)
    };
    let decision = stops_at(60.0, 0, true);
    assert_eq!(decision.stopped_by, StoppedBy::GoodEnough);
    let value = decision.value.expect("the chosen move was tried");
    assert!(value > 60.0 && value < 70.0, "it stops soon after: {value}");
    let soonest = decision.stats.simulations;

    let decision = stops_at(60.0, soonest + 100, true);
    assert_eq!(decision.stopped_by, StoppedBy::GoodEnough);
    assert!((soonest + 100..soonest + 120).contains(&decision.stats.simulations));

    let out_of_reach = stops_at(101.0, 0, true);
    assert_ne!(out_of_reach.stopped_by, StoppedBy::GoodEnough);
    assert_eq!(stops_at(60.0, 0, false).stopped_by, StoppedBy::Simulations);
}

/// Returns a game in which the first of two moves loses to one reply of 40 and wins against all others.
/// The second move leads to a tree that is too large to be proven.
fn refutable() -> Script {
    fn deep(depth: u32, path: u32) -> Arc<Page> {
        let margin = if path.wrapping_mul(0x9e37_79b9) >> 31 == 0 { 1 } else { -1 };
        let choice = || (0..3).map(|mv| deep(depth - 1, path * 3 + mv + 1)).collect();
        Arc::new(match depth {
            0 => Page::End { margin },
            _ => Page::Choice { seat: (depth % 2) as u8, next: choice() },
        })
    }
    let reply = |reply| Arc::new(Page::End { margin: if reply == 17 { -1 } else { 1 } });
    let refuted = Arc::new(Page::Choice { seat: 1, next: (0..40).map(reply).collect() });
    Script(Arc::new(Page::Choice { seat: 0, next: vec![refuted, deep(9, 1)] }))
}

#[test]
fn a_refuted_move_is_not_good_enough() {
    let start = refutable();
    let (mut stopped, mut refuted) = (0, 0);
    for seed in 0..20 {
        for after in (8..160).step_by(8) {
            let enough = Some(GoodEnough { value: 0.8, after });
            let enough = options(|options| options.variations.good_enough = enough);
            let budget = Budget::simulations(after + 8).with_stop_early(true);
            let decision = decide_with(&start, enough, &budget, seed);
            if decision.stopped_by == StoppedBy::GoodEnough {
                let value = decision.value.expect("the chosen move was tried");
                assert!(value > 0.8, "seed {seed} after {after}: {:?}", decision.candidates);
                stopped += 1;
            } else {
                let first = decision.candidates.iter().find(|candidate| candidate.mv == 0);
                refuted += u32::from(first.is_some_and(|first| first.proven == Some(0.0)));
            }
        }
    }
    assert!(stopped > 50 && refuted > 50, "{stopped} stopped, {refuted} refuted");
}

/// An observer that records all reports.
struct Recorder<M> {
    every: Interval,
    reports: Vec<Progress<M>>,
}

impl<M> Recorder<M> {
    fn every(simulations: Option<u64>, time: Option<Duration>) -> Self {
        Recorder { every: Interval { simulations, time }, reports: Vec::new() }
    }
}

impl<M: Clone> Observer<M> for Recorder<M> {
    fn progress(&mut self, progress: &Progress<M>) {
        self.reports.push(progress.clone());
    }

    fn interval(&self) -> Interval {
        self.every
    }
}

fn is_best_first<M>(progress: &Progress<M>) -> bool {
    // The first candidate is the choice, by visits or by proof. The others are sorted by visits.
    progress.candidates[1..].is_sorted_by(|a, b| a.visits >= b.visits)
        && progress.candidates[0].value.is_some()
}

#[test]
fn progress_is_reported_after_each_interval_of_simulations() {
    let mut recorder = Recorder::every(Some(10), None);
    let start = unprovable();
    let budget = Budget::simulations(1000);
    searcher::<Forest>(Options::default(), 1).decide(&view(&start), &budget, &mut recorder);
    let counts: Vec<_> = recorder.reports.iter().map(|report| report.stats.simulations).collect();
    assert_eq!(counts, (1..100).map(|report| report * 10).collect::<Vec<_>>());
    assert!(recorder.reports.iter().all(is_best_first));
    let most_visits = |report: &Progress<u8>| report.candidates.iter().map(|c| c.visits).max();
    for report in &recorder.reports {
        assert_eq!(Some(report.candidates[0].visits), most_visits(report));
        assert_eq!(report.candidates.len(), 12);
    }
}

#[test]
fn progress_of_several_threads_is_merged() {
    let mut recorder = Recorder::every(Some(10), None);
    let start = unprovable();
    let budget = Budget::simulations(1000).with_threads(2);
    searcher::<Forest>(Options::default(), 1).decide(&view(&start), &budget, &mut recorder);
    let counts: Vec<_> = recorder.reports.iter().map(|report| report.stats.simulations).collect();
    // Each thread sends 49 snapshots. Only snapshots of the first running thread are reported: 49 if
    // the threads run in parallel, up to 98 if the second thread runs after the first.
    assert!((49..=98).contains(&counts.len()), "{counts:?}");
    assert!(counts.is_sorted_by(|a, b| a < b), "{counts:?}");
    assert!(recorder.reports.iter().all(is_best_first));
    assert!(counts.last().is_some_and(|&last| last >= 490), "{counts:?}");
}

#[test]
fn progress_is_reported_after_each_interval_of_time() {
    let mut recorder = Recorder::every(None, Some(Duration::from_millis(10)));
    let clock = ticking(Duration::from_millis(1));
    let start = unprovable();
    let mut searcher = searcher::<Forest>(Options::default(), 1);
    let budget = Budget::time(Duration::from_millis(100)).with_clock(clock);
    searcher.decide(&view(&start), &budget, &mut recorder);
    // 9 reports in 100 ms, not 10: a report reads the clock too, which advances it by 1 ms.
    let times: Vec<_> = recorder.reports.iter().map(|report| report.stats.elapsed).collect();
    assert_eq!(times.len(), 9, "{times:?}");
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= Duration::from_millis(10)));
}

#[test]
fn a_full_tree_stays_full() {
    // A small block of children may fit after a large block did not: `tree_full` must stay set.
    fn stays_full<G: Game>(start: &G) {
        for memory in (4000..5000).step_by(100) {
            let mut recorder = Recorder::every(Some(1), None);
            let budget = Budget::simulations(600).with_memory(memory);
            searcher::<G>(Options::default(), 1).decide(&view(start), &budget, &mut recorder);
            let full: Vec<_> =
                recorder.reports.iter().map(|report| report.stats.tree_full).collect();
            assert!(full.is_sorted() && full.contains(&true), "{memory}");
        }
    }
    stays_full(&unprovable());
    stays_full(&Veiled(unprovable()));
}

#[test]
fn a_search_with_a_full_tree_reports_it_and_continues() {
    const MEMORY: usize = 64 << 10;
    fn fills<G: Game>(start: &G, threads: usize) {
        let budget = Budget::simulations(20_000).with_memory(MEMORY).with_threads(threads);
        let decision = decide(start, &budget, 1);
        assert!(decision.stats.tree_full, "{:?}", decision.stats);
        assert!(decision.stats.tree_bytes <= MEMORY as u64, "{:?}", decision.stats);
        assert!(decision.stats.tree_bytes > MEMORY as u64 * 9 / 10, "{:?}", decision.stats);
        assert_eq!(decision.stats.simulations, 20_000);
        let mut state = start.clone();
        state.try_play(decision.mv.expect("there is a move")).expect("it is legal");
        let enough = decide(start, &Budget::simulations(1000), 1);
        assert!(!enough.stats.tree_full);
    }
    for threads in [1, 2] {
        for seed in 0..20 {
            fills(&Forest::new(seed, 12, 40), threads);
            fills(&Veiled(Forest::new(seed, 12, 40)), threads);
        }
    }
}
