//! The page while the server is gone, and after the server comes back without its sessions.

use crate::page::{GAMES, Page, with_replies};

/// Starts a page that expects the console errors of a stopped server and of lost sessions.
fn start() -> Page {
    let mut page = Page::start();
    for words in [
        "net::ERR_CONNECTION_REFUSED",
        "net::ERR_CONNECTION_RESET",
        "net::ERR_INCOMPLETE_CHUNKED_ENCODING",
        "net::ERR_EMPTY_RESPONSE",
        "status of 404 (Not Found)",
    ] {
        page.expect_console_error(words);
    }
    page
}

#[test]
#[ignore = "needs Chromium"]
fn every_game_continues_after_a_server_restart() {
    let mut page = start();
    for game in GAMES {
        page.open_new_game(game);
        page.play_by_hand(game, 1);
        page.kill_server();
        page.restart_server();
        assert_eq!(page.moves(), with_replies(game, 1), "{game}");
        page.play_by_hand(game, 2);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn players_continue_after_a_server_restart() {
    let mut page = start();
    page.open("#/play/othello?seed=5&seats=medium|easy");
    page.wait_for_at_least(4);
    page.kill_server();
    let played = page.moves();
    page.server.restart();
    page.wait_for_at_least(played + 4);
}

#[test]
#[ignore = "needs Chromium"]
fn a_panel_does_not_think_without_a_server() {
    let mut page = start();
    page.open("#/analysis/othello");
    page.wait_for_element(".mark.best");
    page.kill_server();
    let state = page.text("document.querySelector('.thinking-state').textContent");
    assert!(!state.contains("thinking"), "{state}");
    assert_eq!(page.eval("document.querySelector('.thinking').matches('.busy')"), false);
}

#[test]
#[ignore = "needs Chromium"]
fn a_tree_lost_in_a_server_restart_is_explained() {
    let mut page = start();
    page.open_new_game("othello");
    page.hint();
    page.click("#tab-tree");
    page.wait_for_element(".branches summary");
    page.kill_server();
    page.restart_server();
    page.click(".branches summary");
    page.wait_for("document.querySelector('.tree').innerText.includes('no longer has this tree')");
}
