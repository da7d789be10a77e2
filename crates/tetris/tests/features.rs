//! The linear features: boards checked by hand, and random boards checked against the definitions.

use plywood_search::{Game, Rng};
use plywood_tetris::linear::Features;
use plywood_tetris::{Board, End, Piece, Placed, Randomizer, Rules, Tetris};
use proptest::prelude::*;

/// A board with these lowest rows, listed from the top.
fn board(height: u8, rows: &[&str], width: u8) -> Board {
    let bits = |row: &&str| (0..).zip(row.chars()).map(|(c, x)| u16::from(x == '#') << c).sum();
    let rows: Vec<u16> = rows.iter().rev().map(bits).collect();
    Board::from_rows(width, height, &rows)
}

/// A test case: the height of the board, its rows, the piece, its rotation and column, and the
/// expected features (landing height, eroded cells, row and column transitions, holes, cumulative
/// wells, hole depth, rows with holes, diversity).
type Case = (u8, &'static [&'static str], Piece, u8, u8, [f64; 9]);

const BY_HAND: [Case; 9] = [
    (4, &["...."], Piece::O, 0, 0, [0.5, 0.0, 8.0, 4.0, 0.0, 0.0, 0.0, 0.0, 2.0]),
    (4, &["##..", "##.."], Piece::O, 0, 2, [0.5, 8.0, 8.0, 4.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
    (4, &[".###"], Piece::I, 0, 0, [1.0, 4.0, 8.0, 4.0, 0.0, 1.0, 0.0, 0.0, 2.0]),
    (5, &["....."], Piece::T, 2, 1, [0.5, 0.0, 14.0, 9.0, 2.0, 4.0, 2.0, 1.0, 3.0]),
    (6, &["#..#"; 3], Piece::O, 0, 1, [0.5, 8.0, 12.0, 4.0, 0.0, 0.0, 0.0, 0.0, 3.0]),
    (6, &["##.#"; 3], Piece::I, 1, 2, [1.5, 9.0, 14.0, 4.0, 0.0, 1.0, 0.0, 0.0, 3.0]),
    (6, &["#.##"; 3], Piece::O, 0, 2, [3.5, 0.0, 12.0, 4.0, 0.0, 6.0, 0.0, 0.0, 1.0]),
    (6, &["#.##."; 2], Piece::T, 0, 0, [2.5, 0.0, 18.0, 7.0, 2.0, 7.0, 2.0, 2.0, 3.0]),
    (6, &["##..", "#.##"], Piece::O, 0, 2, [1.5, 2.0, 12.0, 4.0, 0.0, 1.0, 0.0, 0.0, 3.0]),
];

#[test]
fn nine_placements_by_hand() {
    for (height, rows, piece, rotation, column, expected) in BY_HAND {
        let board = board(height, rows, rows[0].len() as u8);
        let placed = board.place(piece.shape(rotation), column);
        assert_eq!(Features::of(&placed).to_array()[..9], expected, "{piece:?} on {rows:?}");
    }
}

#[test]
fn fitting_pieces_by_hand() {
    let fitting = |height, rows: &[&str]| {
        let features = Features::of_board(&board(height, rows, 4));
        (features.fitting, features.fitting_twice)
    };
    assert_eq!(fitting(8, &["...."]), (5, 5), "no S and no Z on level ground");
    assert_eq!(fitting(8, &["#.#.", "####"]), (4, 3), "no O, J or L, and one way for a Z");
    assert_eq!(fitting(4, &["###."; 3]), (1, 0), "an I in the well");
}

/// The authors of MDPTetris explain cumulative wells with this board: their result is 20.
#[test]
fn the_published_board_by_hand() {
    let rows = [
        "...#....", "...##...", ".#.##...", ".#####.#", ".#####.#", "#####..#", "...###.#",
        "#.#..#.#",
    ];
    let features = Features::of_board(&board(10, &rows, 8)).to_array();
    assert_eq!(features[..9], [0.0, 0.0, 38.0, 20.0, 7.0, 20.0, 23.0, 3.0, 2.0]);
}

/// Computes the features cell by cell.
fn by_definition(placed: &Placed) -> [f64; 11] {
    let board = &placed.board;
    let (width, height) = (i32::from(board.width()), i32::from(board.height()));
    let filled = |row: i32, column: i32| {
        let wall = column < 0 || column >= width || row < 0;
        wall || row < height && board.is_filled(row as u8, column as u8)
    };
    let cells = || (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let is_hole =
        |row: i32, column: i32| !filled(row, column) && (row..height).any(|r| filled(r, column));
    let height_of = |column| (0..height).rev().find(|&r| filled(r, column)).map_or(0, |r| r + 1);

    let mut rows = 0;
    for row in 0..height {
        rows +=
            (-1..width).filter(|&column| filled(row, column) != filled(row, column + 1)).count();
    }
    let mut columns = 0;
    for column in 0..width {
        columns +=
            (-1..height).filter(|&row| filled(row, column) != filled(row + 1, column)).count();
    }
    let mut wells = 0;
    for (row, column) in cells() {
        if !filled(row, column) && filled(row, column - 1) && filled(row, column + 1) {
            wells += (0..=row).rev().take_while(|&below| !filled(below, column)).count();
        }
    }
    let mut depth = 0;
    for (row, column) in cells().filter(|&(row, column)| is_hole(row, column)) {
        depth += (row + 1..height).take_while(|&above| filled(above, column)).count();
    }
    let holes = cells().filter(|&(row, column)| is_hole(row, column)).count();
    let with_holes = (0..height).filter(|&row| (0..width).any(|column| is_hole(row, column)));
    let steps: Vec<i32> = (1..width).map(|c| height_of(c) - height_of(c - 1)).collect();
    let diversity = (-2..=2).filter(|step| steps.contains(step)).count();
    let ways = Piece::ALL.map(|piece| ways_to_fit(board, piece));
    let fitting = |least| ways.iter().filter(|&&ways| ways >= least).count();
    [
        f64::from(placed.bottom) + f64::from(placed.piece_height - 1) / 2.0,
        f64::from(placed.lines) * f64::from(placed.vanished),
        rows as f64,
        columns as f64,
        holes as f64,
        wells as f64,
        depth as f64,
        with_holes.count() as f64,
        diversity as f64,
        fitting(1) as f64,
        fitting(2) as f64,
    ]
}

/// Counts the drops that leave no empty cell under the piece and no cell above the top.
fn ways_to_fit(board: &Board, piece: Piece) -> usize {
    let mut ways = 0;
    for rotation in 0..piece.rotations() {
        let shape = piece.shape(rotation);
        for column in 0..=board.width() - shape.width {
            let bottom = board.landing(shape, column);
            let rests = |c: u8| {
                let lowest = (0..).find(|&row| shape.row(row) >> c & 1 == 1).unwrap_or(0);
                let below = bottom + lowest;
                below == 0 || board.is_filled(below - 1, column + c)
            };
            let fits = bottom + shape.height <= board.height() && (0..shape.width).all(rests);
            ways += usize::from(fits);
        }
    }
    ways
}

/// Drops a piece cell by cell and clears rows one by one.
fn place_by_definition(
    board: &Board,
    piece: Piece,
    rotation: u8,
    column: u8,
) -> (Vec<u16>, u8, u8) {
    let shape = piece.shape(rotation);
    let cells: Vec<(u8, u8)> = (0..shape.height)
        .flat_map(|row| (0..shape.width).map(move |c| (row, c)))
        .filter(|&(row, c)| shape.row(row) >> c & 1 == 1)
        .collect();
    let fits = |bottom: u8| {
        cells.iter().all(|&(row, c)| {
            bottom + row >= board.height() || !board.is_filled(bottom + row, column + c)
        })
    };
    let mut bottom = board.height();
    while bottom > 0 && fits(bottom - 1) {
        bottom -= 1;
    }
    let mut rows: Vec<u16> = (0..board.height() + 4).map(|row| board.row(row)).collect();
    for (row, c) in cells {
        rows[usize::from(bottom + row)] |= 1 << (column + c);
    }
    let before = rows.len();
    rows.retain(|&row| row != board.full_row());
    let lines = before - rows.len();
    rows.resize(before, 0);
    (rows, bottom, lines as u8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn boards_and_features_match_their_definitions(
        seed: u64, width in 4u8..=16, height in 4u8..=40, strict: bool, uniform: bool,
    ) {
        let rules = Rules {
            width,
            height,
            randomizer: if uniform { Randomizer::Uniform } else { Randomizer::Bag },
            end: if strict { End::Strict } else { End::Spawn },
            cap: None,
        };
        let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
        let mut game = Tetris::new(rules, seed);
        for _ in 0..60 {
            let Some(mv) = game.random_move(&mut rng, &mut scratch) else { break };
            let position = *game.position();
            let placed = position.place(mv);
            let (rows, bottom, lines) =
                place_by_definition(position.board(), position.current(), mv.rotation, mv.column);
            prop_assert_eq!((placed.bottom, placed.lines), (bottom, lines));
            for (row, cells) in (0..).zip(&rows) {
                prop_assert_eq!(placed.board.row(row), *cells);
            }
            let expected = by_definition(&placed);
            prop_assert_eq!(Features::of(&placed).to_array(), expected);
            prop_assert_eq!(Features::six(&placed).to_array()[..6].to_vec(), expected[..6].to_vec());
            prop_assert_eq!(f64::from(placed.board.holes()), expected[4]);
            game.play(mv);
        }
    }

    /// The random boards include boards that cannot occur in a game.
    #[test]
    fn features_of_random_boards_match_their_definitions(width in 4u8..=16, rows in prop::collection::vec(any::<u16>(), 4..=40)) {
        let board = Board::from_rows(width, rows.len() as u8, &rows);
        let placed = Placed { board, bottom: 0, piece_height: 1, lines: 0, vanished: 0 };
        prop_assert_eq!(Features::of(&placed).to_array(), by_definition(&placed));
        prop_assert_eq!(Features::of_board(&board).to_array(), by_definition(&placed));
    }
}
