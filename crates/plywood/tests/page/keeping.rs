//! What a person chose, and what they look at, stays where it is.

use crate::browser::Browser;
use crate::server::Server;
use crate::table::{CALM, GAMES, hint, moves, open_game, wait_for_moves, watch, with_answers};

#[test]
#[ignore = "needs Chromium"]
fn the_next_game_keeps_speed_hints_and_panel() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello?seed=5&moves=d3"));
    wait_for_moves(&mut browser, "=== 2");
    browser.choose("[data-tool=speed]", "Fast");
    browser.choose("[data-seat=Hints] select", "expert");
    browser.click("#tab-moves");
    browser.click("[data-tool=new]");
    wait_for_moves(&mut browser, "=== 0");
    for (selector, word) in [("[data-tool=speed]", "Fast"), ("[data-seat=Hints] select", "expert")]
    {
        let chosen = format!("document.querySelector('{selector}').value");
        assert_eq!(browser.text(&chosen), word);
    }
    let open = "document.querySelector('[aria-selected=true]').textContent";
    assert_eq!(browser.text(open), "Moves");
    hint(&mut browser);
    let asked = "document.querySelector('.thinking-status strong').textContent";
    assert_eq!(browser.text(asked), "Expert");
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_that_is_taken_back_while_watching_stays_back() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello?seed=5&seats=easy|easy"));
    browser.wait_for("Number(document.querySelector('.play')?.dataset.moves) >= 4");
    browser.click("[data-tool=undo]");
    let paused = "document.querySelector('.status').textContent.startsWith('Paused')";
    browser.wait_for(&format!("{paused} && !document.querySelector('[data-tool=redo]').disabled"));
    let played = moves(&mut browser);
    browser.click("[data-tool=step]");
    wait_for_moves(&mut browser, &format!("=== {}", played + 1));
}

#[test]
#[ignore = "needs Chromium"]
fn back_and_forth_in_haste_ends_where_it_began() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello?seed=5&moves=d3;c3;c4;e3"));
    wait_for_moves(&mut browser, "=== 4");
    browser.press_control("z");
    wait_for_moves(&mut browser, "=== 2");
    // Each way is two steps, since the other seat is passed by.
    browser.eval(
        "window.steps = ['2'];
         const play = document.querySelector('.play');
         new MutationObserver(() => play.dataset.moves !== steps.at(-1) && steps.push(play.dataset.moves))
           .observe(play, { attributeFilter: ['data-moves'] });
         for (const tool of ['undo', 'redo', 'redo'])
           document.querySelector(`[data-tool=${tool}]`).click()",
    );
    browser.wait_for("steps.length >= 7");
    assert_eq!(browser.text("steps.join(' ')"), "2 1 0 1 2 3 4");
    hint(&mut browser);
}

#[test]
#[ignore = "needs Chromium"]
fn the_last_of_many_moves_is_in_view() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/tetris?seed=5&seats=greedy"));
    browser.wait_for("Number(document.querySelector('.play')?.dataset.moves) >= 1");
    browser.click("#tab-moves");
    watch(&mut browser, 120, |browser| browser.choose("[data-tool=speed]", "Instant"));
    browser.wait_for(
        "(([list, now]) => now.top > list.top - 1 && now.bottom < list.bottom + 1)(
           ['.moves', '.moves .now'].map(name =>
             document.querySelector(name).getBoundingClientRect()))",
    );
}

#[test]
#[ignore = "needs Chromium"]
fn board_and_tools_stay_where_they_are_whoever_thinks() {
    let server = Server::start();
    let mut browser = Browser::start();
    for (width, height) in [(1280, 900), (390, 844)] {
        browser.resize(width, height);
        for game in GAMES {
            open_game(&mut browser, &server, game);
            browser.eval(
                "window.heights = new Set();
                 const look = () => heights.add(['.board', '.toolbar', '.players'].map(name =>
                   document.querySelector(name).getBoundingClientRect().y + scrollY).join());
                 look();
                 new MutationObserver(look).observe(document.querySelector('.play'),
                   { attributeFilter: ['data-thinking', 'data-moves'] })",
            );
            hint(&mut browser);
            browser.click("[data-tool=step]");
            wait_for_moves(&mut browser, &format!("=== {}", with_answers(game, 1)));
            assert_eq!(browser.number("heights.size"), 1.0, "{game} at {width}");
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_hint_that_is_refused_leaves_the_last_one() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.expect_complaint("status of 400 (Bad Request)");
    open_game(&mut browser, &server, "othello");
    hint(&mut browser);
    browser.choose("[data-seat=Hints] [data-field=simulations]", "many");
    browser.click("[data-tool=hint]");
    browser.wait_for("document.getElementById('notice').textContent.includes('many')");
    browser.wait_for(&format!("document.querySelector('.candidate.best') && {CALM}"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_table_with_a_long_pile_does_not_grow() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url(""));
    browser.wait_for("document.querySelector('.game-card')");
    let spare = browser.number(
        "import('/boards/klondike.js').then(({ default: board }) => {
           const pile = '?? ?? KS QH JS TH 9S 8H 7S 6H 5S 4H';
           const picture = board.picture(`view:${pile}|-|-|-|-|-|- home:0,0,0,0`, '');
           const lowest = picture.lastChild.transform.baseVal.getItem(0).matrix.f;
           const { y, height } = picture.viewBox.baseVal;
           return y + height - lowest - 84;
         })",
    );
    assert!(spare >= 0.0, "{spare}");
}

#[test]
#[ignore = "needs Chromium"]
fn the_arena_keeps_its_players() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/arena/othello"));
    browser.choose("[aria-label='Player 2: who plays']", "random");
    browser.click("nav a[href='#/']");
    browser.wait_for("document.querySelector('.game-card')");
    browser.eval("history.back()");
    browser.wait_for("document.querySelector('.arena')");
    let second = "document.querySelector(\"[aria-label='Player 2: who plays']\").value";
    assert_eq!(browser.text(second), "random");
}
