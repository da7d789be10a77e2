//! The numbers and colours on the board and in the panels: they are values, never shares of visits, and the page says
//! which position they are about.

use crate::page::{GAMES, IDLE, Page};

#[test]
#[ignore = "needs Chromium"]
fn labels_on_the_board_are_values() {
    let mut page = Page::with_game("#/play/othello?seed=5&seats=you|you", 0);
    page.hint();
    let labels = page.text(
        "[...document.querySelectorAll('.mark-text')].map(one => one.textContent).sort().join()",
    );
    let values = page.text(
        "[...document.querySelectorAll('.candidate .value')]
           .map(one => `${Math.round(parseFloat(one.textContent))}%`).sort().join()",
    );
    assert_eq!(labels, values);
    let shares = page.text(
        "[...document.querySelectorAll('.candidate .share')]
           .map(one => `${Math.round(parseFloat(one.textContent))}%`).sort().join()",
    );
    assert_ne!(labels, shares, "visits stay in the panel");
    page.wait_for_element(".scale-legend");
}

#[test]
#[ignore = "needs Chromium"]
fn a_proven_loss_never_looks_good() {
    let mut page = Page::start();
    let position = ENDING.replace(' ', "+");
    page.open_game(&format!("#/play/othello?seats=you|you&from={position}"), 0);
    page.click("[data-tool=hint]");
    let lost = "[...document.querySelectorAll('.candidate')].filter(one => /^−/.test(one.querySelector('.badge')?.textContent))";
    page.wait_for(&format!("{lost}.length === 3 && {IDLE}"));
    assert_eq!(page.eval(&format!("{lost}.some(one => one.matches('.best'))")), false);
    // A proven loss has the colour of a clear mistake, and no ring on the board.
    let poor = page.text(
        "(() => { const probe = document.createElement('i'); probe.style.color = 'var(--poor)';
           document.body.append(probe); return getComputedStyle(probe).color; })()",
    );
    let swatch =
        page.text(&format!("getComputedStyle({lost}[0].querySelector('.swatch')).backgroundColor"));
    let same = page.eval(&format!(
        "(([a, b]) => {{ const paint = (text) => {{ const pen = new OffscreenCanvas(1, 1).getContext('2d');
           pen.fillStyle = text; pen.fillRect(0, 0, 1, 1); return [...pen.getImageData(0, 0, 1, 1).data]; }};
           return paint(a).every((part, at) => Math.abs(part - paint(b)[at]) < 4); }})(['{poor}', '{swatch}'])"
    ));
    assert_eq!(same, true, "{poor} and {swatch}");
    assert_eq!(page.number("document.querySelectorAll('.mark').length"), 3.0);
    assert_eq!(page.number("document.querySelectorAll('.mark.best').length"), 0.0);
}

/// An Othello endgame in which every move of Black loses.
const ENDING: &str = "OXXX-XOOXOXXXXOO--OXOOOOOOOOOXOOOOOOXXXOOOOOOOXOXXOOOXXO--OOX-XO X";

/// An expression for the note which says that a panel is about an earlier or a later position.
const NOTE: &str = "document.querySelector('.thinking .past-note').textContent";

#[test]
#[ignore = "needs Chromium"]
fn the_number_of_the_value_bar_is_in_the_part_that_it_describes() {
    let swapped: String = ENDING
        .chars()
        .map(|cell| match cell {
            'X' => 'O',
            'O' => 'X',
            other => other,
        })
        .collect();
    for width in [1280, 390] {
        let mut page = Page::start();
        page.resize(width, 844);
        // The seat to move loses. White's part is at the top or on the right, Black's at the foot or on the left.
        for (position, leader) in [(ENDING, "white"), (&swapped, "black")] {
            let position = position.replace(' ', "+");
            page.open_game(&format!("#/play/othello?seats=you|you&from={position}"), 0);
            page.click("[data-tool=hint]");
            page.wait_for(&format!("document.querySelector('.candidate') && {IDLE}"));
            let found = page.eval(
                "(() => {
                   const [bar, text] = ['.value-bar', '.value-text'].map(one => document.querySelector(one));
                   const range = document.createRange();
                   range.selectNodeContents(text);
                   const [around, inside] = [bar, range].map(one => one.getBoundingClientRect());
                   const light = (colour) => colour.match(/\\d+/g).slice(0, 3).reduce((sum, one) => sum + Number(one), 0);
                   return {
                     within: inside.left >= around.left && inside.right <= around.right
                       && inside.top >= around.top && inside.bottom <= around.bottom,
                     first: innerWidth > 600 ? inside.top > around.top + around.height / 2
                       : inside.left < around.left + around.width / 2,
                     light: light(getComputedStyle(text).color) > 380,
                     empty: text.textContent === '',
                   };
                 })()",
            );
            let black = leader == "black";
            let expected =
                serde_json::json!({"within": true, "first": black, "light": black, "empty": false});
            assert_eq!(found, expected, "{leader} leads, {width} pixels");
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn panels_name_the_unit_of_their_values() {
    let mut page = Page::start();
    let units = [
        ("othello", "win probability"),
        ("klondike", "win probability"),
        ("woodblock", "worth"),
        ("tetris", "evaluation"),
    ];
    for (game, unit) in units {
        page.open_new_game(game);
        page.hint();
        let legend = page.text("document.querySelector('.scale-unit').innerText");
        assert!(legend.contains(unit), "{game}: {legend}");
    }
    let answer = page.text("document.querySelector('.answer').textContent");
    assert!(answer.contains("evaluation") && !answer.contains("lines"), "{answer}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_player_without_values_has_no_best_move() {
    Page::for_every_game(|page, game| {
        page.choose("[data-seat=Hints] select", "random");
        page.click("[data-tool=hint]");
        page.wait_for(&format!("document.querySelector('.candidate') && {IDLE}"));
        let best = ".candidate.best, .mark.best, .marks path, .best-card, .scale-legend";
        assert_eq!(
            page.number(&format!("document.querySelectorAll('{best}').length")),
            0.0,
            "{game}"
        );
    });
}

#[test]
#[ignore = "needs Chromium"]
fn panels_say_when_they_are_about_another_position() {
    let mut page = Page::with_game("#/play/othello?seed=5&seats=you|you", 0);
    page.hint();
    let past = |panel: &str| {
        format!(
            "document.querySelector('.{panel}').matches('.past') && document.querySelector('.{panel} .past-note').checkVisibility()"
        )
    };
    assert_eq!(page.text(NOTE), "This is about another position.");
    let about = page.text("document.querySelector('.thinking-status').innerText");
    assert!(about.contains("Hard on Black’s move 1"), "{about}");
    assert_eq!(page.eval(&past("thinking")), false);

    page.click(".square.legal");
    page.wait_for_moves(1);
    page.wait_for(&past("thinking"));
    assert_eq!(
        page.number("document.querySelectorAll('.mark').length"),
        0.0,
        "no marks of an earlier position"
    );
    page.click("#tab-tree");
    page.wait_for(&past("tree"));
    // Back at the position of the search, the answer is about this position again.
    page.click("[data-tool=undo]");
    page.wait_for_moves(0);
    page.wait_for(&format!("!({})", past("tree")));
    page.click("#tab-thinking");
    page.wait_for_element(".mark.best");

    // At the end of a game, the last answer is about the position before it.
    page.open_game("#/play/othello?seats=you|you&moves=e6;f4;e3;f6;g5;d6;e7;f5", 8);
    page.hint();
    page.click("[data-key=c5]");
    page.wait_for_moves(9);
    page.wait_for(&past("thinking"));
}

#[test]
#[ignore = "needs Chromium"]
fn blocks_and_pieces_have_outlines_of_the_best_three() {
    let mut page = Page::start();
    for game in ["woodblock", "tetris"] {
        page.open_new_game(game);
        page.hint();
        let outlines = page.number("document.querySelectorAll('.marks path').length");
        assert!((1.0..=3.0).contains(&outlines), "{game}: {outlines} outlines");
        let labels = page.text(
            "[...document.querySelectorAll('.marks text')].map(one => one.textContent).join()",
        );
        assert!(labels.starts_with("best"), "{game}: {labels}");
        assert!(!labels.contains('%'), "{game}: {labels}");
        assert_eq!(page.number("document.querySelectorAll('.strip').length"), 0.0);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn every_answer_is_in_words() {
    let mut page = Page::start();
    let words = [
        ("othello", "^[a-h][1-8]$"),
        ("klondike", "→|turn the stock"),
        ("woodblock", "^block [123] at [a-j]\\\\d+$"),
        ("tetris", "^[IJLOSTZ],.*column \\\\d+$"),
    ];
    for (game, pattern) in words {
        page.open_new_game(game);
        page.hint();
        page.wait_for(&format!(
            "[...document.querySelectorAll('.candidate .move')].every(one => /{}/.test(one.textContent))",
            pattern.replace("\\\\", "\\")
        ));
        let panel = page.text("document.querySelector('.thinking').innerText");
        for phrase in ["all simulations done", "sees nothing", "left out", "move T"] {
            assert!(!panel.contains(phrase), "{game}: {panel}");
        }
    }
    assert_eq!(GAMES.len(), words.len());
}
