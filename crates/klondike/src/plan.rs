//! Best-first search for commands that win or, if none are found, that lead to the position with
//! the best estimate.
//!
//! Hidden cards cannot be moved or built on, so the same search works on a view and on the state of
//! the game.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use plywood_search::{Budget, Stats, StoppedBy};

use crate::table::{PILES, Table};
use crate::{Card, Command};

/// The weight of each face-down card in [`estimate`], tuned on draw 3 as are the weights below.
const FACE_DOWN_COST: u32 = 10;
/// The weight of each card that is not home.
const NOT_HOME_COST: u32 = 2;
/// The weight of each card in stock or waste.
const TALON_COST: u32 = 1;
/// The additional weight of each unseen card in stock or waste.
const UNSEEN_COST: u32 = 1;
/// The weight of each card above a lower card of its suit in the same pile.
const IN_THE_WAY_COST: u32 = 5;

/// Number of expanded positions between two checks of cancellation and time.
const CHECK_EVERY: u64 = 64;

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct CommandPlan {
    /// The commands to play; empty if no new position can be reached.
    pub commands: Vec<Command>,
    /// Whether `commands` win the game.
    pub wins: bool,
    /// Whether `commands` lead to a lower [`estimate`] than that of the root.
    pub gains: bool,
    /// `simulations` counts the positions expanded, `nodes` the positions generated.
    pub stats: Stats,
    /// What ended the search.
    pub stopped_by: StoppedBy,
}

/// A position, and how it is reached from its parent: `turns` turns of the stock, and then
/// `command`.
struct Node {
    table: Table,
    parent: usize,
    turns: u8,
    command: Command,
    /// Number of commands from the root.
    length: u32,
}

/// Searches from `root` and skips positions whose key is in `avoid`. One simulation of
/// the budget is one expanded position.
pub(crate) fn search(root: &Table, budget: &Budget, avoid: &HashSet<u64>) -> CommandPlan {
    let started = budget.clock.now();
    let start =
        Node { table: root.clone(), parent: 0, turns: 0, command: Command::Turn, length: 0 };
    let (mut nodes, mut queue) = (vec![start], BinaryHeap::from([Reverse((0, 0))]));
    let mut met = HashSet::from([root.key()]);
    let mut best = (u32::MAX, 0);
    let mut stats = Stats::default();
    stats.threads = 1;
    let stopped_by = 'search: loop {
        let Some(Reverse((_, index))) = queue.pop() else { break StoppedBy::Decided };
        if budget.simulations.is_some_and(|most| stats.simulations >= most.max(1)) {
            break StoppedBy::Simulations;
        }
        if stats.simulations % CHECK_EVERY == CHECK_EVERY - 1 {
            if budget.cancel.is_cancelled() {
                break StoppedBy::Cancelled;
            }
            if budget.time.is_some_and(|time| budget.clock.now() - started >= time) {
                break StoppedBy::Time;
            }
        }
        stats.tree_full = stats.simulations > 0 && size_of_val(&nodes[..]) > budget.memory;
        if stats.tree_full {
            break StoppedBy::Memory;
        }
        stats.simulations += 1;
        let (parent, length) = (nodes[index].table.clone(), nodes[index].length);
        let first_new = nodes.len();
        successors(&parent, |table, turns, command| {
            let key = table.key();
            if !avoid.contains(&key) && met.insert(key) {
                let length = length + u32::from(turns) + 1;
                nodes.push(Node { table, parent: index, turns, command, length });
            }
        });
        for (index, node) in nodes.iter().enumerate().skip(first_new) {
            let estimate = estimate(&node.table);
            best = best.min((estimate, index));
            stats.max_depth = stats.max_depth.max(node.length);
            if node.table.won() {
                best = (0, index);
                break 'search StoppedBy::Proven;
            }
            // If the last turn showed unseen cards, the top of the waste is unknown, so the
            // position is not expanded.
            if node.command != Command::Turn {
                queue.push(Reverse((estimate + node.length, index)));
            }
        }
    };
    stats.nodes = nodes.len() as u64;
    stats.tree_bytes = size_of_val(&nodes[..]) as u64;
    CommandPlan {
        commands: path(&nodes, best.1),
        wins: stopped_by == StoppedBy::Proven,
        gains: best.0 < estimate(root),
        stats,
        stopped_by,
    }
}

/// Estimates the number of commands needed to win.
fn estimate(table: &Table) -> u32 {
    FACE_DOWN_COST * table.face_down()
        + NOT_HOME_COST * (52 - u32::from(table.cards_home()))
        + TALON_COST * table.talon_len()
        + UNSEEN_COST * (table.talon_len() - table.talon_seen())
        + IN_THE_WAY_COST * in_the_way(table)
}

/// Counts the known cards above a lower card of their suit in the same pile: each such
/// card must move to another pile before it can go home.
fn in_the_way(table: &Table) -> u32 {
    let mut count = 0;
    for pile in 0..PILES {
        let mut lowest = [u8::MAX; 4];
        for card in table.pile(pile).iter().filter(|card| !card.is_hidden()) {
            let lowest = &mut lowest[usize::from(card.suit())];
            count += u32::from(*lowest < card.rank());
            *lowest = card.rank().min(*lowest);
        }
    }
    count
}

/// Calls `add(position, turns, command)` for every position that is reached by `turns` turns of the
/// stock and then `command`. If a safe card can go home, adds only the position after this move.
fn successors(table: &Table, mut add: impl FnMut(Table, u8, Command)) {
    let after = |table: &Table, command| {
        let mut next = table.clone();
        next.play(command);
        next
    };
    let commands = table.legal();
    if let Some(&safe) = commands.iter().find(|&&command| is_safe(table, command)) {
        return add(after(table, safe), 0, safe);
    }
    for command in commands {
        if command != Command::Turn && !table.is_redundant(command) {
            add(after(table, command), 0, command);
        }
    }
    let mut turned = table.clone();
    // The set of waste sizes so far. When a size repeats, the same cards come up again.
    let mut sizes = 1u32 << table.waste().len();
    for turns in 1.. {
        if turned.ended() || !turned.may_turn() {
            return;
        }
        let seen = turned.play(Command::Turn);
        if seen.cards().any(Card::is_hidden) {
            return add(turned, turns - 1, Command::Turn);
        }
        let size = 1 << turned.waste().len();
        if sizes & size != 0 {
            return;
        }
        sizes |= size;
        turned.list(|command| {
            if matches!(command, Command::WasteToPile { .. } | Command::WasteHome { .. }) {
                add(after(&turned, command), turns, command);
            }
        });
    }
}

fn is_safe(table: &Table, command: Command) -> bool {
    match command {
        Command::PileHome { suit, .. } => table.is_safe_home(Card::at(table.home(suit), suit)),
        _ => false,
    }
}

/// Returns the commands from the root to a node.
fn path(nodes: &[Node], mut index: usize) -> Vec<Command> {
    let mut commands = Vec::new();
    while index > 0 {
        let node = &nodes[index];
        commands.push(node.command);
        commands.extend((0..node.turns).map(|_| Command::Turn));
        index = node.parent;
    }
    commands.reverse();
    commands
}
