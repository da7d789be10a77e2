//! The registry entry: rules by their keys, players by name.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use plywood_registry::{GameEntry, InputError, Settings, Spec};
use plywood_search::{
    Budget, Cancel, Candidate, Cut, Decision, Interval, Observer, Progress, SteppingClock,
    StoppedBy,
};
use plywood_woodblock::entry;

fn open(rules: &str) -> Result<String, InputError> {
    let rules: Settings = rules.parse()?;
    entry().open(&rules, None, 1).map(|session| session.position())
}

#[test]
fn rules_are_read_by_their_keys() {
    let rows = |rules: &str| open(rules).unwrap().split(' ').next().unwrap().split('/').count();
    assert_eq!(rows(""), 10);
    assert_eq!(rows("variant=blast8"), 8);
    assert_eq!(rows("variant=woodoku9,rotate=true,cap=5"), 9);
    let problem = |rules: &str| open(rules).unwrap_err().to_string();
    let unknown = "unknown variant \"clasic10\"; did you mean \"classic10\"? \
                   valid: classic10, blast8, woodoku9";
    assert_eq!(problem("variant=clasic10"), unknown);
    assert!(problem("variant=/no/such.toml").contains("expected a variant file (/no/such.toml: "));
    assert!(problem("variant=/").contains("expected a regular file"));
    assert!(problem("variant=/dev/zero").contains("expected a regular file"));
    assert!(problem("rotate=yes").contains("expected one of true, false"));
    assert!(problem("cap=0").contains("a whole number from 1"));
    assert!(problem("size=9").contains("valid: variant, rotate, cap"));
}

#[test]
fn variant_files_are_read() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let rules = format!("variant=\"{}\"", file.path().display());
    let head = "name = \"own\"\nsize = 4\nboxes = false\nscoring = \"lines\"\n";
    write!(file, "{head}shapes = [{{ rows = [\"##\"], weight = 1 }}]").unwrap();
    assert_eq!(open(&rules).unwrap(), "..../..../..../.... hand:##,##,## score:0 streak:0");
    file.as_file().set_len(0).unwrap();
    assert!(open(&rules).unwrap_err().to_string().contains("missing field"));
    file.write_all(&[0xff, 0xfe]).unwrap();
    assert!(open(&rules).unwrap_err().to_string().contains("invalid utf-8"));
}

/// Specs of players, each with the simulations and the milliseconds of its default budget.
const PLAYERS: [(&str, u64, Option<u128>); 17] = [
    ("random", 1, None),
    ("greedy", 1, None),
    ("original", 50, None),
    ("original:rollout=random", 50, None),
    ("easy", 200, None),
    ("medium", 100, None),
    ("hard", 60, None),
    ("expert", 2000, Some(100)),
    ("exhaustive", 1, None),
    ("exhaustive:weights=learned", 1, None),
    ("lookahead:weights=tuned,plans=4,width=8,next_width=2", 1000, None),
    ("puct:simulations=50,leaf=learned", 50, None),
    ("puct:simulations=50,leaf=tuned,widening=4,max_moves=20", 50, None),
    ("mcts", 1000, None),
    ("mcts:simulations=20,rollout=random", 20, None),
    ("mcts:simulations=20,rollout=greedy,max_rollout=3", 20, None),
    ("mcts:simulations=20,rollout=heuristic,max_rollout=0,values=raw", 20, None),
];

#[test]
fn every_player_plays_a_game_within_its_budget() {
    let woodblock = entry();
    let rules: Settings = "variant=blast8,cap=4".parse().unwrap();
    for (text, simulations, milliseconds) in PLAYERS {
        let mut session = woodblock.open(&rules, None, 1).unwrap();
        let spec: Spec = text.parse().unwrap();
        let player = session.seat_player(&spec, 7).unwrap();
        let budget = session.budget(player);
        assert_eq!(budget.simulations, Some(simulations), "{text}");
        assert_eq!(budget.time.map(|time| time.as_millis()), milliseconds, "{text}");
        let plans = ["hard", "expert", "exhaustive", "lookahead"];
        let unit = if plans.iter().any(|name| text.starts_with(name)) {
            "points' worth"
        } else {
            "points"
        };
        assert_eq!(session.unit(player), unit, "{text}");
        let mut budget = budget.with_stop_early(true);
        budget.simulations = budget.simulations.map(|limit| limit.min(200));
        while session.seat().is_some() {
            let decision = session.ask(player, &budget, &mut ());
            assert_eq!(decision.candidates.len(), session.legal_moves().len(), "{text}");
            session.play(&decision.mv.unwrap()).unwrap();
        }
        assert!(session.played().len() <= 12, "{text}");
    }
    let unknown: Spec = "original:rollout=greedy".parse().unwrap();
    let mut session = woodblock.open(&rules, None, 1).unwrap();
    assert!(session.seat_player(&unknown, 7).is_err());
}

/// Plays a game. Returns its moves, and the decision for the first block of each hand.
fn play(player: &str, rules: &str) -> (Vec<String>, Vec<Decision<String>>) {
    let rules: Settings = rules.parse().unwrap();
    let mut session = entry().open(&rules, None, 3).unwrap();
    let id = session.seat_player(&player.parse().unwrap(), 7).unwrap();
    let (budget, mut planned) = (session.budget(id), Vec::new());
    while session.seat().is_some() {
        let decision = session.ask(id, &budget, &mut ());
        session.play(decision.mv.as_ref().unwrap()).unwrap();
        if session.played().len() % 3 == 1 {
            planned.push(decision);
        }
    }
    (session.played(), planned)
}

#[test]
fn the_blocks_of_a_hand_are_placed_as_planned() {
    for player in ["exhaustive", "hard:simulations=40", "expert:simulations=40"] {
        for rules in ["cap=6", "variant=blast8,cap=6", "variant=woodoku9,rotate=true,cap=4"] {
            let (moves, planned) = play(player, rules);
            let hands = moves.chunks(3).zip(&planned);
            assert!(hands.len() >= 4);
            for (hand, decision) in hands {
                let best = &decision.candidates[0];
                assert_eq!(best.pv, hand, "{player} {rules}");
                let value = best.value.unwrap();
                let is_sampled = player != "exhaustive" && decision.stats.worlds > 1;
                assert_eq!(best.ci95.is_some(), is_sampled, "{player} {rules}");
                assert!(best.ci95.is_none_or(|[low, high]| low <= value && value <= high));
            }
            // The same seed plays the same game.
            assert_eq!(play(player, rules).0, moves, "{player} {rules}");
        }
    }
}

#[test]
fn an_analysis_values_every_move() {
    let rules: Settings = "variant=blast8".parse().unwrap();
    let mut session = entry().open(&rules, None, 3).unwrap();
    for player in ["exhaustive", "expert:simulations=500"] {
        let id = session.seat_player(&player.parse().unwrap(), 7).unwrap();
        let budget = session.budget(id).with_analyse(true);
        let decision = session.ask(id, &budget, &mut ());
        assert_eq!(decision.candidates.len(), session.legal_moves().len());
        assert!(decision.candidates.iter().all(|one| one.value.is_some() && one.pv.len() == 3));
    }
}

/// A move after which no block of the hand fits loses the game, however good the board is.
#[test]
fn an_analysis_never_prefers_a_move_that_ends_the_game() {
    let rules: Settings = "variant=blast8".parse().unwrap();
    let (mut compared, mut seed) = (0, 0);
    while compared < 8 {
        seed += 1;
        let mut session = entry().open(&rules, None, seed).unwrap();
        let random = session.seat_player(&"random".parse().unwrap(), seed).unwrap();
        while session.seat().is_some() {
            let budget = session.budget(random);
            let mv = session.ask(random, &budget, &mut ()).mv.unwrap();
            session.play(&mv).unwrap();
        }
        // Goes back by up to three moves, since moves that end the game are legal only near its end.
        for _ in 0..3 {
            session.undo();
            let position = session.position();
            let (_, hand) = position.split_once("hand:").unwrap();
            // After the last block of a hand, the hidden next hand decides whether the game is over.
            let blocks = hand.split(' ').next().unwrap().split(',').filter(|one| !one.is_empty());
            if blocks.count() == 1 {
                continue;
            }
            let ends = |mv: &String| {
                let mut after = entry().open(&rules, Some(&position), 1).unwrap();
                after.play(mv).unwrap();
                after.seat().is_none()
            };
            let (ending, others): (Vec<_>, Vec<_>) =
                session.legal_moves().into_iter().partition(ends);
            if ending.is_empty() || others.is_empty() {
                continue;
            }
            compared += 1;
            for player in ["hard:simulations=200", "exhaustive", "expert:simulations=200"] {
                let id = session.seat_player(&player.parse().unwrap(), 7).unwrap();
                let budget = session.budget(id).with_analyse(true);
                let decision = session.ask(id, &budget, &mut ());
                let best = decision.mv.unwrap();
                assert!(!ending.contains(&best), "{player}: {best} in {position}");
                let (base, player) = (session.worth(id, 0).unwrap().base, player);
                for candidate in decision.candidates.iter().filter(|one| ending.contains(&one.mv)) {
                    session.play(&candidate.mv).unwrap();
                    let result = session.worth(id, 0).unwrap().result;
                    session.undo();
                    let value = base + candidate.value.unwrap();
                    assert!(
                        (value - result).abs() < 0.01,
                        "{player} {}: {value}, {result}",
                        candidate.mv
                    );
                }
            }
        }
    }
}

/// Returns the decision of a player at the start, with its default budget changed by `change`, and the number
/// of legal moves.
fn decide(
    player: &str,
    rules: &str,
    change: impl Fn(Budget) -> Budget,
) -> (Decision<String>, usize) {
    let mut session = entry().open(&rules.parse().unwrap(), None, 3).unwrap();
    let id = session.seat_player(&player.parse().unwrap(), 7).unwrap();
    let decision = session.ask(id, &change(session.budget(id)), &mut ());
    (decision, session.legal_moves().len())
}

#[test]
fn planners_that_are_interrupted_answer_with_whole_plans() {
    let time = |budget: Budget| {
        let clock = SteppingClock::new(Duration::from_millis(1));
        budget.with_clock(Arc::new(clock)).with_time(Duration::from_millis(9))
    };
    let cancelled = |budget: Budget| {
        let cancel = Cancel::new();
        cancel.cancel();
        budget.with_cancel(cancel)
    };
    for rules in ["rotate=true", "variant=blast8,rotate=true"] {
        for player in ["exhaustive", "lookahead:width=10000,plans=1000", "hard:next_width=10000"] {
            for analyse in [false, true] {
                let (decision, _) = decide(player, rules, |own| time(own).with_analyse(analyse));
                assert_eq!(decision.stopped_by, StoppedBy::Time, "{player} {rules}");
                // The clock is read a few more times after the limit is reached.
                assert!(decision.stats.elapsed.as_millis() < 40, "{player}: {:?}", decision.stats);
                assert_eq!(decision.candidates[0].pv.len(), 3, "{player} {rules}");
                let (decision, legal) =
                    decide(player, rules, |own| cancelled(own).with_analyse(analyse));
                assert_eq!(decision.stopped_by, StoppedBy::Cancelled, "{player} {rules}");
                assert_eq!(decision.candidates[0].pv.len(), 3, "{player} {rules}");
                let valued = decision.candidates.iter().filter(|one| one.value.is_some()).count();
                assert!(0 < valued && valued < legal, "{player}: {valued} of {legal}");
            }
        }
    }
}

#[test]
fn an_interrupted_analysis_values_the_moves_in_focus() {
    let cancel = Cancel::new();
    cancel.cancel();
    let (decision, legal) = decide("hard", "variant=blast8", |own| {
        own.with_cancel(cancel.clone()).with_analyse(true).with_focus(vec![20, 30])
    });
    let valued = decision.candidates.iter().filter(|one| one.value.is_some()).count();
    assert!((2..=3).contains(&valued) && legal > 40, "{valued} of {legal}");
}

/// An observer that stores the reports of a search, and asks for as many as possible.
#[derive(Default)]
struct Reports(Vec<Progress<String>>);

impl Observer<String> for Reports {
    fn progress(&mut self, progress: &Progress<String>) {
        self.0.push(progress.clone());
    }

    fn interval(&self) -> Interval {
        Interval { simulations: None, time: Some(Duration::ZERO) }
    }
}

#[test]
fn an_analysis_reports_a_value_of_every_move_before_it_samples() {
    for player in ["exhaustive", "expert:simulations=500,time=1m"] {
        let mut session = entry().open(&"".parse().unwrap(), None, 3).unwrap();
        let id = session.seat_player(&player.parse().unwrap(), 7).unwrap();
        let budget = session.budget(id).with_analyse(true);
        let mut reports = Reports::default();
        let decision = session.ask(id, &budget, &mut reports);
        let first = &reports.0[0];
        assert_eq!((first.stats.simulations, first.stats.worlds), (1, 0), "{player}");
        assert_eq!(first.candidates.len(), session.legal_moves().len());
        let whole = |one: &Candidate<String>| one.value.is_some() && one.pv.len() == 3;
        assert!(reports.0.iter().all(|report| report.candidates.iter().all(whole)), "{player}");
        // Reports before the first sample come from increasingly wide beams.
        let sum = |report: &Progress<String>| -> i64 {
            report.candidates.iter().map(|one| (one.value.unwrap() * 1024.0) as i64).sum()
        };
        let unsampled = reports.0.iter().filter(|report| report.stats.worlds == 0);
        let sums: Vec<i64> = unsampled.map(sum).collect();
        assert!(sums.len() > 100 && sums.is_sorted(), "{player}: {sums:?}");
        assert!(sums[0] < sums[sums.len() - 1], "{player}: {}", sums[0]);
        // Asking for reports does not change the decision.
        let mut session = entry().open(&"".parse().unwrap(), None, 3).unwrap();
        let id = session.seat_player(&player.parse().unwrap(), 7).unwrap();
        let unobserved = session.ask(id, &budget, &mut ());
        assert_eq!(decision.candidates, unobserved.candidates, "{player}");
    }
}

#[test]
fn a_complete_search_has_decided() {
    let change = |mut own: Budget| {
        own.simulations = Some(3);
        own.with_clock(Arc::new(SteppingClock::new(Duration::from_millis(1))))
            .with_time(Duration::from_secs(3600))
    };
    assert_eq!(decide("exhaustive", "", change).0.stopped_by, StoppedBy::Decided);
    assert_eq!(decide("hard", "", change).0.stopped_by, StoppedBy::Simulations);
}

#[test]
fn nothing_is_sampled_where_no_hand_follows() {
    for analyse in [false, true] {
        let (decision, _) = decide("lookahead", "cap=1", |own| own.with_analyse(analyse));
        assert_eq!(decision.stopped_by, StoppedBy::Decided);
        assert_eq!(decision.stats.worlds, 0, "{:?}", decision.stats);
        assert!(decision.candidates[0].value.is_some() && decision.candidates[0].ci95.is_none());
        let (decision, _) = decide("lookahead", "cap=2", |own| own.with_analyse(analyse));
        assert_eq!(decision.stopped_by, StoppedBy::Simulations);
        assert!(decision.stats.worlds > 0, "{:?}", decision.stats);
    }
}

#[test]
fn the_rest_of_a_plan_is_placed_without_a_search() {
    let rules: Settings = "variant=blast8".parse().unwrap();
    let mut session = entry().open(&rules, None, 3).unwrap();
    let id = session.seat_player(&"hard".parse().unwrap(), 7).unwrap();
    let budget = session.budget(id);
    for stopped_by in [StoppedBy::Simulations, StoppedBy::Decided, StoppedBy::Decided] {
        let decision = session.ask(id, &budget, &mut ());
        assert_eq!(decision.stopped_by, stopped_by);
        assert_eq!(decision.stats.simulations == 0, stopped_by == StoppedBy::Decided);
        session.play(&decision.mv.unwrap()).unwrap();
    }
}

#[test]
fn refills_are_outcomes_within_the_widening() {
    let board = ["........"; 8].join("/");
    let rules: Settings = "variant=blast8".parse().unwrap();
    let mut session =
        entry().open(&rules, Some(&format!("{board} hand:,###/###/###,")), 3).unwrap();
    let id = session.seat_player(&"mcts:simulations=2000,c=0.1".parse().unwrap(), 7).unwrap();
    let budget = session.budget(id);
    session.ask(id, &budget, &mut ());
    let tree = session.tree(id, &Cut { depth: 2, min_visits: 1 }).unwrap();
    let best = tree.children.iter().max_by_key(|child| child.visits).unwrap();
    let hands = best.children.iter().filter_map(|child| child.seen.as_deref()).count();
    assert_eq!(hands, best.children.len(), "{best:?}");
    // Widening allows twice the square root of the visits, rounded up.
    let most = (4.0 * best.visits as f64).sqrt().ceil() as usize;
    assert!((2..=most).contains(&hands), "{hands} hands, {} visits", best.visits);
}

#[test]
fn the_longest_streak_is_no_overflow() {
    let board = "#######./#######./######../.......#/......../......../......../........";
    let text = format!("{board} hand:#/#,#,### score:1000000000 streak:65534");
    let rules: Settings = "variant=blast8".parse().unwrap();
    for player in ["exhaustive", "exhaustive:weights=learned", "hard", "puct:leaf=tuned"] {
        let mut session = entry().open(&rules, Some(&text), 3).unwrap();
        let id = session.seat_player(&player.parse().unwrap(), 7).unwrap();
        let budget = session.budget(id);
        let decision = session.ask(id, &budget, &mut ());
        // A placement that clears a line scores millions of points.
        session.play(&decision.mv.unwrap()).unwrap();
        assert!(session.score(0) > 1_003_000_000.0, "{player}: {}", session.score(0));
    }
}
