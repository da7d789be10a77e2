//! Verdicts and solutions of the solver on known deals.

use plywood_klondike::{Deal, Draw, Foundations, Klondike, Outcome, Rules, Solver};
use plywood_search::{Game, Rng};

/// Deals with their verdicts for draw 1 and draw 3. The first file has solutions of other programs as well.
const FILES: [&str; 2] = [include_str!("data/deals.csv"), include_str!("data/verdicts.csv")];

/// Positions for each deal: enough for all but the hardest.
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

/// Plays the solution of the last solve, and returns its length.
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

/// Stricter rules solve no more deals, and solutions keep to the rules.
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

/// A state is as solvable as the deal it comes from, as long as the moves follow a solution.
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
    // Its verdict takes millions of positions.
    let start = Klondike::new(Rules::default(), &Deal::from_seed(3));
    assert_eq!(solver.solve(&start, 100, || false), Outcome::Unknown);
    assert_eq!(solver.nodes(), 101);
    assert_eq!(solver.solve(&start, u64::MAX, || true), Outcome::Unknown);
    assert_eq!(solver.solve(&start, u64::MAX, || false), Outcome::Unknown, "the memory is full");
    assert_eq!(solver.solution(&start), None);
    let nodes = [0; 2].map(|_| {
        solver.solve(&start, u64::MAX, || false);
        solver.nodes()
    });
    assert_eq!(nodes[0], nodes[1]);
}
