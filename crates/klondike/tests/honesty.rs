//! Only the player `thoughtful` uses unseen cards: if the unseen cards of a deal are
//! permuted, the decisions and statistics of all other players stay the same.

use std::time::Duration;

use plywood_klondike::{Card, Deal, Klondike, Outcome, Rules, Solver, entry};
use plywood_registry::{GameEntry, Session, Settings, Spec};
use plywood_search::{Budget, Decision, Game, Notation, Rng};

/// Players that see only a view, each with a small budget in simulations.
const PLAYERS: [(&str, u64); 9] = [
    ("random", 1),
    ("greedy", 1),
    ("original", 25),
    ("astar", 200),
    ("mcts", 15),
    ("easy", 10),
    ("medium", 10),
    ("hard", 10),
    ("expert", 10),
];

/// Plays the first `length` commands that a player chooses in a deal. Returns every
/// decision, including the decision in the last position, and the session.
fn play(
    klondike: &dyn GameEntry,
    rules: &Settings,
    deal: &Deal,
    spec: &Spec,
    simulations: u64,
    length: usize,
) -> (Vec<Decision<String>>, Box<dyn Session>) {
    let mut session = klondike.open(rules, Some(&format!("deal:{deal}")), 0).unwrap();
    let player = session.seat_player(spec, 11).unwrap();
    let mut decisions = Vec::new();
    while session.seat().is_some() && decisions.len() <= length {
        let mut decision = session.ask(player, &Budget::simulations(simulations), &mut ());
        decision.stats.elapsed = Duration::ZERO;
        decisions.push(decision.clone());
        let Some(command) = decision.mv else { break };
        if decisions.len() <= length {
            session.play(&command).unwrap();
        }
    }
    (decisions, session)
}

/// Returns the deal with its unseen cards in another order.
fn permuted(deal: &Deal, seen: &[Card], rng: &mut Rng) -> Deal {
    let mut unseen: Vec<Card> =
        deal.cards().iter().copied().filter(|card| !seen.contains(card)).collect();
    rng.shuffle(&mut unseen);
    let mut next = unseen.into_iter();
    let cards =
        deal.cards().map(|card| if seen.contains(&card) { card } else { next.next().unwrap() });
    Deal::new(&cards).unwrap()
}

#[test]
fn decisions_do_not_depend_on_unseen_cards() {
    let klondike = entry();
    let mut changed = 0;
    for rules in ["", "draw=1", "waste=top,worrying_back=false"] {
        let rules: Settings = rules.parse().unwrap();
        for (spec, simulations) in PLAYERS {
            let spec: Spec = spec.parse().unwrap();
            for seed in 0..6 {
                let mut rng = Rng::new(seed);
                let deal = Deal::from_seed(seed);
                let length = rng.below(45);
                let (decisions, session) =
                    play(&klondike, &rules, &deal, &spec, simulations, length);
                let other = permuted(&deal, &seen(&session.position()), &mut rng);
                changed += usize::from(other != deal);
                let (again, other_session) =
                    play(&klondike, &rules, &other, &spec, simulations, length);
                assert_eq!(decisions, again, "{spec} under {rules}, seed {seed}");
                assert_eq!(session.position(), other_session.position());
                assert_eq!(session.stuck(), other_session.stuck());
            }
        }
    }
    assert!(changed > 100, "only {changed} deals had unseen cards to permute");
}

/// Returns the cards that the text of a view shows, including the cards home.
fn seen(position: &str) -> Vec<Card> {
    let words = position.split(|c: char| !c.is_ascii_alphanumeric());
    let named = words.filter_map(|word| Card::read(word).ok());
    let counts = position.split("home:").nth(1).unwrap().split(' ').next().unwrap();
    let counts = counts.split(',').map(|count| count.parse::<u8>().unwrap());
    let suit = |(suit, count)| (0..count).filter_map(move |rank| Card::new(rank, suit));
    named.chain((0..).zip(counts).flat_map(suit)).collect()
}

#[test]
fn no_player_wins_a_deal_that_cannot_be_won() {
    let klondike = entry();
    let mut solver = Solver::new(16 << 20);
    let unsolvable = (0..).filter(|&seed| {
        let start = Klondike::new(Rules::default(), &Deal::from_seed(seed));
        solver.solve(&start, 20_000, || false) == Outcome::Unsolvable
    });
    for seed in unsolvable.take(5) {
        for (spec, simulations) in PLAYERS {
            let deal = Deal::from_seed(seed);
            let spec: Spec = spec.parse().unwrap();
            let (_, session) =
                play(&klondike, &Settings::default(), &deal, &spec, simulations, usize::MAX);
            assert!(session.score(0) < 52.0, "{spec} wins deal {seed}");
        }
    }
}

#[test]
fn worlds_are_uniform_over_the_orders_of_unseen_cards() {
    // One unseen card in a pile, two in the stock: six orders.
    let text = "view:KC|?? KD|KH|KS|-|-|- home:11,11,12,11 stock:?? ??";
    let start = Klondike::new(Rules::default(), &Deal::from_seed(0));
    let view = start.read_view(text).unwrap().unwrap();
    let (mut rng, mut counts) = (Rng::new(1), std::collections::HashMap::new());
    for _ in 0..6000 {
        let world = Klondike::world(&view, &mut rng);
        *counts.entry(format!("{world:?}")).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{:?}", counts.values());
}
