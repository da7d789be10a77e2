//! Restoring a game from a link, after a reload, and from a pasted text.

use crate::page::Page;

#[test]
#[ignore = "needs Chromium"]
fn links_keep_64_bit_seeds() {
    let mut page = Page::start();
    let link = format!("#/play/klondike?seed={}&moves=turn", u64::MAX);
    page.open_game(&link, 1);
    page.wait_for("location.hash.includes('seats=')");
    assert!(page.text("location.hash").contains(&format!("seed={}&", u64::MAX)));
}

#[test]
#[ignore = "needs Chromium"]
fn reloading_keeps_the_last_move() {
    let mut page = Page::with_game("#/play/othello?seed=5&seats=you|you", 0);
    // The page limits how often it changes its address. After a pause, a move changes the address
    // at once, so that a reload right after the move keeps the move.
    page.eval("new Promise(thought => setTimeout(thought, 1000))");
    page.eval(
        "const play = document.querySelector('.play');
         new MutationObserver(() => play.dataset.moves === '1' && setTimeout(() => location.reload()))
           .observe(play, { attributeFilter: ['data-moves'] });
         document.querySelector('.square.legal')
           .dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    );
    page.wait_for("performance.getEntriesByType('navigation')[0].type === 'reload'");
    page.wait_for_moves(1);
}

#[test]
#[ignore = "needs Chromium"]
fn a_new_game_right_after_a_move_has_no_moves() {
    // A busy browser may deliver `hashchange` late. Before that event the old game must not restore
    // its own address.
    let mut page = Page::with_script(
        "const listen = window.addEventListener;
         window.addEventListener = (type, hear, ...rest) => listen(type,
           type === 'hashchange' ? (event) => setTimeout(hear, 1000, event) : hear, ...rest);",
    );
    page.open_game("#/play/tetris?seed=5", 0);
    page.press("ArrowDown");
    page.wait_for_moves(1);
    page.press("ArrowDown");
    page.wait_for_moves(2);
    page.click("[data-tool=new]");
    page.wait_for_moves(0);
}

#[test]
#[ignore = "needs Chromium"]
fn a_pasted_link_to_another_game_gets_players_of_that_game() {
    let mut page = Page::at("#/play/tetris?seed=5&seats=linear");
    page.wait_for_at_least(1);
    page.click("#tab-share");
    page.paste("#/play/othello?moves=d3;c3");
    page.wait_for("document.querySelector('.play').dataset.game === 'othello'");
    page.wait_for_moves(2);
    page.play_by_hand("othello", 2);
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_works_without_a_secure_context() {
    // Outside a secure context (TLS or the same machine), browsers lack these two properties.
    let mut page = Page::with_script(
        "delete Crypto.prototype.randomUUID; delete Navigator.prototype.clipboard;",
    );
    page.open_new_game("othello");
    page.play_by_hand("othello", 1);
    page.click("#tab-share");
    page.click("[data-tool=copy-link]");
    page.wait_for_notice("did not allow copying");
}
