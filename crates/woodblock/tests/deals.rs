//! Hands, caps, rotation and the end of a game.

use std::num::NonZeroU32;

use plywood_search::{Game, Notation, Rng};
use plywood_woodblock::{Hand, Rules, Variant, Woodblock, rollouts};

fn rules(name: &str, rotate: bool, cap: u32) -> Rules {
    Rules::new(Variant::named(name).unwrap(), rotate, NonZeroU32::new(cap))
}

/// Plays a game to its end with the moves that `choose` returns. Returns the hands.
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
fn hands_depend_on_the_seed_alone() {
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
fn a_new_hand_is_dealt_after_three_placements() {
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
fn a_game_ends_at_its_cap() {
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
    // Every row and column has a free cell; of the free cells, only e5 and e6 are neighbours.
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
    let names: Vec<_> = moves.into_iter().map(|mv| game.write_move(mv)).collect();
    assert_eq!(names, ["1r1@e5"]);
}

#[test]
fn rotation_turns_blocks_clockwise() {
    let empty = [".........."; 10].join("/");
    let start = Woodblock::new(rules("classic10", true, 0), 1);
    let mut game = start.read_position(&format!("{empty} hand:###/#../#..,#,#")).unwrap();
    assert!(game.try_play(game.read_move("1r2@c4").unwrap()).is_ok());
    let text = Woodblock::write_position(game.position());
    let rows: Vec<_> = text.split(['/', ' ']).take(10).collect();
    assert_eq!(rows[3..6], ["....#.....", "....#.....", "..###....."]);
    let mut fixed = Woodblock::new(rules("classic10", false, 0), 1)
        .read_position(&format!("{empty} hand:###/#../#..,#,#"))
        .unwrap();
    assert!(fixed.try_play(fixed.read_move("1r2@c4").unwrap()).is_err());
}

#[test]
fn states_and_moves_are_small() {
    assert_eq!(size_of::<Woodblock>(), 80);
    assert_eq!(size_of::<<Woodblock as Game>::Move>(), 4);
}
