//! Clears and scores, with values computed by hand.

use plywood_search::{Game, Notation};
use plywood_woodblock::{Rules, Variant, Woodblock};

fn start(variant: &str) -> Woodblock {
    Woodblock::new(Rules::new(Variant::named(variant).unwrap(), false, None), 1)
}

/// Returns the text of a board with the given rows, numbered from 1. All other rows are free.
fn board(variant: &str, rows: &[(usize, &str)]) -> String {
    let size = start(variant).position().rules().grid().size() as usize;
    let mut all = vec![".".repeat(size); size];
    for (number, row) in rows {
        all[number - 1] = (*row).to_owned();
    }
    all.join("/")
}

/// Returns the board, the score and the streak after `moves`.
fn after(variant: &str, position: &str, moves: &[&str]) -> (String, u32, u16) {
    let mut game = start(variant).read_position(position).unwrap();
    for text in moves {
        let mv = game.read_move(text).unwrap();
        game.try_play(mv).unwrap_or_else(|_| panic!("{text} is not legal"));
    }
    let text = Woodblock::write_position(game.position());
    let rows = text.split(' ').next().unwrap().to_owned();
    (rows, game.position().score(), game.position().streak())
}

#[test]
fn a_placement_scores_its_cells() {
    let empty = board("classic10", &[]);
    let found = after("classic10", &format!("{empty} hand:##/##,###,# score:10"), &["1@c4"]);
    let expected = board("classic10", &[(4, "..##......"), (5, "..##......")]);
    assert_eq!(found, (expected, 14, 0));
}

#[test]
fn rows_and_columns_clear() {
    let row = board("classic10", &[(3, "#######..."), (4, "#.........")]);
    let found = after("classic10", &format!("{row} hand:###,#,#"), &["1@h3"]);
    // 3 points for 3 cells, and 5 * 1 * 2 for one line.
    assert_eq!(found, (board("classic10", &[(4, "#.........")]), 13, 1));

    let mut rows = ["..#......."; 10];
    rows[9] = "..........";
    let column = rows.join("/");
    let found = after("classic10", &format!("{column} hand:#,#,#"), &["2@c10"]);
    assert_eq!(found, (board("classic10", &[]), 11, 1));

    rows[9] = "##.#######";
    rows[0] = "###.......";
    let both = rows.join("/");
    let found = after("classic10", &format!("{both} hand:#,#,#"), &["1@c10"]);
    // 1 point for one cell, and 5 * 2 * 3 for two lines.
    assert_eq!(found, (board("classic10", &[(1, "##........")]), 31, 1));
}

#[test]
fn three_rows_clear_at_once() {
    let row = "#######...";
    let rows = board("classic10", &[(5, row), (6, row), (7, row)]);
    let found = after("classic10", &format!("{rows} hand:###/###/###,#,#"), &["1@h5"]);
    // 9 points for 9 cells, and 5 * 3 * 4 for three lines.
    assert_eq!(found, (board("classic10", &[]), 69, 1));
}

#[test]
fn blast8_scores_streaks_and_the_empty_board() {
    let (seven, keep) = ("#######.", "#.......");
    let rows = board("blast8", &[(1, seven), (2, seven), (3, seven), (5, keep)]);
    let position = format!("{rows} hand:#,#,# streak:0");
    // 1 + 10 points for each placement; 50 more for the second of a streak, 100 more for the third.
    let found = after("blast8", &position, &["1@h1", "2@h2"]);
    assert_eq!(found.1, 11 + 61);
    let found = after("blast8", &position, &["1@h1", "2@h2", "3@h3"]);
    assert_eq!(found, (board("blast8", &[(5, keep)]), 11 + 61 + 111, 3));
    // A placement that clears nothing ends the streak.
    let found = after("blast8", &position, &["1@h1", "2@h8", "3@h2"]);
    assert_eq!((found.1, found.2), (11 + 1 + 11, 1));
    // A placement that empties the board scores 300 more points.
    let rows = board("blast8", &[(1, seven)]);
    let found = after("blast8", &format!("{rows} hand:#,#,# streak:2"), &["1@h1"]);
    assert_eq!(found, (board("blast8", &[]), 1 + 10 + 100 + 300, 3));
}

#[test]
fn woodoku9_clears_boxes() {
    let boxed = board("woodoku9", &[(4, "...###..."), (5, "...###..."), (6, "......#..")]);
    let found = after("woodoku9", &format!("{boxed} hand:###,#,#"), &["1@d6"]);
    // One box with 3 cells, streak 1: 28 + 10 * 1 + 3 - 20.
    assert_eq!(found, (board("woodoku9", &[(6, "......#..")]), 21, 1));
    // A row and a box with 3 cells, streak 2: 28 * 2 + 10 * 2 + 3 - 20.
    let both = board("woodoku9", &[(4, "...###..."), (5, "...###..."), (6, "###...###")]);
    let found = after("woodoku9", &format!("{both} hand:###,#,# streak:1"), &["1@d6"]);
    assert_eq!(found, (board("woodoku9", &[]), 59, 2));
    // A 3x3 square that is no box does not clear.
    let beside = board("woodoku9", &[(4, "..###...."), (5, "..###....")]);
    let found = after("woodoku9", &format!("{beside} hand:###,#,#"), &["1@c6"]);
    assert_eq!((found.1, found.2), (3, 0));
}
