//! Verdicts and solutions of the solver on known deals.

use std::sync::Arc;
use std::time::Duration;

use plywood_klondike::{Deal, Draw, Foundations, Klondike, Outcome, Rules, Solver, entry};
use plywood_registry::{GameEntry, Settings};
use plywood_search::{Budget, Clock, Game, Goal, Rng, Solution, StoppedBy};

/// Deals with their verdicts for draw 1 and draw 3. The first file also has solutions found by other programs.
const FILES: [&str; 2] = [include_str!("data/deals.csv"), include_str!("data/verdicts.csv")];

/// Maximum number of positions for each deal, enough for all but the hardest deals.
const NODES: u64 = 200_000;

/// Returns the id, the deal and the verdicts of every deal.
fn rows() -> Vec<(&'static str, Deal, [Outcome; 2])> {
    let mut rows = Vec::new();
    for file in FILES {
        let mut lines = file.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let names = lines.next().unwrap();
        let column = |name| names.iter().position(|&other| other == name).unwrap();
        let verdict = |text: &str| match text {
            "solvable" => Outcome::Solvable,
            "unsolvable" => Outcome::Unsolvable,
            _ => panic!("{text}"),
        };
        let [id, deal, draw1, draw3] = ["id", "deal", "draw1", "draw3"].map(column);
        rows.extend(lines.map(|fields| {
            let verdicts = [draw1, draw3].map(|column| verdict(fields[column]));
            (fields[id], Deal::read(fields[deal]).unwrap(), verdicts)
        }));
    }
    rows
}

/// Plays the solution of the last solve and returns its length.
fn play(solver: &Solver, start: &Klondike) -> usize {
    let commands = solver.solution(start).expect("a solution");
    let mut game = start.clone();
    for &command in &commands {
        game.try_play(command).unwrap_or_else(|_| panic!("{command} is not legal"));
    }
    assert!(game.won());
    commands.len()
}

#[test]
fn no_verdict_is_wrong_and_solutions_win() {
    let mut solver = Solver::new(64 << 20);
    let (mut decided, mut all) = (0, 0);
    for (id, deal, verdicts) in rows() {
        for (draw, verdict) in [Draw::One, Draw::Three].into_iter().zip(verdicts) {
            let start = Klondike::new(Rules { draw, ..Rules::default() }, &deal);
            let outcome = solver.solve(&start, NODES, || false);
            all += 1;
            if outcome != Outcome::Unknown {
                assert_eq!(outcome, verdict, "{id} {draw:?}");
                decided += 1;
            }
            if outcome == Outcome::Solvable {
                play(&solver, &start);
            }
        }
    }
    assert_eq!(all, 280);
    assert!(decided >= 250, "{decided}");
}

/// An unsolvable deal is not solvable under stricter rules, and solutions obey the rules.
#[test]
fn stricter_rules_are_kept() {
    let mut solver = Solver::new(64 << 20);
    let mut solvable = [0; 3];
    for seed in 0..60 {
        for draw in [Draw::One, Draw::Three] {
            let rules = Rules { draw, ..Rules::default() };
            let kept = Rules { foundations: Foundations::Keep, ..rules };
            let two_passes = Rules { passes: std::num::NonZeroU16::new(2), ..rules };
            let outcomes = [rules, kept, two_passes].map(|rules| {
                let start = Klondike::new(rules, &Deal::from_seed(seed));
                let outcome = solver.solve(&start, 50_000, || false);
                if outcome == Outcome::Solvable {
                    play(&solver, &start);
                }
                outcome
            });
            if outcomes[0] == Outcome::Unsolvable {
                assert!(!outcomes.contains(&Outcome::Solvable), "{seed} {draw:?}");
            }
            for (count, outcome) in solvable.iter_mut().zip(outcomes) {
                *count += usize::from(outcome == Outcome::Solvable);
            }
        }
    }
    assert!(solvable[0] > solvable[1] && solvable[0] > solvable[2], "{solvable:?}");
    assert!(solvable[1] > 20 && solvable[2] > 20, "{solvable:?}");
}

/// Every state along a solution is solvable, as the deal is.
#[test]
fn every_state_of_a_solution_is_solvable() {
    let mut solver = Solver::new(64 << 20);
    let mut rng = Rng::new(1);
    for seed in 0..20 {
        let start = Klondike::new(Rules::default(), &Deal::from_seed(seed));
        if solver.solve(&start, NODES, || false) != Outcome::Solvable {
            continue;
        }
        let commands = solver.solution(&start).unwrap();
        let mut game = start;
        for command in commands {
            game.play(command);
            if rng.below(8) == 0 {
                let outcome = solver.solve(&game, 10 * NODES, || false);
                assert_ne!(outcome, Outcome::Unsolvable, "{seed}");
            }
        }
    }
}

#[test]
fn limits_give_no_verdict() {
    let mut solver = Solver::new(0);
    // The solver needs millions of positions to decide this deal.
    let start = Klondike::new(Rules::default(), &Deal::from_seed(3));
    assert_eq!(solver.solve(&start, 100, || false), Outcome::Unknown);
    assert_eq!(solver.nodes(), 100);
    assert_eq!(solver.solve(&start, u64::MAX, || true), Outcome::Unknown);
    assert_eq!(solver.solve(&start, u64::MAX, || false), Outcome::Unknown, "the memory is full");
    assert_eq!(solver.solution(&start), None);
    let nodes = [0; 2].map(|_| {
        solver.solve(&start, u64::MAX, || false);
        solver.nodes()
    });
    assert_eq!(nodes[0], nodes[1]);
}

/// Solves a position under the default rules, as `plywood solve` does.
fn solve(position: &str, goal: Goal, budget: &Budget) -> Solution<String> {
    let session = entry().open(&Settings::default(), Some(position), 1).unwrap();
    session.solve(goal, budget, &mut |_| {}).unwrap()
}

const GOALS: [Goal; 2] = [Goal::Outcome, Goal::FewestMoves];

#[test]
fn a_solver_searches_no_more_nodes_than_its_limit() {
    for nodes in [1, 100, 1024, 1500, 20_000] {
        for (seed, goal) in [0, 3].into_iter().flat_map(|seed| GOALS.map(|goal| (seed, goal))) {
            let solution = solve(&format!("seed:{seed}"), goal, &Budget::simulations(nodes));
            assert!(solution.nodes <= nodes, "{seed} {goal:?}: {} of {nodes}", solution.nodes);
            if solution.stopped_by != StoppedBy::Proven {
                assert_eq!(solution.stopped_by, StoppedBy::Simulations, "{seed} {goal:?} {nodes}");
            }
        }
    }
}

/// A clock that does not start at 0, like that of a program that has been running for a while.
#[derive(Debug)]
struct Late;

impl Clock for Late {
    fn now(&self) -> Duration {
        Duration::from_secs(2)
    }
}

#[test]
fn the_longest_time_limit_is_none() {
    let budget = Budget::simulations(20_000).with_time(Duration::MAX).with_clock(Arc::new(Late));
    for goal in GOALS {
        assert_eq!(solve("seed:0", goal, &budget).outcome(), Some(1));
    }
}

/// Returns the position of a deal after a number of turns of the stock.
fn turned(seed: u64, turns: usize) -> String {
    format!("seed:{seed} moves:{}", vec!["turn"; turns].join(";"))
}

#[test]
fn a_solution_has_to_end_within_the_limit_on_commands() {
    /// Number of turns after which the stock is the same again.
    const ROUND: usize = 9;
    let budget = Budget::simulations(400_000);
    let free = solve("seed:0", Goal::Outcome, &budget);
    assert_eq!(free.outcome(), Some(1));
    for goal in GOALS {
        for turns in [999, 1000] {
            let lost = solve(&turned(0, turns), goal, &budget);
            assert_eq!((lost.outcome(), lost.stopped_by), (Some(-1), StoppedBy::Proven), "{turns}");
            assert!(lost.pv.is_empty() && lost.fewest_moves.is_none());
        }
    }
    // The first solution that the solver finds exceeds the limit on commands, but a shorter one does not.
    let turns = (1000 - free.pv.len()).next_multiple_of(ROUND);
    let near = solve(&turned(0, turns), Goal::Outcome, &budget);
    assert_eq!(near.outcome(), Some(1));
    assert!(near.pv.len() <= 1000 - turns && near.pv.len() < free.pv.len());
    // With so few nodes, the search finds neither a shorter solution nor a proof that there is none.
    let unknown = solve(&turned(0, turns), Goal::Outcome, &Budget::simulations(free.nodes + 10));
    assert_eq!((unknown.outcome(), unknown.stopped_by), (None, StoppedBy::Simulations));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_column() {
    let deal = Deal::from_seed(1);
    let text = format!("\u{feff}id,deal\nfirst,{deal}\n");
    let problems = entry().read_problems(&text, &Settings::default()).unwrap();
    assert_eq!((problems.len(), &*problems[0].name), (1, "first"));
}
