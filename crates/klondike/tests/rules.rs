//! The rules: the conformance suite under every option, and examples of each option.

use std::num::NonZeroU16;

use plywood_klondike::{Command, Deal, Draw, Foundations, Klondike, Rules, Waste};
use plywood_search::{Game, Notation, Rng, conformance};

/// Combinations of options in which every value of every option occurs.
fn all_rules() -> [Rules; 5] {
    let draw_three = Rules::default();
    let draw_one = Rules { draw: Draw::One, ..draw_three };
    [
        draw_three,
        draw_one,
        Rules { passes: NonZeroU16::new(2), foundations: Foundations::Keep, ..draw_three },
        Rules { waste: Waste::Top, ..draw_three },
        Rules { waste: Waste::Top, passes: NonZeroU16::new(1), ..draw_one },
    ]
}

fn start(rules: Rules, seed: u64) -> Klondike {
    Klondike::new(rules, &Deal::from_seed(seed))
}

/// Returns the start of a deal with the command counter at 940. Games end soon, so that thousands
/// of them can be checked.
fn late_start(rules: Rules, seed: u64) -> Klondike {
    let text = Klondike::write_position(&start(rules, seed).view(0));
    let view = start(rules, seed).read_view(&text.replace("commands:0", "commands:940"));
    Klondike::world(&view.unwrap().unwrap(), &mut Rng::new(seed))
}

#[test]
fn short_games_conform() {
    for rules in all_rules() {
        conformance::check(1000, |seed| late_start(rules, seed));
    }
}

#[test]
fn whole_games_conform() {
    for rules in all_rules() {
        conformance::check(30, |seed| start(rules, seed));
    }
}

#[test]
fn notation_conforms() {
    for rules in all_rules() {
        conformance::check_notation(40, |seed| late_start(rules, seed));
        conformance::check_notation(4, |seed| start(rules, seed));
    }
}

/// Returns the game that `text` describes.
fn after(rules: Rules, text: &str) -> Klondike {
    start(rules, 0).read_position(text).unwrap()
}

fn legal(game: &Klondike) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.into_iter().map(|command| game.write_move(command)).collect()
}

/// Returns a game after `times` turns of the stock.
fn turned(rules: Rules, times: usize) -> Klondike {
    after(rules, &format!("seed:3 moves:{}", "turn;".repeat(times)))
}

#[test]
fn the_stock_can_be_turned_as_often_as_the_passes_allow() {
    for (draw, turns) in [(Draw::Three, 8), (Draw::One, 24)] {
        let may_turn = |passes, times| {
            let rules = Rules { draw, passes: NonZeroU16::new(passes), ..Rules::default() };
            legal(&turned(rules, times)).contains(&"turn".to_owned())
        };
        for passes in 1..=3 {
            let all = turns * usize::from(passes);
            assert!((0..all).all(|times| may_turn(passes, times)), "{draw:?} {passes}");
            assert!(!may_turn(passes, all), "{draw:?} {passes}");
        }
        let unlimited = 0;
        assert!((0..5 * turns).all(|times| may_turn(unlimited, times)), "{draw:?}");
    }
    let no_cards = "view:KC|KD|-|-|-|-|- home:12,12,13,13";
    let view = start(Rules::default(), 0).read_view(no_cards).unwrap().unwrap();
    let game = Klondike::world(&view, &mut Rng::new(0));
    assert!(!legal(&game).contains(&"turn".to_owned()));
}

#[test]
fn passes_can_be_limited() {
    for passes in 1..=3 {
        let rules = Rules { passes: NonZeroU16::new(passes), ..Rules::default() };
        for seed in 0..50 {
            let mut game = start(rules, seed);
            let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
            while let Some(command) = game.random_move(&mut rng, &mut scratch) {
                game.play(command);
            }
            let text = Klondike::write_position(&game.view(0));
            let pass = text.split("pass:").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
            assert!(pass.parse::<u16>().unwrap() <= passes, "{text}");
        }
    }
}

#[test]
fn cards_return_from_foundations_only_where_the_rules_say_so() {
    let returns = |foundations| {
        let rules = Rules { foundations, ..Rules::default() };
        let mut count = 0;
        for seed in 0..50 {
            let mut game = start(rules, seed);
            let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
            while let Some(command) = game.random_move(&mut rng, &mut scratch) {
                count += usize::from(matches!(command, Command::HomeToPile { .. }));
                game.play(command);
            }
        }
        count
    };
    assert!(returns(Foundations::GiveBack) > 0);
    assert_eq!(returns(Foundations::Keep), 0);
}

#[test]
fn a_fan_shows_three_cards_and_a_top_shows_one() {
    let waste = |waste| {
        let rules = Rules { waste, ..Rules::default() };
        let text = Klondike::write_position(&turned(rules, 2).view(0));
        let waste =
            text.split("waste:").nth(1).unwrap().split(" stock:").next().unwrap().to_owned();
        waste.split(' ').map(|card| card == "??").collect::<Vec<_>>()
    };
    assert_eq!(waste(Waste::Fan), [false; 6]);
    assert_eq!(waste(Waste::Top), [true, true, false, true, true, false]);
}

#[test]
fn cards_seen_in_an_earlier_pass_are_known_in_the_stock() {
    let rules = Rules { draw: Draw::One, ..Rules::default() };
    let mut game = turned(rules, 24);
    let other = legal(&game)[0].clone();
    game.play(game.read_move(&other).unwrap());
    game.play(Command::Turn);
    let text = Klondike::write_position(&game.view(0));
    let stock = text.split("stock:").nth(1).unwrap();
    assert!(!stock.contains("??"), "{text}");
    assert!(stock.split(" pass:").next().unwrap().split(' ').count() >= 22, "{text}");
}

#[test]
fn a_game_ends_after_a_thousand_commands() {
    let text = "view:KC|KD|-|-|-|-|- home:12,12,13,13 commands:";
    let game = |commands: u16| {
        let view = start(Rules::default(), 0).read_view(&format!("{text}{commands}"));
        Klondike::world(&view.unwrap().unwrap(), &mut Rng::new(0))
    };
    let mut last = game(999);
    assert_eq!(last.seat(), Some(0));
    last.play(last.read_move("move T1 F1").unwrap());
    assert_eq!((last.seat(), last.won()), (None, false));
    let mut won = game(998);
    won.play(won.read_move("move T1 F1").unwrap());
    won.play(won.read_move("move T2 F2").unwrap());
    assert_eq!((won.seat(), won.won(), won.score(0)), (None, true, 52.0));
}

#[test]
fn kings_go_to_empty_piles_with_their_runs_and_nothing_else_does() {
    let text = "view:-|KC QD|-|KS|KH|-|- home:11,11,12,12 waste:QC stock:KD";
    let view = start(Rules::default(), 0).read_view(text).unwrap().unwrap();
    let moves = legal(&Klondike::world(&view, &mut Rng::new(0)));
    for (command, may) in [
        ("move T2 KC T1", true),
        ("move T2 QD T4", true),
        ("move W T5", true),
        ("move T2 F2", true),
        ("move W T1", false),
        ("move T2 QD T1", false),
        ("move T5 F3", true),
        ("move T4 F4", true),
        ("move F3 T4", true),
        ("move F3 T2", false),
    ] {
        assert_eq!(moves.contains(&command.to_owned()), may, "{command} in {moves:?}");
    }
}

#[test]
fn the_deal_of_a_seed_does_not_depend_on_what_is_played() {
    // Taking cards does not change the order in which the other cards of the stock are dealt.
    let rules = Rules { draw: Draw::One, ..Rules::default() };
    for seed in 0..20 {
        let deal = Deal::from_seed(seed);
        let mut game = Klondike::new(rules, &deal);
        let (mut rng, mut scratch, mut dealt) = (Rng::new(seed), Vec::new(), Vec::new());
        while let Some(command) = game.random_move(&mut rng, &mut scratch) {
            let seen = game.play(command);
            if command == Command::Turn {
                dealt.extend(seen.cards());
            }
        }
        assert_eq!(dealt, deal.cards()[28..28 + dealt.len()], "seed {seed}");
    }
}
