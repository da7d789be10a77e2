//! The panel of a search: dead ends, continuous analysis, candidates of other players, lines on the board.

use crate::page::{IDLE, Page};

/// A view of Klondike from which no useful move is left: see `crates/klondike/tests/stuck.rs`.
const STUCK: &str = "view:QC|??+QH|??+??+7H|??+??+??+7S|??+??+??+??+5D|??+??+??+??+??+2C|??+??+??+??+??+??+5S+home:0,0,0,0+waste:6D+4H+9D+5C+5H+9H+AH+9C+KC+6C+3C+KD+TD+4D+KH+QD+TC+TS+8D+AS+2H+JH+7D+3H+pass:1+commands:8";

#[test]
#[ignore = "needs Chromium"]
fn a_dead_end_is_said_on_the_board() {
    let mut page = Page::start();
    for seats in ["you", "medium"] {
        page.open(&format!("#/play/klondike?seats={seats}&from={STUCK}"));
        page.wait_for(
            "document.querySelector('.board-note')?.checkVisibility()
             && document.querySelector('.board-note').innerText.includes('No useful move is left')",
        );
        let status = page.text("document.querySelector('.status').textContent");
        assert_eq!(status, "No useful move is left", "{seats}");
    }
    // On a phone the button that closes the note stays in its corner.
    page.resize(390, 844);
    let corner = "(([note, close]) => close.top - note.top < 20 && note.right - close.right < 20)(
        ['.board-note', '.board-note [aria-label=Close]']
          .map(one => document.querySelector(one).getBoundingClientRect()))";
    assert_eq!(page.eval(corner), true);
    page.resize(1280, 800);
    // The person can close the note. The next request for a hint shows it again.
    page.open_game(&format!("#/play/klondike?seats=you&from={STUCK}"), 0);
    page.click("[data-tool=hint]");
    page.wait_for(IDLE);
    page.wait_for("document.querySelector('.board-note').checkVisibility()");
    page.click(".board-note [aria-label=Close]");
    page.wait_for("!document.querySelector('.board-note').checkVisibility()");
    page.click("[data-tool=hint]");
    page.wait_for("document.querySelector('.board-note').checkVisibility()");
    page.click(".board-note [aria-label=Close]");
    page.click("[data-key=stock]");
    page.wait_for_moves(1);
    page.click("[data-tool=new]");
    page.wait_for_moves(0);
    assert_eq!(page.eval("document.querySelector('.board-note').checkVisibility()"), false);
}

#[test]
#[ignore = "needs Chromium"]
fn a_double_click_on_a_candidate_plays_one_move() {
    let mut page = Page::at("#/analysis/othello");
    page.wait_for(ANALYSED);
    page.eval(
        "window.most = 0;
         const play = document.querySelector('.play');
         new MutationObserver(() => (most = Math.max(most, play.dataset.moves)))
           .observe(play, { attributeFilter: ['data-moves'] });
         window.press = (detail) => document.querySelector('.candidate')
           .dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
         press(1)",
    );
    page.wait_for_moves(1);
    // The second click hits a candidate of the next position, and must not play it.
    page.wait_for(ANALYSED);
    page.eval("press(2)");
    page.wait_for(ANALYSED);
    page.click("[data-tool=undo]");
    page.wait_for_moves(0);
    assert_eq!(page.number("most"), 1.0);
}

/// An expression that is true if the analysis shows candidates of the position on the board.
const ANALYSED: &str =
    "document.querySelector('.candidate') && !document.querySelector('.thinking.past')
    && document.querySelector('.play').dataset.analysing === 'yes'";

#[test]
#[ignore = "needs Chromium"]
fn analysis_stays_on() {
    let mut page = Page::at("#/analysis/othello");
    page.wait_for(ANALYSED);
    // A click on a candidate plays it.
    let best = page.text("document.querySelector('.candidate').dataset.candidate");
    // Clicks the element, not its place on the screen: the order of the candidates may change meanwhile.
    page.eval(&format!("document.querySelector('[data-candidate={best}]').click()"));
    page.wait_for_moves(1);
    page.wait_for(ANALYSED);
    page.click("#tab-moves");
    assert_eq!(page.text("document.querySelector('.moves button').textContent"), best);
    page.click("#tab-thinking");
    for act in ["undo", "redo"] {
        page.click(&format!("[data-tool={act}]"));
        page.wait_for_moves(u64::from(act == "redo"));
        page.wait_for(ANALYSED);
    }
    page.paste("f5 d6 c3");
    page.wait_for_moves(3);
    page.wait_for(ANALYSED);
    page.click("#tab-moves");
    page.click("[data-key=move0]");
    page.wait_for_moves(1);
    page.wait_for(ANALYSED);
    page.click("[data-tool=think]");
    page.wait_for("document.querySelector('.play').dataset.analysing === 'no'");
    page.click("[data-tool=undo]");
    page.wait_for_moves(0);
    assert_eq!(page.eval("document.querySelector('.play').dataset.analysing"), "no");
}

#[test]
#[ignore = "needs Chromium"]
fn analysis_values_a_card_that_can_go_home_safely() {
    // The ace of spades is on top of a pile.
    let mut page = Page::at("#/analysis/klondike?seed=7&moves=turn");
    page.wait_for(&format!(
        "{ANALYSED} && document.querySelector('.candidate .value').textContent.includes('%')"
    ));
    let panel = page.text("document.querySelector('.thinking').innerText");
    assert!(!panel.contains("the only move"), "{panel}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_hint_has_values_and_a_rule_of_a_player_is_not_the_only_move() {
    let mut page = Page::with_game("#/play/klondike?seed=7&moves=turn", 1);
    let panel = "document.querySelector('.thinking').innerText";
    page.hint();
    page.wait_for("document.querySelector('.candidate .value').textContent.includes('%')");
    assert!(!page.text(panel).contains("the only move"));
    // The player sends the safe card home without a search.
    page.open_game("#/play/klondike?seed=7&moves=turn", 1);
    page.click("[data-tool=step]");
    page.wait_for_moves(2);
    let shown = page.text(panel);
    assert!(
        shown.contains("chose without a search") && !shown.contains("the only move"),
        "{shown}"
    );
    assert_eq!(page.number("document.querySelectorAll('.candidate').length > 1 ? 1 : 0"), 1.0);
    assert_eq!(page.number("document.querySelectorAll('.scale-legend').length"), 0.0);
}

#[test]
#[ignore = "needs Chromium"]
fn playing_on_after_an_analysis_keeps_the_players() {
    let mut page = Page::at("#/play/othello?seed=5&seats=random|you");
    page.wait_for_moves(1);
    page.click("[data-tool=analyse]");
    page.wait_for(ANALYSED);
    page.click(".candidate");
    page.wait_for_moves(2);
    page.wait_for("location.hash.includes('seats=random%7Cyou')");
    page.click("[data-tool=run]");
    page.wait_for("location.hash.startsWith('#/play/')");
    page.wait_for_moves(3);
    let status = page.text("document.querySelector('.status').textContent");
    assert_eq!(status, "White to move: you");
}

#[test]
#[ignore = "needs Chromium"]
fn a_stopped_analysis_stays_off_until_the_person_comes_back() {
    let mut page = Page::at("#/analysis/othello");
    page.wait_for(ANALYSED);
    page.click("[data-tool=think]");
    page.wait_for("document.querySelector('.play').dataset.analysing === 'no'");
    page.eval("window.before = document.querySelector('.play')");
    page.click("[data-tool=new]");
    page.wait_for("document.querySelector('.play')?.dataset.analysing && document.querySelector('.play') !== before");
    assert_eq!(page.eval("document.querySelector('.play').dataset.analysing"), "no");
    page.go_home();
    page.click(".button[href='#/analysis/tetris']");
    page.wait_for(ANALYSED);
}

#[test]
#[ignore = "needs Chromium"]
fn invitations_name_only_what_is_possible() {
    let mut page = Page::start();
    let said = "document.querySelector('.thinking-status').innerText";
    page.open("#/analysis/othello");
    page.wait_for(ANALYSED);
    page.click("[data-tool=think]");
    page.wait_for("document.querySelector('.play').dataset.analysing === 'no'");
    for (game, possible) in [("othello", true), ("klondike", false)] {
        page.eval(&format!("location.hash = '#/analysis/{game}?seed=6'"));
        page.wait_for(&format!("document.querySelector('.stage-board.{game}') && {IDLE}"));
        page.wait_for(&format!("{said}.includes('Analyse starts')"));
        assert_eq!(page.text(said).contains("set one up"), possible, "{game}");
    }
    // No useful move is left, so Analyse is disabled.
    page.open_game(&format!("#/analysis/klondike?from={STUCK}"), 0);
    assert!(!page.text(said).contains("Analyse starts"));
}

#[test]
#[ignore = "needs Chromium"]
fn every_game_page_leads_to_its_analysis() {
    Page::for_every_game(|page, game| {
        page.play_by_hand(game, 1);
        let played = page.moves();
        page.click("[data-tool=analyse]");
        page.wait_for("location.hash.startsWith('#/analysis/')");
        page.wait_for_moves(played);
        page.wait_for(ANALYSED);
        page.click("[data-tool=run]");
        page.wait_for("location.hash.startsWith('#/play/')");
        page.wait_for_moves_that(&format!(">= {played}"));
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_watched_player_shows_its_candidates_before_it_moves() {
    let mut page = Page::at("#/play/othello?seed=5&seats=mcts|mcts");
    page.wait_for_element(".mark");
    // `shown` maps each number of moves to whether the board had marks before the next move.
    page.eval(
        "window.shown = new Map();
         const look = () => {
           const moves = document.querySelector('.play').dataset.moves;
           const marked = document.querySelectorAll('.mark').length > 0;
           shown.set(moves, (shown.get(moves) ?? false) || marked);
         };
         new MutationObserver(look).observe(document.querySelector('.play'),
           { subtree: true, childList: true, attributes: true })",
    );
    page.wait_for("shown.size > 5");
    assert_eq!(page.eval("[...shown.values()].slice(1, 5).every(Boolean)"), true);
    page.wait_for("document.querySelector('.value-bar').checkVisibility()");
}

#[test]
#[ignore = "needs Chromium"]
fn pointing_at_a_candidate_shows_its_line() {
    Page::for_every_game(|page, _| {
        page.hint();
        let before = page.text("document.querySelector('.stage-board').innerHTML");
        page.hover_over(".candidate");
        page.wait_for(&format!(
            "document.querySelector('.stage-board').innerHTML !== {}",
            serde_json::json!(before)
        ));
        page.hover_over("h1");
        page.wait_for(&format!(
            "document.querySelector('.stage-board').innerHTML === {}",
            serde_json::json!(before)
        ));
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_moves_after_a_candidate_are_outlined() {
    // Uses Wood Block, because a line of Tetris ends with its first move: the piece after the next is
    // unknown.
    let mut page = Page::with_new_game("woodblock");
    page.hint();
    page.hover_over(".candidate");
    page.wait_for_element(".tracing .line .later");
    assert_eq!(page.text("document.querySelector('.line .mark-text').textContent"), "2");
}

#[test]
#[ignore = "needs Chromium"]
fn moves_are_in_words_in_the_list_and_in_the_tree() {
    let mut page = Page::start();
    for (game, words) in
        [("klondike", "turn the stock"), ("tetris", "column"), ("woodblock", "block 1 at")]
    {
        page.open_new_game(game);
        page.play_by_hand(game, 1);
        page.click("#tab-moves");
        let listed = "document.querySelector('.moves button').textContent";
        assert!(page.text(listed).contains(words), "{game}");
        // An undone move keeps its description, and a reloaded page has it, too.
        page.click("[data-tool=undo]");
        page.wait_for_moves(0);
        assert!(page.text(listed).contains(words), "{game}");
        page.click("#tab-thinking");
    }
    page.open_game("#/play/tetris?seed=5&moves=r0x3", 1);
    page.click("#tab-moves");
    page.wait_for("document.querySelector('.moves button').textContent.includes('column')");
    page.click("#tab-thinking");
    page.open_new_game("woodblock");
    page.choose_player_with_tree("woodblock");
    page.open_tree();
    // Below the first move is its outcome, which reveals nothing, and below the outcome the next move.
    page.click(".branches .branches summary");
    page.wait_for_element(".branches .branches .branches .move");
    let deep =
        page.text("document.querySelector('.branches .branches .branches .move').textContent");
    assert!(deep.starts_with("block "), "{deep}");
}

#[test]
#[ignore = "needs Chromium"]
fn on_a_phone_the_best_move_stands_under_the_board() {
    let mut page = Page::on_phone();
    page.open_new_game("klondike");
    assert_eq!(page.text("document.querySelector('.answer').innerText"), "");
    page.hint();
    let below = "document.querySelector('.answer').getBoundingClientRect().top
        - document.querySelector('.board').getBoundingClientRect().bottom";
    let gap = page.number(below);
    assert!((0.0..60.0).contains(&gap), "{gap} pixels below the board");
    let best = page.text("document.querySelector('.candidate .move').textContent");
    let answer = page.text("document.querySelector('.answer').innerText");
    assert!(answer.starts_with(&best) && answer.contains('%'), "{answer}");
}

#[test]
#[ignore = "needs Chromium"]
fn the_opening_is_named() {
    let mut page = Page::with_game("#/analysis/othello?moves=e6;f4;c3;c4;d3;e7", 6);
    let opening = "document.querySelector('.stage .opening').textContent";
    let listed = "document.querySelector('.transcript .opening-name').innerText";
    let top = "document.querySelector('.stage-board').getBoundingClientRect().top";
    page.click("#tab-moves");
    // The last name remains when the moves leave the known openings.
    assert_eq!((page.text(opening), page.text(listed)), ("Tiger".into(), "Opening: Tiger".into()));
    let before = page.number(top);
    page.click(".moves li:nth-child(2) button");
    page.wait_for(&format!("{opening} === 'Perpendicular'"));
    page.click(".moves li:nth-child(1) button");
    page.wait_for(&format!("{opening} === ''"));
    let shown = "document.querySelector('.transcript .opening-name').checkVisibility()";
    assert_eq!(page.eval(shown), false);
    assert_eq!(page.number(top), before, "the board moves when a name appears");
    // A game without named openings shows none.
    page.open_game("#/analysis/tetris?seed=5&moves=r0x0", 1);
    assert_eq!(page.text(opening), "");
}

#[test]
#[ignore = "needs Chromium"]
fn a_long_name_of_an_opening_does_not_move_the_board_of_a_phone() {
    let mut page = Page::on_phone();
    let top = "document.querySelector('.stage-board').getBoundingClientRect().top + scrollY";
    page.open_game("#/play/othello?seats=you|you", 0);
    let before = page.number(top);
    let moves = "f5;f6;e6;f4;e3;c5;g5;g3;g4;f3;c4";
    page.open_game(&format!("#/play/othello?seats=you|you&moves={moves}"), 11);
    page.wait_for("document.querySelector('.stage .opening').textContent.startsWith('Melnikov')");
    assert_eq!(page.number(top), before);
    let wide = "document.documentElement.scrollWidth > innerWidth";
    assert_eq!(page.eval(wide), false);
}
