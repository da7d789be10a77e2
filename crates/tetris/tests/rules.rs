//! The rules: conformance, both end rules, both randomizers, caps and seeds.

use plywood_search::{Game, Notation, Rng, conformance};
use plywood_tetris::{Bag, End, Move, Piece, Randomizer, Rules, Tetris};
use proptest::prelude::*;

fn rules(width: u8, height: u8, randomizer: Randomizer, end: End) -> Rules {
    Rules { width, height, randomizer, end, cap: None }
}

#[test]
fn tetris_conforms_to_the_game_interface() {
    conformance::check(1000, |seed| Tetris::new(Rules::default(), seed));
    for randomizer in [Randomizer::Bag, Randomizer::Uniform] {
        for end in [End::Spawn, End::Strict] {
            let start = |width, height| {
                move |seed| Tetris::new(rules(width, height, randomizer, end), seed)
            };
            conformance::check(400, start(10, 10));
            conformance::check(400, start(6, 8));
            conformance::check(200, start(5, 4));
            conformance::check(30, start(16, 40));
            conformance::check_notation(100, start(10, 20));
            conformance::check_notation(100, start(16, 7));
        }
    }
    let capped = Rules { cap: Some(3), ..rules(4, 12, Randomizer::Bag, End::Spawn) };
    conformance::check(300, |seed| Tetris::new(capped, seed));
    conformance::check_notation(100, |seed| Tetris::new(capped, seed));
}

fn game(rules: Rules, text: &str) -> Tetris {
    Tetris::new(rules, 1).read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(game: &Tetris) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.into_iter().map(|mv| game.write_move(mv)).collect()
}

#[test]
fn states_and_moves_are_small() {
    assert_eq!(size_of::<Move>(), 2);
    assert!(size_of::<Tetris>() <= 168, "{}", size_of::<Tetris>());
}

#[test]
fn each_placement_is_listed_once() {
    for (piece, count) in Piece::ALL.into_iter().zip([17, 9, 34, 17, 17, 34, 34]) {
        let next = if piece == Piece::I { 'O' } else { 'I' };
        let text = format!(".......... current:{} next:{next}", piece.letter());
        assert_eq!(moves(&game(Rules::default(), &text)).len(), count, "{piece:?}");
    }
}

#[test]
fn equal_rotations_are_the_same_move() {
    let start = game(Rules::default(), ".......... current:S next:I");
    assert!(!moves(&start).contains(&"r2x4".to_owned()));
    let (mut one, mut other) = (start.clone(), start.clone());
    one.try_play(start.read_move("r2x4").unwrap()).unwrap();
    other.try_play(start.read_move("r0x4").unwrap()).unwrap();
    assert_eq!(one, other);
    for text in ["r0x8", "r1x9", "r0x15"] {
        let mv = start.read_move(text).unwrap();
        assert!(start.clone().try_play(mv).is_err(), "{text}");
    }
    assert!(start.clone().try_play(Move { rotation: 4, column: 0 }).is_err());
}

const SMALL_SPAWN: Rules =
    Rules { width: 4, height: 4, randomizer: Randomizer::Uniform, end: End::Spawn, cap: None };
const SMALL_STRICT: Rules = Rules { end: End::Strict, ..SMALL_SPAWN };

#[test]
fn spawn_rule_ends_the_game_when_the_spawn_cells_are_filled() {
    // The I spawns in the top row, the T in columns 0 to 2 of the top two rows.
    let over = |text: &str| game(SMALL_SPAWN, text).seat().is_none();
    let tower = ["#...", "#...", "#...", "#..."].join("/");
    assert!(over(&format!("{tower} current:I next:O")));
    let low = ["#...", "#...", "#..."].join("/");
    assert!(!over(&format!("{low} current:I next:O")));
    assert!(over(&format!("{low} current:T next:O")));
    let right = ["...#", "...#", "...#", "...#"].join("/");
    assert!(!over(&format!("{right} current:T next:O")));
    // The O spawns in columns 1 and 2.
    assert!(!over(&format!("{tower} current:O next:O")));
}

#[test]
fn spawn_columns_are_central_and_rounded_down() {
    let cells = |width, piece: char| {
        let rules = Rules { width, height: 20, ..SMALL_SPAWN };
        let text = format!("{} current:{piece} next:I", ".".repeat(usize::from(width)));
        game(rules, &text).position().spawn_cells()
    };
    assert_eq!(cells(10, 'I'), (0b1111 << 3, 19));
    assert_eq!(cells(10, 'O'), ((0b11 << 16 | 0b11) << 4, 18));
    assert_eq!(cells(10, 'T'), ((0b010 << 16 | 0b111) << 3, 18));
    assert_eq!(cells(11, 'O'), ((0b11 << 16 | 0b11) << 4, 18));
}

#[test]
fn pieces_may_end_above_the_top_only_if_cleared_lines_lower_them() {
    // A vertical I in column 3 ends one row above the top and completes a line.
    let rows = "###./...#";
    let spawn = game(SMALL_SPAWN, &format!("{rows} current:I next:O"));
    assert!(moves(&spawn).contains(&"r1x3".to_owned()));
    let strict = game(SMALL_STRICT, &format!("{rows} current:I next:O"));
    assert_eq!(moves(&strict), ["r0x0"]);
    let mut after = spawn.clone();
    after.play(spawn.read_move("r1x3").unwrap());
    // After the line is cleared, the piece reaches exactly the top.
    assert_eq!(after.position().board().pile(), 4);
    assert_eq!(after.score(0), 1.0);
    // Without a cleared line, the piece may not end above the top.
    let open = game(SMALL_SPAWN, "##../...# current:I next:O");
    assert!(!moves(&open).contains(&"r1x3".to_owned()));
}

#[test]
fn strict_rule_ends_the_game_when_nothing_fits() {
    let rows = "#.../#.../#.../#...";
    assert!(game(SMALL_STRICT, &format!("{rows} current:I next:O")).seat().is_some());
    let full = "#.#./#.#./#.#./#.#.";
    assert_eq!(moves(&game(SMALL_STRICT, &format!("{full} current:O next:O"))).len(), 0);
    assert!(game(SMALL_STRICT, &format!("{full} current:O next:O")).seat().is_none());
    assert_eq!(moves(&game(SMALL_STRICT, &format!("{full} current:I next:O"))), ["r1x1", "r1x3"]);
}

#[test]
fn a_cap_ends_a_game() {
    let rules = Rules { cap: Some(2), ..SMALL_SPAWN };
    let mut game = game(rules, ".... current:I next:I lines:1");
    assert_eq!(game.position().level(), 0);
    game.play(Move { rotation: 0, column: 0 });
    assert!(game.position().is_capped());
    assert_eq!((game.seat(), game.score(0)), (None, 2.0));
}

#[test]
fn the_view_has_the_pieces_left_in_the_bag() {
    let mut game = Tetris::new(Rules::default(), 5);
    let mut seen = Bag::EMPTY.with(game.position().current()).with(game.position().next());
    for _ in 0..5 {
        assert_eq!(game.position().bag().count(), 7 - seen.count());
        assert!(game.position().bag().pieces().all(|piece| !seen.contains(piece)));
        seen = seen.with(game.play(Move { rotation: 0, column: 0 }));
    }
    assert_eq!(seen, Bag::FULL);
    assert_eq!(game.position().bag(), Bag::EMPTY);
}

#[test]
fn sampled_worlds_draw_from_the_bag() {
    let pieces = |rules, text| {
        let view = game(rules, text).view(0);
        let mut rng = Rng::new(1);
        let mut counts = [0usize; 7];
        for _ in 0..7000 {
            let mut world = Tetris::world(&view, &mut rng);
            counts[world.play(Move { rotation: 0, column: 0 }).index()] += 1;
        }
        counts
    };
    let two = pieces(Rules::default(), ".......... current:T next:I bag:SZ");
    assert_eq!(two[Piece::S.index()] + two[Piece::Z.index()], 7000);
    assert!(two[Piece::S.index()].abs_diff(3500) < 250, "{two:?}");
    let fresh = pieces(Rules::default(), ".......... current:T next:I bag:-");
    assert!(fresh.iter().all(|&count| count.abs_diff(1000) < 180), "{fresh:?}");
}

proptest! {
    /// The k-th piece depends only on the seed.
    #[test]
    fn pieces_do_not_depend_on_moves(seed: u64, one: u64, two: u64, uniform: bool) {
        let randomizer = if uniform { Randomizer::Uniform } else { Randomizer::Bag };
        let seen = |player: u64| {
            let (mut rng, mut scratch) = (Rng::new(player), Vec::new());
            let mut game = Tetris::new(rules(10, 20, randomizer, End::Spawn), seed);
            let mut seen = vec![game.position().current(), game.position().next()];
            while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
                seen.push(game.play(mv));
            }
            seen
        };
        let (one, two) = (seen(one), seen(two));
        let common = one.len().min(two.len());
        prop_assert_eq!(&one[..common], &two[..common]);
    }
}

#[test]
fn moves_are_all_placements_that_end_below_the_top() {
    let mut checked = 0;
    for end in [End::Spawn, End::Strict] {
        let rules = Rules { width: 5, height: 7, end, ..Rules::default() };
        for seed in 0..200 {
            let (mut game, mut rng) = (Tetris::new(rules, seed), Rng::new(seed));
            let (mut moves, mut scratch) = (Vec::new(), Vec::new());
            while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
                let position = *game.position();
                let fits = |&mv: &Move| {
                    let placed = position.place(mv);
                    let top = placed.bottom + placed.piece_height;
                    top <= rules.height || end == End::Spawn && placed.board.pile() <= rules.height
                };
                let columns = |rotation| 0..=rules.width - position.current().shape(rotation).width;
                let all = (0..position.current().rotations()).flat_map(|rotation| {
                    columns(rotation).map(move |column| Move { rotation, column })
                });
                let expected: Vec<Move> = all.filter(fits).collect();
                moves.clear();
                game.moves(&mut moves);
                assert_eq!(moves, expected, "{position:?}");
                assert!(position.placements().eq(expected), "{position:?}");
                checked += 1;
                game.play(mv);
            }
        }
    }
    assert!(checked > 1000, "{checked} positions");
}
