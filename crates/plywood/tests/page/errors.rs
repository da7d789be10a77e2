//! Invalid moves, links, rules and players.

use serde_json::json;

use crate::page::Page;

const BAD_REQUEST: &str = "status of 400 (Bad Request)";

#[test]
#[ignore = "needs Chromium"]
fn illegal_moves_shake_the_board_and_give_a_reason() {
    // The variable `shaken` in the page is the class of the element that was animated last.
    let mut page = Page::with_script(
        "const animate = Element.prototype.animate;
         Element.prototype.animate = function (...words) {
           window.shaken = this.className;
           return animate.apply(this, words);
         };",
    );
    let attempts = [
        ("othello?seed=5", "[data-key=a1]", "a1 would turn no disc over."),
        ("klondike?seed=7", "[data-card=QC]", "The queen of clubs can go nowhere."),
        ("woodblock?seed=5", ".hole", "Choose a block first."),
    ];
    for (game, place, why) in attempts {
        page.open_game(&format!("#/play/{game}"), 0);
        page.click(place);
        page.wait_for_notice(why);
        assert!(page.text("shaken").contains("stage-board"), "{game}: the board does not shake");
        assert_eq!(page.moves(), 0);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn invalid_links_explain_the_error() {
    let mut page = Page::expecting(BAD_REQUEST);
    let links = [
        ("#/play/othello?moves=a1", "a1"),
        ("#/play/%", "called %"),
        ("#/play/klondike?seed=18446744073709551616", "is not a seed"),
        ("#/play/chess", "chess"),
    ];
    for (link, reason) in links {
        page.open(link);
        page.wait_for(&format!(
            "document.querySelector('.sorry')?.textContent.includes('{reason}')"
        ));
    }
    page.click(".sorry a");
    page.wait_for_element(".game-card");
}

#[test]
#[ignore = "needs Chromium"]
fn invalid_rules_are_refused_in_the_dialog() {
    let mut page = Page::expecting(BAD_REQUEST);
    page.open_game("#/play/tetris?seed=5", 0);
    page.click("[data-tool=options]");
    page.choose("dialog [data-field=width]", "99");
    page.click("dialog .primary");
    page.wait_for("document.querySelector('dialog').innerText.includes('from 4 to 16')");
    page.choose("dialog [data-field=width]", "6");
    page.click("dialog .primary");
    page.wait_for("!document.querySelector('dialog') && location.hash.includes('width%3D6')");
    page.wait_for_moves(0);
    // Going back closes the dialog.
    page.click("[data-tool=options]");
    page.eval("history.back()");
    page.wait_for("!document.querySelector('dialog') && !location.hash.includes('width')");

    page.open_new_game("woodblock");
    page.click("[data-tool=options]");
    page.choose("dialog [data-field=variant]", "blast8");
    assert_eq!(page.eval("document.querySelector('dialog select').value"), "blast8");
    page.click("dialog .primary");
    page.wait_for("document.querySelectorAll('.hole').length === 64");

    // The quotes around a value in a link are not shown.
    page.open_game("#/play/tetris?seed=5&rules=width%3D%226%22", 0);
    page.click("[data-tool=options]");
    assert_eq!(page.eval("document.querySelector('dialog [data-field=width]').value"), "6");
}

#[test]
#[ignore = "needs Chromium"]
fn an_unknown_player_is_reported() {
    let mut page = Page::expecting(BAD_REQUEST);
    page.open("#/play/tetris?seed=5&seats=martian");
    let problem = "document.querySelector('.seat .problem')?.textContent ?? ''";
    page.wait_for(&format!("({problem}).includes('no player called martian')"));
    page.wait_for("document.querySelector('.status').textContent.includes('Paused')");
    let chosen = "document.querySelector('.seat select').selectedOptions[0].text";
    assert_eq!(page.text(chosen), "martian: unknown");
    page.choose("[data-seat=Player] select", "dqn");
    // No field for the weights of `dqn`: they are in a file, and a page may not name files.
    assert_eq!(page.eval("document.querySelector('[data-field=weights]')"), json!(null));
    page.choose("[data-seat=Player] select", "linear");
    let weights = "document.querySelectorAll('[data-field=weights] option').length";
    assert_eq!(page.number(weights), 4.0, "the default among them");
}
