//! Best-first search for a way to win or, short of that, to the best position
//! in sight.
//!
//! Cards that are not known block: nothing is laid on them and they do not
//! move. So the same search plans over what is seen and over the whole truth.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::time::Instant;

use plywood_search::{Budget, StoppedBy};

use crate::Command;
use crate::table::{PILES, Table};

/// What stands between a position and the win, about in commands: cards face
/// down, cards not home, cards in stock and waste, those of them unseen, and
/// cards that lie on a lower one of their suit. Set by trial on draw 3.
const FACE_DOWN_COST: u32 = 10;
const NOT_HOME_COST: u32 = 2;
const TALON_COST: u32 = 1;
const UNSEEN_COST: u32 = 1;
const IN_THE_WAY_COST: u32 = 5;

/// The clock and the switch are looked at after so many positions.
const LOOK_EVERY: u64 = 64;

/// What a search came to.
#[derive(Clone, Debug)]
pub(crate) struct CommandPlan {
    /// The commands to play; none only if nothing new can be reached.
    pub commands: Vec<Command>,
    /// Whether they win.
    pub wins: bool,
    /// Whether they lead to something better than what is there.
    pub gains: bool,
    /// Positions looked into.
    pub expanded: u64,
    /// Positions met.
    pub met: u64,
    /// The longest way looked at.
    pub depth: u32,
    /// Whether the memory of the budget was used up.
    pub full: bool,
    /// What ended the search.
    pub stopped_by: StoppedBy,
}

/// A position that was met: so many turns of the stock and a command behind
/// its parent.
struct Node {
    table: Table,
    parent: usize,
    turns: u8,
    command: Command,
    length: u32,
}

/// Searches from `root`; positions with a key in `avoid` are not gone to.
pub(crate) fn search(root: &Table, budget: &Budget, avoid: &HashSet<u64>) -> CommandPlan {
    let started = Instant::now();
    let start =
        Node { table: root.clone(), parent: 0, turns: 0, command: Command::Turn, length: 0 };
    let (mut nodes, mut queue) = (vec![start], BinaryHeap::from([Reverse((0, 0))]));
    let mut met = HashSet::from([root.key()]);
    let mut best = (u32::MAX, 0);
    let (mut expanded, mut depth, mut full) = (0, 0, false);
    let stopped_by = 'search: loop {
        let Some(Reverse((_, index))) = queue.pop() else { break StoppedBy::Decided };
        if budget.simulations.is_some_and(|most| expanded >= most.max(1)) {
            break StoppedBy::Simulations;
        }
        if expanded % LOOK_EVERY == LOOK_EVERY - 1 {
            if budget.cancel.is_cancelled() {
                break StoppedBy::Cancelled;
            }
            if budget.time.is_some_and(|time| started.elapsed() >= time) {
                break StoppedBy::Time;
            }
        }
        if nodes.len() * size_of::<Node>() > budget.memory {
            full = true;
            break StoppedBy::Simulations;
        }
        expanded += 1;
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
            depth = depth.max(node.length);
            if node.table.won() {
                best = (0, index);
                break 'search StoppedBy::Proven;
            }
            // Behind a card that was just dealt unseen nothing can be planned.
            if node.command != Command::Turn {
                queue.push(Reverse((estimate + node.length, index)));
            }
        }
    };
    let gains = best.0 < estimate(root);
    let wins = stopped_by == StoppedBy::Proven;
    let (commands, met) = (path(&nodes, best.1), nodes.len() as u64);
    CommandPlan { commands, wins, gains, expanded, met, depth, full, stopped_by }
}

fn estimate(table: &Table) -> u32 {
    FACE_DOWN_COST * table.face_down()
        + NOT_HOME_COST * (52 - u32::from(table.cards_home()))
        + TALON_COST * table.talon_len()
        + UNSEEN_COST * (table.talon_len() - table.talon_seen())
        + IN_THE_WAY_COST * in_the_way(table)
}

/// How many known cards lie somewhere above a lower card of their suit: each
/// of them must move once before it can go home.
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

/// Every position one step further, where a step is any number of turns of
/// the stock and a command.
fn successors(table: &Table, mut add: impl FnMut(Table, u8, Command)) {
    let mut commands = Vec::new();
    table.list(|command| commands.push(command));
    let after = |table: &Table, command| {
        let mut next = table.clone();
        next.play(command);
        next
    };
    if let Some(&safe) = commands.iter().find(|&&command| is_safe(table, command)) {
        return add(after(table, safe), 0, safe);
    }
    for &command in &commands {
        if command != Command::Turn && !table.is_redundant(command) {
            add(after(table, command), 0, command);
        }
    }
    let mut turned = table.clone();
    // From a waste of the same size on, the same cards come again.
    let mut sizes = 1u32 << table.waste().len();
    for turns in 1.. {
        if turned.ended() || !turned.may_turn() {
            return;
        }
        let seen = turned.play(Command::Turn);
        if seen.cards().any(crate::Card::is_hidden) {
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
        Command::PileHome { from, .. } => {
            table.pile(from.into()).last().is_some_and(|&card| table.is_safe_home(card))
        }
        _ => false,
    }
}

/// The commands from the root to a node.
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
