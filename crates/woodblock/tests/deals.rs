//! What comes depends on the seed alone; hands, caps and turns.

use std::num::NonZeroU32;

use plywood_search::{Game, Notation, Rng};
use plywood_woodblock::{Hand, Rules, Variant, Woodblock, rollouts};

fn rules(name: &str, rotate: bool, cap: u32) -> Rules {
    Rules::new(Variant::named(name).unwrap(), rotate, NonZeroU32::new(cap))
}

/// The hands of a game, played by `choose` to its end.
fn hands(mut game: Woodblock, mut choose: impl FnMut(&Woodblock) -> Option<usize>) -> Vec<Hand> {
    let mut hands = vec![game.position().hand()];
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&mut moves);
        let Some(index) = choose(&game).filter(|_| !moves.is_empty()) else { return hands };
        hands.extend(game.play(moves[index % moves.len()]));
    }
}

#[test]
fn the_same_seed_deals_the_same_hands_whatever_is_played() {
    for name in Variant::NAMES {
        for seed in 0..50 {
            let start = Woodblock::new(rules(name, seed % 2 == 1, 0), seed);
            let first = hands(start.clone(), |_| Some(0));
            let mut rng = Rng::new(seed);
            let random = hands(start.clone(), |_| Some(rng.below(1000)));
            let shared = first.len().min(random.len());
            assert_eq!(first[..shared], random[..shared]);
            let other =
                hands(Woodblock::new(start.position().rules().clone(), seed + 1), |_| Some(0));
            assert_ne!(first, other);
        }
    }
}

#[test]
fn a_new_hand_comes_when_all_three_are_placed() {
    let mut game = Woodblock::new(rules("classic10", false, 0), 5);
    for number in 0..6 {
        let mv = rollouts::greediest(game.position()).unwrap();
        let before = game.position().hand();
        let seen = game.play(mv);
        assert_eq!(seen.is_some(), number % 3 == 2);
        if let Some(hand) = seen {
            assert_eq!(hand, game.position().hand());
        } else {
            let mut expected = before;
            expected[usize::from(mv.slot)] = None;
            assert_eq!(game.position().hand(), expected);
        }
    }
    assert_eq!(game.position().hands(), 3);
}

#[test]
fn a_capped_game_ends_after_its_hands() {
    for cap in 1..5 {
        let mut game = Woodblock::new(rules("classic10", false, cap), 5);
        let mut placed = 0;
        while let Some(mv) = rollouts::greediest(game.position()) {
            game.play(mv);
            placed += 1;
        }
        assert_eq!(placed, 3 * cap);
        assert_eq!(game.seat(), None);
        assert_eq!(game.position().hands(), cap);
    }
}

#[test]
fn a_game_is_over_when_nothing_fits() {
    // A hole in every row and column, but only two that touch: e5 and e6.
    let rows = [
        ".#########",
        "#.########",
        "##.#######",
        "###.######",
        "####.#####",
        "####.#####",
        "######.###",
        "#######.##",
        "########.#",
        "#####.###.",
    ];
    let text = format!("{} hand:##,###,", rows.join("/"));
    let start = Woodblock::new(Rules::default(), 1);
    assert_eq!(start.read_position(&text).unwrap().seat(), None);
    let text = format!("{} hand:##,#/#,", rows.join("/"));
    assert_eq!(start.read_position(&text).unwrap().seat(), Some(0));
    let turned = Woodblock::new(rules("classic10", true, 0), 1);
    let text = format!("{} hand:##,###,", rows.join("/"));
    let game = turned.read_position(&text).unwrap();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let names: Vec<_> = moves.into_iter().map(Woodblock::write_move).collect();
    assert_eq!(names, ["1r1@e5"]);
}

#[test]
fn a_turned_block_lies_as_turned() {
    let empty = [".........."; 10].join("/");
    let start = Woodblock::new(rules("classic10", true, 0), 1);
    let mut game = start.read_position(&format!("{empty} hand:###/#../#..,#,#")).unwrap();
    assert!(game.try_play(Woodblock::read_move("1r2@c4").unwrap()).is_ok());
    let text = Woodblock::write_position(game.position());
    let rows: Vec<_> = text.split(['/', ' ']).take(10).collect();
    assert_eq!(rows[3..6], ["....#.....", "....#.....", "..###....."]);
    let mut fixed = Woodblock::new(rules("classic10", false, 0), 1)
        .read_position(&format!("{empty} hand:###/#../#..,#,#"))
        .unwrap();
    assert!(fixed.try_play(Woodblock::read_move("1r2@c4").unwrap()).is_err());
}

#[test]
fn a_state_is_small_and_a_move_smaller() {
    assert_eq!(size_of::<Woodblock>(), 80);
    assert_eq!(size_of::<<Woodblock as Game>::Move>(), 4);
}
