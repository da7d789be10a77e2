//! The solver's verdicts and shortest solutions, compared with plain searches over all commands of the
//! rules.

use std::collections::HashSet;
use std::num::NonZeroU16;

use plywood_search::{Game, Rng};

use super::{Outcome, Shortest, Solver};
use crate::card::{self, ALL};
use crate::table::{PILES, Parts, Table};
use crate::{Card, Command, Draw, Foundations, Klondike, Rules};

/// Number of positions for each combination of rules.
const CASES: usize = 200;

/// Maximum number of positions of a plain search.
const POSITIONS: usize = 10_000;

/// Returns whether a state can be won by a search over all commands; `None` if it meets too many
/// positions.
fn by_all_commands(start: &Klondike) -> Option<bool> {
    let mut open = vec![start.clone()];
    let mut met = HashSet::new();
    let mut commands = Vec::new();
    while let Some(mut state) = open.pop() {
        // The solver ignores the limit on commands.
        state.0.commands = 0;
        if state.won() {
            return Some(true);
        }
        let pass = if state.rules().passes.is_some() { state.0.pass } else { 0 };
        if !met.insert((state.0.key(), state.0.waste().len(), pass)) {
            continue;
        }
        if met.len() > POSITIONS {
            return None;
        }
        commands.clear();
        state.moves(&mut commands);
        // The last commands are tried first.
        commands.sort_by_key(|command| {
            matches!(command, Command::PileHome { .. } | Command::WasteHome { .. })
        });
        for &command in commands.iter().filter(|&&command| !state.0.is_redundant(command)) {
            let mut next = state.clone();
            next.play(command);
            open.push(next);
        }
    }
    Some(false)
}

/// Returns a random position near the end of a game, after a few random moves. Each suit has at least
/// `least` cards home.
fn ending(rules: Rules, least: u8, rng: &mut Rng) -> Klondike {
    let home: [u8; 4] = std::array::from_fn(|_| least + rng.below(usize::from(13 - least)) as u8);
    let mut left: Vec<Card> =
        card::cards(ALL).filter(|card| card.rank() >= home[usize::from(card.suit())]).collect();
    rng.shuffle(&mut left);
    let mut parts = Parts { home, pass: 1, ..Parts::default() };
    for pile in 0..PILES {
        let size = left.len().min(rng.below(pile + 2));
        parts.piles[pile] = left.split_off(left.len() - size);
        parts.down[pile] = size.saturating_sub(1) as u8;
    }
    let rest = left.len().saturating_sub(crate::table::TALON);
    parts.talon = left.split_off(rest);
    parts.dealt = rng.below(parts.talon.len() + 1) as u8;
    parts.seen = (1 << parts.talon.len()) - 1;
    let mut state = Klondike(Table::from_parts(rules, &parts));
    for _ in 0..rng.below(8) {
        let Some(command) = state.random_move(rng, &mut Vec::new()) else { break };
        if !matches!(command, Command::PileHome { .. } | Command::WasteHome { .. }) {
            state.play(command);
        }
    }
    state.0.commands = 0;
    state
}

/// Returns a position as text, with its face-down cards.
fn cards(state: &Klondike) -> String {
    let words = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");
    let piles: Vec<String> = (0..PILES).map(|pile| words(state.0.pile(pile))).collect();
    let view = crate::view_text::write(&state.view(0));
    format!(
        "{view}; piles {}; talon {}",
        piles.join(" | "),
        words(&[state.0.waste(), state.0.stock()].concat())
    )
}

#[test]
fn verdicts_agree_with_a_search_over_all_commands() {
    let mut solver = Solver::new(64 << 20);
    let mut rng = Rng::new(21);
    for draw in [Draw::One, Draw::Three] {
        for passes in [None, NonZeroU16::new(1), NonZeroU16::new(3)] {
            for foundations in [Foundations::GiveBack, Foundations::Keep] {
                let rules = Rules { draw, passes, foundations, ..Rules::default() };
                let mut verdicts = [0; 2];
                for _ in 0..CASES {
                    let state = ending(rules, 4, &mut rng);
                    let Some(solvable) = by_all_commands(&state) else { continue };
                    let expected = if solvable { Outcome::Solvable } else { Outcome::Unsolvable };
                    let outcome = solver.solve(&state, 1_000_000, || false);
                    if outcome == Outcome::Unknown && passes.is_some() {
                        continue;
                    }
                    assert_eq!(outcome, expected, "{rules:?} {}", cards(&state));
                    verdicts[usize::from(solvable)] += 1;
                }
                assert!(verdicts.into_iter().all(|count| count > CASES / 50), "{verdicts:?}");
            }
        }
    }
}

/// Returns the least number of commands that win, by breadth-first search. Returns `None` if the state
/// cannot be won, or if there are too many positions.
fn fewest_commands(start: &Klondike) -> Option<usize> {
    let mut met = HashSet::new();
    let mut level = vec![start.clone()];
    for length in 0.. {
        if level.iter().any(Klondike::won) {
            return Some(length);
        }
        let mut next = Vec::new();
        for state in &level {
            for command in state.0.legal() {
                if state.0.is_redundant(command) {
                    continue;
                }
                let mut after = state.clone();
                after.play(command);
                if met.insert((after.0.key(), after.0.waste().len(), after.0.pass)) {
                    next.push(after);
                }
            }
        }
        level = next;
        if level.is_empty() || met.len() > POSITIONS {
            return None;
        }
    }
    None
}

#[test]
fn shortest_solutions_are_as_short_as_in_a_breadth_first_search() {
    let mut rng = Rng::new(8);
    let mut compared = 0;
    for case in 0..400 {
        let draw = if case % 2 == 0 { Draw::One } else { Draw::Three };
        let foundations = if case % 4 < 2 { Foundations::GiveBack } else { Foundations::Keep };
        let rules = Rules { draw, foundations, ..Rules::default() };
        let state = ending(rules, 9, &mut rng);
        let Some(fewest) = fewest_commands(&state) else { continue };
        let found = Shortest::new(&state, 64 << 20).search(1, usize::MAX, u64::MAX, || false);
        let commands = found.commands.unwrap_or_else(|| panic!("no solution of {}", cards(&state)));
        assert_eq!((commands.len(), found.bound), (fewest, fewest), "{}", cards(&state));
        // A search for a solution shorter than the shortest one finds none, and proves the bound.
        let shorter = Shortest::new(&state, 64 << 20).search(1, fewest, u64::MAX, || false);
        assert_eq!((shorter.commands, shorter.bound), (None, fewest));
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}
