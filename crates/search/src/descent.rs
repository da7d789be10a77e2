//! Selection and expansion: the way of a simulation from the root to the leaf to evaluate.

use crate::move_set::MoveSet;
use crate::tree::{PositionId, ROOT, ROOT_NODE, Reply};
use crate::variations::Expansion;
use crate::worker::{Step, Worker};
use crate::{Game, Guide, Leaf, Objective};

/// Buffers of the descent, kept so that a simulation does not allocate.
pub(crate) struct Descent<G: Game> {
    /// Whether the guide has rated the leaf of the current simulation.
    leaf_rated: bool,
    /// The weights of the moves of the last rated position.
    weights: Vec<f32>,
    /// The moves of a position with their weights.
    rated: Vec<(f32, G::Move)>,
    /// In a position of another seat: the places of the children that are legal in the current world.
    available: Vec<u32>,
    /// The number of valid items at the start of `available`. The items after them are left from earlier
    /// positions.
    found: usize,
    /// The legal moves that are not in the tree, as the owner of the tree sees them.
    missing: Vec<G::Move>,
    /// The legal moves, as the owner of the tree sees them.
    legal: MoveSet<G::Move>,
    /// Whether any legal move is masked: it looks like another move to the owner.
    masked: bool,
}

impl<G: Game> Default for Descent<G> {
    fn default() -> Self {
        Descent {
            leaf_rated: false,
            weights: Vec::new(),
            rated: Vec::new(),
            available: Vec::new(),
            found: 0,
            missing: Vec::new(),
            legal: MoveSet::default(),
            masked: false,
        }
    }
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Worker<G, Gd, O> {
    /// Descends from the root to the leaf to evaluate, and plays the moves of the path on `world`.
    pub(crate) fn descend(&mut self, world: &mut G) {
        self.path.clear();
        self.path.push(Step { node: ROOT_NODE, position: Some(ROOT) });
        if Gd::RATES {
            self.descent.leaf_rated = false;
        }
        let (mut position, mut expanded) = (ROOT, false);
        if let Some(node) = self.focused_child() {
            match self.step(node, self.tree.node(node).mv, world) {
                Some(next) => position = next,
                None => return,
            }
        }
        loop {
            if !self.tree.is_expanded(position) {
                if expanded || !self.expand(position, world) {
                    return;
                }
                expanded = true;
                // The leaf itself is evaluated if the guide rates moves, or with `AllThenLeaf`. A list that is
                // still empty gets its first child in `choose`. If the guide rates moves, the descent continues
                // at the root, so that the first simulation tries a move.
                let leaf = Gd::RATES || self.options.variations.expansion == Expansion::AllThenLeaf;
                if leaf && self.tree.is_expanded(position) && !(Gd::RATES && position == ROOT) {
                    return;
                }
                if Gd::RATES {
                    self.descent.leaf_rated = false;
                }
            }
            let Some((node, mv)) = self.choose(position, world) else { return };
            match self.step(node, mv, world) {
                Some(next) => position = next,
                None => return,
            }
        }
    }

    /// Plays the move of a child and adds it to the path. Returns the position after it; `None` if it is not in
    /// the tree.
    #[inline(always)]
    fn step(&mut self, node: u32, mv: G::Move, world: &mut G) -> Option<PositionId> {
        let mut seen = if self.tree.leads_on(node) { world.replay(mv) } else { world.play(mv) };
        if G::PRIVATE {
            seen = G::seen_by(seen, self.tree.node(node).mover, self.tree.owner);
        }
        let next = self.tree.follow(node, seen, self.options.outcome_widening);
        self.path.push(Step { node, position: next });
        next
    }

    /// Returns the seat to move if its moves depend on facts that the owner of the tree does not know.
    #[inline]
    fn other_seat(&self, world: &G) -> Option<u8> {
        if G::PRIVATE { world.seat().filter(|&seat| seat != self.tree.owner) } else { None }
    }

    /// Selection: returns the child to descend to, and the move to play. Returns `None` if the tree is
    /// full and has none of the legal moves.
    #[inline]
    pub(crate) fn choose(&mut self, position: PositionId, world: &G) -> Option<(u32, G::Move)> {
        if let Some(mover) = self.other_seat(world) {
            return self.choose_available(position, world, mover);
        }
        let (children, visits) = (self.tree.children(position), self.tree.visits(position));
        let proven = self.tree.proven(position);
        let index = if Gd::RATES {
            let open = self.options.move_widening.moves(visits);
            self.selector.puct(children, self.tree.weights(position), visits, open, proven)
        } else {
            match proven {
                None => self.selector.ucb1(children, visits),
                Some(proven) => self.selector.ucb1_unsettled(children, visits, proven),
            }
        };
        let node = self.tree.first_child(position) + index as u32;
        Some((node, self.tree.node(node).mv))
    }

    /// Selection in a position of another seat, whose legal moves depend on the world: information-set
    /// MCTS (Cowling, Powley and Whitehouse 2012). A legal move that is not in the tree becomes a child.
    /// The move to play is one of those that look like the child, drawn uniformly.
    fn choose_available(
        &mut self,
        position: PositionId,
        world: &G,
        mover: u8,
    ) -> Option<(u32, G::Move)> {
        self.list_missing(position, world, mover);
        let joined = self.join(position, world, mover);
        if let Some(place) = joined {
            self.tree.replies_mut(position)[place as usize].add_available(true);
            let Descent { available, found, .. } = &mut self.descent;
            available[*found] = place;
            *found += 1;
        }
        let replies = self.tree.replies(position);
        let available = self.descent.available[..self.descent.found].iter().map(|&place| {
            let reply = &replies[place as usize];
            (place, self.tree.node(reply.node), reply.available)
        });
        let place = match joined {
            _ if Gd::RATES => {
                let weight = |place: u32| self.tree.weight(replies[place as usize].node);
                self.selector.puct_available(available, weight)?
            }
            Some(place) => place,
            None => self.selector.ucb1_available(available)?,
        };
        let Reply { mv: chosen, node, .. } = replies[place as usize];
        let owner = self.tree.owner;
        if !self.descent.masked {
            // Uses up the random number of the draw below, so that a `move_shown` which masks no move does not
            // change the search.
            self.rng.bits();
            return Some((node, chosen));
        }
        let looks_chosen = |&&mv: &&G::Move| G::move_shown(mv, mover, owner) == chosen;
        let mut alike = self.scratch.iter().filter(looks_chosen);
        let number = self.rng.below(alike.clone().count());
        Some((node, *alike.nth(number)?))
    }

    /// Writes to `available` the children that are legal in this world, counts for each that it was available,
    /// and writes to `missing` the other legal moves as the owner of the tree sees them. Lists all legal moves
    /// in `scratch`, unless the game gives them as bits.
    fn list_missing(&mut self, position: PositionId, world: &G, mover: u8) {
        let owner = self.tree.owner;
        let Descent { available, found, missing, legal, masked, .. } = &mut self.descent;
        let bits = world.move_bits();
        let shown = |&mv: &G::Move| G::move_shown(mv, mover, owner);
        *masked = false;
        if let Some(bits) = bits {
            legal.assign(bits);
        } else {
            self.scratch.clear();
            world.moves(&mut self.scratch);
            legal.clear();
            for mv in &self.scratch {
                legal.insert(shown(mv));
                *masked |= shown(mv) != *mv;
            }
        }
        *found = self.tree.count_available(position, legal, available);
        missing.clear();
        if *found < legal.len() {
            let replies = self.tree.replies(position);
            available[..*found].iter().for_each(|&place| legal.remove(replies[place as usize].mv));
            if bits.is_some() {
                legal.list_assigned(missing);
            } else {
                missing.extend(self.scratch.iter().map(shown).filter(|&mv| legal.contains(mv)));
            }
        }
    }

    /// Adds a missing move to the children of another seat's position: a random one, or the one with the
    /// greatest weight. Returns its place; `None` if none is missing, if the widening limit is reached or if the
    /// tree is full.
    fn join(&mut self, position: PositionId, world: &G, mover: u8) -> Option<u32> {
        if self.descent.missing.is_empty() {
            return None;
        }
        if !Gd::RATES {
            let mv = self.rng.pick(&self.descent.missing)?;
            return self.tree.add_reply(position, mv, None, mover);
        }
        let open = self.options.move_widening.moves(self.tree.visits(position));
        if self.descent.found >= open {
            return None;
        }
        self.rate(world);
        self.join_heaviest(position, mover, 1)
    }

    /// Adds up to `count` missing moves to a list, the greatest weights of the last rating first. Moves that
    /// look alike are added as one move, with the sum of their weights. Returns the place of the last move
    /// added; `None` if none was added or the tree is full.
    fn join_heaviest(&mut self, position: PositionId, mover: u8, count: usize) -> Option<u32> {
        let owner = self.tree.owner;
        let Descent { weights, rated, missing, .. } = &mut self.descent;
        rated.clear();
        for (&mv, &weight) in self.scratch.iter().zip(&*weights) {
            let shown = G::move_shown(mv, mover, owner);
            if let Some((sum, _)) = rated.iter_mut().find(|(_, other)| *other == shown) {
                *sum += weight;
            } else if missing.contains(&shown) {
                rated.push((weight, shown));
            }
        }
        self.sort_rated();
        let mut added = None;
        for index in 0..count.min(self.descent.rated.len()) {
            let (weight, mv) = self.descent.rated[index];
            added = Some(self.tree.add_reply(position, mv, Some(weight), mover)?);
        }
        added
    }

    /// Sorts the rated moves, the greatest weight first. Moves of equal weight are in random order.
    fn sort_rated(&mut self) {
        let rated = &mut self.descent.rated;
        self.rng.shuffle(rated);
        rated.sort_unstable_by(|(a, _), (b, _)| b.total_cmp(a));
    }

    /// Expansion: adds the children of a position. Returns `false` if the game is over, the tree is
    /// full or too deep, or the options postpone expansion to the second visit.
    fn expand(&mut self, position: PositionId, world: &G) -> bool {
        let first_visit = position != ROOT && self.tree.visits(position) == 0;
        let postponed =
            first_visit && !Gd::RATES && self.options.variations.expansion == Expansion::OneChild;
        if postponed || self.path.len() > self.max_depth {
            return false;
        }
        let Some(mover) = world.seat() else {
            return false;
        };
        if Gd::RATES {
            self.rate(world);
            self.descent.leaf_rated = true;
        }
        if self.other_seat(world).is_some() {
            return !Gd::RATES || self.expand_list(position, world, mover);
        }
        if Gd::RATES {
            return self.expand_rated(position, mover);
        }
        self.scratch.clear();
        world.moves(&mut self.scratch);
        if !self.tree.has_room_for(position, self.scratch.len()) {
            return false;
        }
        // In random order, so that selection can take untried children in sequence.
        self.rng.shuffle(&mut self.scratch);
        if position == ROOT {
            self.focus.put_first(&mut self.scratch);
        }
        self.tree.expand(position, &self.scratch, &[], mover);
        true
    }

    /// Adds a child for each move, the greatest weight first, up to the limit on the number of moves.
    fn expand_rated(&mut self, position: PositionId, mover: u8) -> bool {
        let Descent { weights, rated, .. } = &mut self.descent;
        rated.clear();
        rated.extend(weights.iter().copied().zip(self.scratch.iter().copied()));
        self.sort_rated();
        let Descent { weights, rated, .. } = &mut self.descent;
        rated.truncate(usize::from(self.options.move_widening.max_moves));
        if !self.tree.has_room_for(position, rated.len()) {
            return false;
        }
        weights.clear();
        weights.extend(rated.iter().map(|(weight, _)| weight));
        self.scratch.clear();
        self.scratch.extend(rated.iter().map(|(_, mv)| mv));
        self.tree.expand(position, &self.scratch, weights, mover);
        true
    }

    /// Adds the first children to a position of another seat, the greatest weight first.
    fn expand_list(&mut self, position: PositionId, world: &G, mover: u8) -> bool {
        let open = self.options.move_widening.moves(self.tree.visits(position));
        self.list_missing(position, world, mover);
        self.join_heaviest(position, mover, open);
        self.tree.is_expanded(position)
    }

    /// Lists the moves of a position in `scratch` and lets the guide rate it. Weights that are not finite
    /// or below 0 count as 0.
    fn rate(&mut self, world: &G) {
        let weights = &mut self.descent.weights;
        self.scratch.clear();
        world.moves(&mut self.scratch);
        weights.clear();
        weights.resize(self.scratch.len(), 1.0);
        self.values.fill(f64::NAN);
        self.guide.rate(&mut [Leaf {
            state: world,
            moves: &self.scratch,
            weights,
            values: &mut self.values[..self.payoffs.seats()],
        }]);
        for weight in weights {
            if !weight.is_finite() || *weight < 0.0 {
                *weight = 0.0;
            }
        }
    }

    /// Rates the leaf of a simulation unless its expansion has done so. Returns whether the guide has
    /// written values.
    pub(crate) fn leaf_has_values(&mut self, world: &G) -> bool {
        if !self.descent.leaf_rated {
            self.rate(world);
        }
        self.payoffs.are_written(&self.values)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Game, Guide, Leaf, Options, Player, RandomRollouts, Rng, Searcher};

    /// Seat 0 moves, then seat 1 plays its private card or passes.
    #[derive(Clone, Debug, PartialEq)]
    struct OneCard {
        moves_played: u8,
        card: u8,
    }

    const CARDS: u8 = 4;
    const PASS: u8 = 9;

    impl Game for OneCard {
        type Move = u8;
        type Seen = ();
        /// The moves played and the card, which only seat 1 knows.
        type View = (u8, Option<u8>);
        const HIDDEN: bool = true;
        const PRIVATE: bool = true;

        fn seat(&self) -> Option<u8> {
            (self.moves_played < 2).then_some(self.moves_played)
        }

        fn moves(&self, out: &mut Vec<u8>) {
            match self.seat() {
                Some(0) => out.extend([0, 1]),
                Some(_) => out.extend([self.card, PASS]),
                None => {}
            }
        }

        fn play(&mut self, _mv: u8) {
            self.moves_played += 1;
        }

        fn score(&self, _seat: u8) -> f64 {
            0.0
        }

        fn view(&self, seat: u8) -> (u8, Option<u8>) {
            (self.moves_played, (seat == 1).then_some(self.card))
        }

        fn world(&(moves_played, card): &(u8, Option<u8>), rng: &mut Rng) -> OneCard {
            OneCard { moves_played, card: card.unwrap_or_else(|| rng.below(CARDS.into()) as u8) }
        }
    }

    #[test]
    fn moves_are_counted_as_available_in_the_worlds_where_they_are_legal() {
        let mut searcher = Searcher::<OneCard, _>::new(Options::default(), RandomRollouts, 1);
        searcher.decide(&(0, None), &Budget::simulations(800), &mut ());
        let tree = &searcher.workers[0].tree;
        let (child, _) = tree.numbered(super::ROOT).next().expect("the root has moves");
        let position = tree.outcomes_of(child).next().expect("the move was tried");
        let visits = tree.visits(position);
        assert!(visits > 200, "{visits} visits");
        let replies = tree.replies(position);
        assert_eq!(replies.len(), usize::from(CARDS) + 1);
        for reply in replies {
            let share = f64::from(reply.available) / f64::from(visits);
            let expected = if reply.mv == PASS { 1.0 } else { 1.0 / f64::from(CARDS) };
            assert!((share - expected).abs() < 0.1, "{reply:?}: {share}, expected {expected}");
        }
    }

    #[test]
    fn a_decision_for_another_seat_starts_a_new_tree() {
        let mut searcher = Searcher::<OneCard, _>::new(Options::default(), RandomRollouts, 1);
        searcher.decide(&(0, None), &Budget::simulations(800), &mut ());
        let view = (1, Some(2));
        searcher.observe(&(0, None), 0, (), &view);
        let decision = searcher.decide(&view, &Budget::simulations(100), &mut ());
        let mut moves: Vec<_> = decision.candidates.iter().map(|candidate| candidate.mv).collect();
        moves.sort_unstable();
        assert_eq!(moves, [2, PASS]);
        assert_eq!(searcher.workers[0].tree.visits(super::ROOT), 100);
    }

    /// Seat 0 moves, then seat 1 plays a card face down or passes.
    #[derive(Clone, Debug, PartialEq)]
    struct FaceDown {
        moves_played: u8,
    }

    impl Game for FaceDown {
        type Move = u8;
        type Seen = ();
        type View = u8;
        const HIDDEN: bool = true;
        const PRIVATE: bool = true;

        fn seat(&self) -> Option<u8> {
            (self.moves_played < 2).then_some(self.moves_played)
        }

        fn moves(&self, out: &mut Vec<u8>) {
            match self.seat() {
                Some(0) => out.extend([0, 1]),
                Some(_) => out.extend((0..CARDS).chain([PASS])),
                None => {}
            }
        }

        fn play(&mut self, _mv: u8) {
            self.moves_played += 1;
        }

        fn score(&self, _seat: u8) -> f64 {
            0.0
        }

        fn view(&self, _seat: u8) -> u8 {
            self.moves_played
        }

        fn world(&moves_played: &u8, _rng: &mut Rng) -> FaceDown {
            FaceDown { moves_played }
        }

        fn move_shown(mv: u8, mover: u8, seat: u8) -> u8 {
            if mover == seat || mv == PASS { mv } else { 0 }
        }
    }

    /// Gives cards the weights 1, 2, 3 and so on, and passing the weight 4.
    #[derive(Clone)]
    struct ByCard;

    impl Guide<FaceDown> for ByCard {
        const RATES: bool = true;

        fn rate(&mut self, leaves: &mut [Leaf<FaceDown>]) {
            for leaf in leaves {
                for (weight, &mv) in leaf.weights.iter_mut().zip(leaf.moves) {
                    *weight = if mv == PASS { 4.0 } else { f32::from(mv + 1) };
                }
            }
        }
    }

    #[test]
    fn the_weight_of_moves_that_look_alike_is_the_sum_of_their_weights() {
        let mut searcher = Searcher::<FaceDown, _>::new(Options::default(), ByCard, 1);
        searcher.decide(&0, &Budget::simulations(200), &mut ());
        let tree = &searcher.workers[0].tree;
        let (child, _) = tree.numbered(super::ROOT).next().expect("the root has moves");
        let position = tree.outcomes_of(child).next().expect("the move was tried");
        let mut weights: Vec<_> =
            tree.numbered(position).map(|(node, reply)| (reply.mv, tree.weight(node))).collect();
        weights.sort_unstable_by_key(|&(mv, _)| mv);
        let sum = (1..=CARDS).map(f32::from).sum();
        assert_eq!(weights, [(0, sum), (PASS, 4.0)]);
    }
}
