//! `View::stuck` compared with an exhaustive search, and decisions in stuck positions.

use std::collections::{HashSet, VecDeque};
use std::num::NonZeroU16;

use plywood_klondike::{
    Command, Deal, Draw, Foundations, Greedy, Klondike, Rollouts, Rules, View, Waste, entry,
};
use plywood_registry::{GameEntry, Settings};
use plywood_search::{Budget, Game, Guide, Notation, Player, Rng};

/// Returns a world of the view in `text`, under `rules`.
fn world(rules: Rules, text: &str) -> Klondike {
    let start = Klondike::new(rules, &Deal::from_seed(0));
    Klondike::world(&start.read_view(text).unwrap().unwrap(), &mut Rng::new(1))
}

fn stuck(rules: Rules, text: &str) -> bool {
    world(rules, text).view(0).stuck()
}

/// Returns the value of a field in a position's text.
fn field<'a>(text: &'a str, name: &str) -> &'a str {
    let value = text.split(&format!(" {name}:")).nth(1).unwrap_or_default();
    value.split(':').next().unwrap().trim_end_matches(|c: char| c.is_ascii_lowercase()).trim()
}

/// Returns the numbers that irreversible steps change: the cards in stock and waste, the cards
/// home, and the piles that have cards and do not begin with a king.
fn measure(text: &str) -> (usize, u32, usize) {
    let talon = ["waste", "stock"].map(|name| field(text, name).split_whitespace().count());
    let home = field(text, "home").split(',').map(|count| count.parse::<u32>().unwrap());
    let piles = text["view:".len()..].split(" home:").next().unwrap().split('|');
    let based = piles.filter(|pile| !pile.starts_with(['K', '-'])).count();
    (talon.iter().sum(), home.sum(), based)
}

/// Computes `View::stuck` by playing every command from every reachable position; `None` if there
/// are too many positions.
fn brute_force(rules: Rules, view: &View) -> Option<bool> {
    let text = Klondike::write_position(view);
    let start = world(rules, &format!("{} commands:0", text.split(" commands:").next().unwrap()));
    let (talon, home, based) = measure(&text);
    let key = |game: &Klondike| {
        let text = Klondike::write_position(&game.view(0));
        let counters = if rules.passes.is_some() { " commands:" } else { " pass:" };
        text.split(counters).next().unwrap().to_owned()
    };
    let (mut met, mut queue) = (HashSet::from([key(&start)]), VecDeque::from([start]));
    let mut commands = Vec::new();
    while let Some(game) = queue.pop_front() {
        commands.clear();
        game.moves(&mut commands);
        for &command in &commands {
            let mut next = game.clone();
            let shows_cards = next.play(command).cards().count() > 0;
            let text = key(&next);
            let after = measure(&text);
            if shows_cards || after.0 < talon || after.1 > home || after.2 < based {
                return Some(false);
            }
            if met.insert(text) {
                queue.push_back(next);
            }
        }
        if met.len() > 1_000 {
            return None;
        }
    }
    Some(true)
}

#[test]
fn stuck_agrees_with_an_exhaustive_search() {
    let draw_three = Rules::default();
    let draw_one = Rules { draw: Draw::One, ..draw_three };
    let all_rules = [
        draw_three,
        draw_one,
        Rules { passes: NonZeroU16::new(2), ..draw_three },
        Rules { passes: NonZeroU16::new(1), ..draw_one },
        Rules { foundations: Foundations::Keep, ..draw_one },
        Rules { waste: Waste::Top, ..draw_three },
    ];
    for rules in all_rules {
        let (mut are_stuck, mut are_not) = (0, 0);
        for seed in 0..30 {
            let mut game = Klondike::new(rules, &Deal::from_seed(seed));
            let (mut greedy, mut rng) = (Greedy::new(seed), Rng::new(seed));
            let mut scratch = Vec::new();
            for _ in 0..300 {
                if game.seat().is_none() {
                    break;
                }
                let view = game.view(0);
                if (view.stuck() || rng.below(10) == 0)
                    && let Some(expected) = brute_force(rules, &view)
                {
                    let text = Klondike::write_position(&view);
                    assert_eq!(view.stuck(), expected, "{rules:?} {text}");
                    *(if expected { &mut are_stuck } else { &mut are_not }) += 1;
                }
                if view.stuck() {
                    break;
                }
                // A third of the games are random, to reach positions that good play avoids.
                let random = game.random_move(&mut rng, &mut scratch).filter(|_| seed % 3 == 0);
                let choice = || greedy.decide(&view, &Budget::simulations(1), &mut ()).mv;
                game.play(random.or_else(choice).unwrap());
            }
        }
        assert!(are_stuck >= 5 && are_not >= 50, "{rules:?}: {are_stuck} and {are_not}");
    }
}

/// A view at the end of a pass in which no card was played. JC fits on QH, but JS covers QH.
const END_OF_PASS: &str = "view:KC QH JS|?? KS|KD|KH|-|-|- home:9,10,10,10 \
    waste:JC QC QD JD JH QS pass:1 idle:yes commands:6";

#[test]
fn a_card_of_an_earlier_pass_can_be_played_after_a_move_in_the_piles() {
    let rules = Rules { draw: Draw::One, ..Rules::default() };
    let mut game = world(rules, END_OF_PASS);
    let play = |game: &mut Klondike, text: &str| game.try_play(Command::read(text).unwrap());
    let mut unready = game.clone();
    play(&mut unready, "turn").unwrap();
    assert!(play(&mut unready, "move W T1").is_err());
    for command in ["move T1 F4", "turn", "move W T1"] {
        play(&mut game, command).unwrap_or_else(|_| panic!("{command} is illegal"));
    }
}

/// In draw 3, only 9D, 9H, KC, KD, KH, TS, 2H and 3H come to the top of the waste. None
/// of these cards can be played, and the aces never come up.
const STUCK: &str = "view:QC|?? QH|?? ?? 7H|?? ?? ?? 7S|?? ?? ?? ?? 5D|?? ?? ?? ?? ?? 2C|?? ?? ?? ?? ?? ?? 5S \
    home:0,0,0,0 waste:6D 4H 9D 5C 5H 9H AH 9C KC 6C 3C KD TD 4D KH QD TC TS 8D AS 2H JH 7D 3H pass:1 commands:8";

#[test]
fn cards_that_can_still_come_up_keep_a_position_open() {
    let rules = Rules::default();
    assert!(stuck(rules, STUCK));
    assert!(!stuck(Rules { draw: Draw::One, ..rules }, STUCK));
    // The last three cards have not been dealt yet.
    assert!(!stuck(rules, &STUCK.replace(" JH 7D 3H", " stock:?? ?? ??")));
}

#[test]
fn a_pass_that_began_before_a_card_was_taken_shows_other_cards() {
    let piles = "view:KC|KD|KH|7S|7H|?? ?? ?? ?? KS|?? ?? ?? ?? ?? ?? JS home:10,10,5,5";
    for passes in [0, 1, 2] {
        let rules = Rules { passes: NonZeroU16::new(passes), ..Rules::default() };
        assert!(!stuck(rules, &format!("{piles} waste:8H stock:9H JH 6S TS")));
        assert!(stuck(rules, &format!("{piles} waste:8H 9H JH 6S TS")));
    }
}

#[test]
fn greedy_rollouts_stop_where_turning_leads_to_no_playable_card() {
    let game = world(Rules::default(), STUCK);
    let next = |mut rollouts: Rollouts| {
        let command = rollouts.rollout_move(&game, &mut Rng::new(1), &mut Vec::new());
        command.map(|command| game.write_move(command))
    };
    assert_eq!(next(Rollouts::Greedy), None);
    assert_eq!(next(Rollouts::Random).as_deref(), Some("turn"));
}

#[test]
fn every_player_resigns_where_the_game_is_stuck() {
    let klondike = entry();
    let mut session = klondike.open(&Settings::default(), Some(STUCK), 1).unwrap();
    assert!(session.stuck() && session.seat().is_some());
    for player in klondike.players().iter().filter(|player| !player.omniscient) {
        let number = session.seat_player(&player.name.parse().unwrap(), 7).unwrap();
        assert_eq!(session.ask(number, &session.budget(number), &mut ()).mv, None);
        assert_eq!(session.totals(number).decisions, 1);
    }
    // The rules do not end the game.
    assert_eq!(session.legal_moves(), ["turn"]);
    session.play("turn").unwrap();
    assert!(session.stuck());
}
