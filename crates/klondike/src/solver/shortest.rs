//! Search for short solutions: best-first over positions with their arrangement.
//!
//! A state is a position, the exact size of the waste, and the arrangement of runs. A step is one command, preceded
//! by turns of the stock if it plays a talon card. The estimate of the remaining commands never exceeds the true
//! number. So the least sum of commands so far and estimate, over all open states, is a proven lower bound.

use super::arrangement::Arrangement;
use super::layout::Layout;
use super::position::{Move, Position};
use super::replay::Commands;
use super::visited::spread;
use crate::card::{self, KINGS, bit};
use crate::table::Table;
use crate::{Card, Command, Klondike};

/// A state of the search.
#[derive(Clone, Copy, Debug)]
struct Node {
    position: Position,
    arrangement: Arrangement,
    parent: u32,
    /// Number of commands from the start to this state.
    length: u16,
    step: Step,
    is_expanded: bool,
}

/// A step of the search: a command, and the turns of the stock before it.
#[derive(Clone, Copy, Debug)]
struct Step {
    card: Card,
    /// The card on which `card` is put; `None` for a foundation or an empty pile.
    on: Option<Card>,
    is_home: bool,
    turns: u8,
}

/// Finds short solutions of one state.
#[derive(Debug)]
pub(crate) struct Shortest {
    table: Table,
    layout: Layout,
    nodes: Vec<Node>,
    /// Hash table with open addressing. Values are indices in `nodes` plus one, and 0 for an empty slot.
    index: Vec<u32>,
    /// The open nodes, as indices in `nodes`, in one list for each priority.
    open: Vec<Vec<u32>>,
    /// No open node has a priority below this.
    lowest: usize,
    most_nodes: usize,
}

/// The result of a search.
pub(crate) struct Found {
    /// A solution that is shorter than the limit, if one was found.
    pub commands: Option<Vec<Command>>,
    /// A proven lower bound of the number of commands of every solution, at most `limit`.
    pub bound: usize,
    pub nodes: u64,
}

impl Shortest {
    pub fn new(state: &Klondike, bytes: usize) -> Shortest {
        let table = state.0.clone();
        // At most half of the hash table is used, and the list of nodes is copied when it grows.
        let bytes_per_node = 2 * size_of::<Node>() + 4 * size_of::<u32>();
        let most_nodes = (bytes / bytes_per_node).clamp(1024, u32::MAX as usize / 4);
        let layout = Layout::new(&table).with_exact_waste();
        Shortest {
            table,
            layout,
            nodes: vec![],
            index: vec![],
            open: vec![],
            lowest: 0,
            most_nodes,
        }
    }

    /// Searches for a solution with fewer than `limit` commands, expanding at most `nodes` positions. The estimate
    /// is multiplied by `weight`: a weight of 1 finds a shortest solution, larger weights find a solution sooner.
    pub fn search(
        &mut self,
        weight: usize,
        limit: usize,
        nodes: u64,
        mut stop: impl FnMut() -> bool,
    ) -> Found {
        self.nodes.clear();
        self.open.clear();
        self.index.clear();
        self.index.resize(1 << 12, 0);
        self.lowest = usize::MAX;
        let position = Position::new(&self.layout, &self.table);
        let arrangement = Arrangement::new(&position, |card| card_under(&self.table, card));
        let step = Step { card: Card::HIDDEN, on: None, is_home: false, turns: 0 };
        let root = Node { position, arrangement, parent: 0, length: 0, step, is_expanded: false };
        self.add(root, weight, limit);
        let (mut expanded, mut bound) = (0u64, 0);
        loop {
            while self.open.get(self.lowest).is_some_and(Vec::is_empty) {
                self.lowest += 1;
            }
            let Some(open) = self.open.get_mut(self.lowest) else {
                return Found { commands: None, bound: limit, nodes: expanded };
            };
            let Some(index) = open.pop() else { continue };
            let node = &mut self.nodes[index as usize];
            if std::mem::replace(&mut node.is_expanded, true) {
                continue;
            }
            let node = *node;
            if weight == 1 {
                bound = bound.max(self.lowest);
            }
            if node.position.talon == 0 && node.position.up == 0 {
                let commands = self.commands(index);
                return Found { commands, bound, nodes: expanded };
            }
            let is_full = self.nodes.len() >= self.most_nodes;
            if is_full || expanded >= nodes {
                return Found { commands: None, bound, nodes: expanded };
            }
            expanded += 1;
            if expanded.is_multiple_of(super::STOP_PERIOD) && stop() {
                return Found { commands: None, bound, nodes: expanded };
            }
            self.expand(index, &node, weight, limit);
        }
    }

    /// Adds the states that are one step away from a node.
    fn expand(&mut self, parent: u32, node: &Node, weight: usize, limit: usize) {
        let Node { position, arrangement, length, .. } = *node;
        let mut steps = Vec::new();
        list_steps(&self.layout, &position, arrangement, &mut steps);
        for step in steps {
            let mut next = position;
            let mv = if step.is_home { Move::Home(step.card) } else { Move::Pile(step.card) };
            let is_shift = !step.is_home && position.up & !position.bound & bit(step.card) != 0;
            if !is_shift {
                next.play(&self.layout, mv);
            }
            let arrangement = arrangement.after(&position, &next, step.card, step.on);
            let length = length + u16::from(step.turns) + 1;
            let added =
                Node { position: next, arrangement, parent, length, step, is_expanded: false };
            self.add(added, weight, limit);
        }
    }

    /// Adds a node, unless its state was already reached by as few commands, or no solution through it can be
    /// shorter than `limit`.
    fn add(&mut self, node: Node, weight: usize, limit: usize) {
        let estimate = self.layout.fewest_commands(&node.position);
        let length = usize::from(node.length);
        if length + estimate >= limit {
            return;
        }
        let priority = length + weight * estimate;
        let mask = self.index.len() - 1;
        let hash = spread(node.position.key ^ spread(node.arrangement.bits()));
        let mut slot = (hash >> 32) as usize & mask;
        let index = loop {
            match self.index[slot] {
                0 => {
                    self.nodes.push(node);
                    self.index[slot] = self.nodes.len() as u32;
                    break self.nodes.len() as u32 - 1;
                }
                stored => {
                    let known = &mut self.nodes[stored as usize - 1];
                    let is_same = known.position.key == node.position.key
                        && known.arrangement == node.arrangement;
                    if is_same && known.length <= node.length {
                        return;
                    }
                    if is_same {
                        *known = node;
                        break stored - 1;
                    }
                }
            }
            slot = (slot + 1) & mask;
        };
        if self.open.len() <= priority {
            self.open.resize(priority + 1, Vec::new());
        }
        self.open[priority].push(index);
        self.lowest = self.lowest.min(priority);
        if self.nodes.len() * 2 > self.index.len() {
            self.grow_index();
        }
    }

    fn grow_index(&mut self) {
        let size = self.index.len() * 2;
        self.index.clear();
        self.index.resize(size, 0);
        for (number, node) in (1..).zip(&self.nodes) {
            let hash = spread(node.position.key ^ spread(node.arrangement.bits()));
            let mut slot = (hash >> 32) as usize & (size - 1);
            while self.index[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.index[slot] = number;
        }
    }

    /// Returns the commands that lead to a node.
    fn commands(&self, last: u32) -> Option<Vec<Command>> {
        let mut path = Vec::new();
        let mut index = last;
        while index != 0 {
            path.push(self.nodes[index as usize].step);
            index = self.nodes[index as usize].parent;
        }
        let mut game = Commands::new(&self.table);
        for step in path.into_iter().rev() {
            if step.is_home { game.home(step.card)? } else { game.put(step.card, step.on)? }
        }
        game.won()
    }
}

/// Adds all steps from a position.
fn list_steps(layout: &Layout, position: &Position, arrangement: Arrangement, out: &mut Vec<Step>) {
    let room = position.room();
    let talon = position.reach | position.reach_later;
    let wanted = position.next_home & (position.up | talon);
    for card in card::cards(wanted & position.up) {
        if arrangement.is_top(position, card) {
            let home = Step { card, on: None, is_home: true, turns: 0 };
            if position.is_safe(layout, card, 0) {
                // The card is safe, so no solution needs it in its pile.
                out.clear();
                return out.push(home);
            }
            out.push(home);
        } else {
            // To uncover the card, the run on it moves to the card's twin.
            let lying = position.up & !position.bound & room.placeable & card::on_all(bit(card));
            for above in card::cards(lying) {
                for on in arrangement.places(position, above) {
                    out.push(Step { card: above, on: Some(on), is_home: false, turns: 0 });
                }
            }
        }
    }
    for card in card::cards(wanted & talon) {
        out.push(Step { card, on: None, is_home: true, turns: turns(layout, position, card) });
    }
    // Returning twos are of no use: only aces fit on them, and aces can go home.
    const ACES_AND_TWOS: u64 = 0xFF;
    let returning = if layout.gives_back() { position.home_tops() & !ACES_AND_TWOS } else { 0 };
    for card in card::cards((position.bound | talon | returning) & room.placeable) {
        let turns = if bit(card) & talon == 0 { 0 } else { turns(layout, position, card) };
        let mut put = |on| out.push(Step { card, on, is_home: false, turns });
        if bit(card) & KINGS != 0 {
            put(None);
        }
        arrangement.places(position, card).for_each(|on| put(Some(on)));
    }
}

/// Returns the number of turns that bring a talon card to the top of the waste.
fn turns(layout: &Layout, position: &Position, card: Card) -> u8 {
    let draw = layout.rules.draw.cards() as u32;
    let size = position.talon.count_ones();
    let below = position.talon & ((1 << layout.talon_index[usize::from(card.number())]) - 1);
    let (dealt, target) = (u32::from(position.dealt), below.count_ones() + 1);
    let turns = if target == dealt {
        0
    } else if target > dealt && ((target - dealt).is_multiple_of(draw) || target == size) {
        (target - dealt).div_ceil(draw)
    } else {
        (size - dealt).div_ceil(draw) + target.div_ceil(draw)
    };
    turns as u8
}

/// Returns the card on which a card lies face up.
fn card_under(table: &Table, card: Card) -> Option<Card> {
    if table.up & bit(card) == 0 {
        return None;
    }
    let pile = usize::from(table.place_of(card));
    let index = table.pile(pile).iter().position(|&other| other == card)?;
    index
        .checked_sub(1)
        .filter(|&under| under >= table.down(pile))
        .map(|under| table.pile(pile)[under])
}
