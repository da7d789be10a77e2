//! States that people meet: a move that cannot be, a server that is gone,
//! addresses that lead nowhere, pages of strangers.

use serde_json::json;

use crate::browser::Browser;
use crate::server::Server;
use crate::table::{CALM, GAMES, moves, open_game, play_by_hand, wait_for_moves, with_answers};

fn wait_for_notice(browser: &mut Browser, words: &str) {
    browser.wait_for(&format!(
        "document.getElementById('notice').textContent.includes({})",
        json!(words)
    ));
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_against_the_rules_is_refused_with_a_shake_and_a_reason() {
    let server = Server::start();
    let mut browser = Browser::start();
    // The board moves when it shakes; the last animation is remembered.
    browser.before_each_page(
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
        browser.open(&server.url(&format!("#/play/{game}")));
        wait_for_moves(&mut browser, "=== 0");
        browser.click(place);
        wait_for_notice(&mut browser, why);
        assert!(browser.text("shaken").contains("stage-board"), "{game} shakes");
        assert_eq!(moves(&mut browser), 0);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_that_cannot_be_says_why() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.expect_complaint("status of 400 (Bad Request)");
    browser.open(&server.url("#/play/othello?moves=a1"));
    browser.wait_for("document.querySelector('.sorry')?.textContent.includes('a1')");
    browser.open(&server.url("#/play/chess"));
    browser.wait_for("document.querySelector('.sorry')?.textContent.includes('chess')");
    browser.click(".sorry a");
    browser.wait_for("document.querySelector('.game-card')");
}

#[test]
#[ignore = "needs Chromium"]
fn every_game_goes_on_when_the_server_comes_back() {
    let mut server = Server::start();
    let mut browser = Browser::start();
    expect_absence(&mut browser);
    for game in GAMES {
        open_game(&mut browser, &server, game);
        play_by_hand(&mut browser, game, 1);
        let address = server.kill();
        browser.wait_for("!document.getElementById('banner').hidden");
        server = Server::start_at(&address.to_string());
        browser.wait_for(&format!("document.getElementById('banner').hidden && {CALM}"));
        assert_eq!(moves(&mut browser), with_answers(game, 1), "{game}");
        play_by_hand(&mut browser, game, 2);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn players_go_on_when_the_server_comes_back() {
    let server = Server::start();
    let mut browser = Browser::start();
    expect_absence(&mut browser);
    browser.open(&server.url("#/play/othello?seed=5&seats=medium|easy"));
    browser.wait_for("Number(document.querySelector('.play')?.dataset.moves) >= 4");
    let address = server.kill();
    browser.wait_for("!document.getElementById('banner').hidden");
    let played = moves(&mut browser);
    let _server = Server::start_at(&address.to_string());
    browser.wait_for(&format!(
        "Number(document.querySelector('.play').dataset.moves) >= {}",
        played + 4
    ));
}

/// What a browser says of a server that is gone, or that came back without its memory.
fn expect_absence(browser: &mut Browser) {
    for words in [
        "net::ERR_CONNECTION_REFUSED",
        "net::ERR_CONNECTION_RESET",
        "net::ERR_INCOMPLETE_CHUNKED_ENCODING",
        "net::ERR_EMPTY_RESPONSE",
        "status of 404 (Not Found)",
    ] {
        browser.expect_complaint(words);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn pages_of_strangers_cannot_ask() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.expect_complaint("blocked by CORS policy");
    browser.expect_complaint("net::ERR_FAILED");
    browser.open("data:text/html,elsewhere");
    let answer = browser.eval(&format!(
        "fetch('{}').then(answer => answer.status, () => 'refused')",
        server.url("api/v1/games")
    ));
    assert_eq!(answer, "refused");
}

#[test]
fn strangers_are_refused() {
    let server = Server::start();
    assert_eq!(server.status_with("Accept: */*"), 200);
    assert_eq!(server.status_with("Origin: http://elsewhere.example"), 403);
    assert_eq!(server.status_with("Host: elsewhere.example"), 403);
}
