//! Choices and views that must not change without an action of the person.

use crate::page::{GAMES, Page, with_replies};

#[test]
#[ignore = "needs Chromium"]
fn the_next_game_keeps_speed_hints_and_panel() {
    let mut page = Page::with_game("#/play/othello?seed=5&moves=d3", 2);
    page.choose("[data-tool=speed]", "Fast");
    page.choose("[data-seat=Hints] select", "expert");
    page.click("#tab-moves");
    page.click("[data-tool=new]");
    page.wait_for_moves(0);
    for (selector, word) in [("[data-tool=speed]", "Fast"), ("[data-seat=Hints] select", "expert")]
    {
        let chosen = format!("document.querySelector('{selector}').value");
        assert_eq!(page.text(&chosen), word);
    }
    let open = "document.querySelector('[aria-selected=true]').textContent";
    assert_eq!(page.text(open), "Moves");
    page.hint();
    let asked = "document.querySelector('.thinking-status strong').textContent";
    assert_eq!(page.text(asked), "Expert");
}

#[test]
#[ignore = "needs Chromium"]
fn undo_while_watching_pauses_the_players() {
    let mut page = Page::at("#/play/othello?seed=5&seats=easy|easy");
    page.wait_for_at_least(4);
    page.click("[data-tool=undo]");
    let paused = "document.querySelector('.status').textContent.startsWith('Paused')";
    page.wait_for(&format!("{paused} && !document.querySelector('[data-tool=redo]').disabled"));
    let played = page.moves();
    page.click("[data-tool=step]");
    page.wait_for_moves(played + 1);
}

#[test]
#[ignore = "needs Chromium"]
fn quick_clicks_on_undo_and_redo_run_in_order() {
    let mut page = Page::with_game("#/play/othello?seed=5&moves=d3;c3;c4;e3", 4);
    page.press_control("z");
    page.wait_for_moves(2);
    // Each click undoes or redoes two moves, up to a position where the person is to move.
    page.eval(
        "window.steps = ['2'];
         const play = document.querySelector('.play');
         new MutationObserver(() => play.dataset.moves !== steps.at(-1) && steps.push(play.dataset.moves))
           .observe(play, { attributeFilter: ['data-moves'] });
         for (const tool of ['undo', 'redo', 'redo'])
           document.querySelector(`[data-tool=${tool}]`).click()",
    );
    page.wait_for("steps.length >= 7");
    assert_eq!(page.text("steps.join(' ')"), "2 1 0 1 2 3 4");
    page.hint();
}

#[test]
#[ignore = "needs Chromium"]
fn the_move_list_scrolls_to_the_last_move() {
    let mut page = Page::at("#/play/tetris?seed=5&seats=greedy");
    page.wait_for_at_least(1);
    page.click("#tab-moves");
    page.watch(120, |page| page.choose("[data-tool=speed]", "Instant"));
    page.wait_for(
        "(([list, now]) => now.top > list.top - 1 && now.bottom < list.bottom + 1)(
           ['.moves', '.moves .now'].map(name =>
             document.querySelector(name).getBoundingClientRect()))",
    );
}

#[test]
#[ignore = "needs Chromium"]
fn searching_does_not_shift_the_layout() {
    let mut page = Page::start();
    for (width, height) in [(1280, 900), (390, 844)] {
        page.resize(width, height);
        for game in GAMES {
            page.open_new_game(game);
            page.eval(
                "window.heights = new Set();
                 const look = () => heights.add(['.board', '.toolbar', '.players'].map(name =>
                   document.querySelector(name).getBoundingClientRect().y + scrollY).join());
                 look();
                 new MutationObserver(look).observe(document.querySelector('.play'),
                   { attributeFilter: ['data-thinking', 'data-moves'] })",
            );
            page.hint();
            page.click("[data-tool=step]");
            page.wait_for_moves(with_replies(game, 1));
            assert_eq!(page.number("heights.size"), 1.0, "{game} at {width}");
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_refused_hint_keeps_the_previous_one() {
    let mut page = Page::expecting("status of 400 (Bad Request)");
    page.open_new_game("othello");
    page.hint();
    page.choose("[data-seat=Hints] [data-field=simulations]", "many");
    page.click("[data-tool=hint]");
    page.wait_for_notice("many");
    page.wait_for_hint();
}

#[test]
#[ignore = "needs Chromium"]
fn a_long_pile_fits_the_table() {
    let mut page = Page::start();
    page.open_home();
    let spare = page.number(
        "import('/boards/klondike.js').then(({ default: board }) => {
           const pile = '?? ?? KS QH JS TH 9S 8H 7S 6H 5S 4H';
           const picture = board.picture(`view:${pile}|-|-|-|-|-|- home:0,0,0,0`, '');
           const lowest = picture.lastChild.transform.baseVal.getItem(0).matrix.f;
           const { y, height } = picture.viewBox.baseVal;
           return y + height - lowest - 84;
         })",
    );
    assert!(spare >= 0.0, "the lowest card ends {spare} units above the edge of the table");
}
