//! States that people meet: a move that cannot be, a server that is gone,
//! addresses that lead nowhere, pages of strangers.

use serde_json::json;

use crate::browser::Browser;
use crate::server::Server;
use crate::table::{
    CALM, GAMES, hint, moves, open_game, play_by_hand, wait_for_moves, with_answers,
};

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
    browser.open(&server.url("#/play/%"));
    browser.wait_for("document.querySelector('.sorry')?.textContent.includes('called %')");
    browser.open(&server.url("#/play/klondike?seed=18446744073709551616"));
    browser.wait_for("document.querySelector('.sorry')?.textContent.includes('is not a seed')");
    browser.open(&server.url("#/play/chess"));
    browser.wait_for("document.querySelector('.sorry')?.textContent.includes('chess')");
    browser.click(".sorry a");
    browser.wait_for("document.querySelector('.game-card')");
}

#[test]
#[ignore = "needs Chromium"]
fn who_goes_on_before_a_game_is_open_stays_there() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.expect_complaint("status of 400 (Bad Request)");
    // The answer to a new game takes its time.
    browser.before_each_page(
        "const ask = window.fetch;
         window.fetch = async (...words) => {
           const answer = await ask(...words);
           if (words[0].endsWith('/new')) await new Promise(late => (window.open_game = late));
           return answer;
         };",
    );
    browser.open(&server.url(""));
    for game in ["#/play/othello", "#/play/othello?moves=a1"] {
        browser.wait_for("document.querySelector('.game-card')");
        browser.eval(&format!("window.open_game = null; location.hash = '{game}'"));
        browser.wait_for("document.querySelector('.play') && open_game");
        browser.eval("history.back()");
        browser.wait_for("document.querySelector('.game-card')");
        browser.eval("open_game(); new Promise(opened => setTimeout(opened, 100))");
        assert_eq!(browser.eval("Boolean(document.querySelector('.game-card'))"), true);
        assert_eq!(browser.text("location.hash"), "");
        assert_eq!(browser.text("document.title"), "Plywood");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn rules_that_cannot_be_are_refused_where_they_were_chosen() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.expect_complaint("status of 400 (Bad Request)");
    browser.open(&server.url("#/play/tetris?seed=5"));
    wait_for_moves(&mut browser, "=== 0");
    browser.click("[data-tool=rules]");
    browser.choose("dialog [data-field=width]", "99");
    browser.click("dialog .primary");
    browser.wait_for("document.querySelector('dialog').innerText.includes('from 4 to 16')");
    browser.choose("dialog [data-field=width]", "6");
    browser.click("dialog .primary");
    browser.wait_for("!document.querySelector('dialog') && location.hash.includes('width%3D6')");
    wait_for_moves(&mut browser, "=== 0");
    // Who goes back leaves the question behind.
    browser.click("[data-tool=rules]");
    browser.eval("history.back()");
    browser.wait_for("!document.querySelector('dialog') && !location.hash.includes('width')");

    open_game(&mut browser, &server, "woodblock");
    browser.click("[data-tool=rules]");
    browser.choose("dialog [data-field=variant]", "blast8");
    assert_eq!(browser.eval("document.querySelector('dialog select').value"), "blast8");
    browser.click("dialog .primary");
    browser.wait_for("document.querySelectorAll('.hole').length === 64");

    // Quotes are no part of a value.
    browser.open(&server.url("#/play/tetris?seed=5&rules=width%3D%226%22"));
    wait_for_moves(&mut browser, "=== 0");
    browser.click("[data-tool=rules]");
    assert_eq!(browser.eval("document.querySelector('dialog [data-field=width]').value"), "6");
}

#[test]
#[ignore = "needs Chromium"]
fn an_end_is_told_to_those_who_played() {
    let server = Server::start();
    let mut browser = Browser::start();
    // The shortest game of Othello: black takes every disc.
    let moves = "e6;f4;e3;f6;g5;d6;e7;f5;c5";
    let ends = [
        ("you|easy", "You win!"),
        ("easy|you", "You lose."),
        ("easy|easy", "Black wins."),
        ("you|you", "Black wins."),
    ];
    for (seats, words) in ends {
        browser.open(&server.url(&format!("#/play/othello?seats={seats}&moves={moves}")));
        wait_for_moves(&mut browser, "=== 9");
        assert_eq!(browser.text("document.querySelector('.status').textContent"), words);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn another_game_that_is_pasted_brings_its_own_players() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/tetris?seed=5&seats=linear"));
    browser.wait_for("Number(document.querySelector('.play')?.dataset.moves) >= 1");
    browser.click("#tab-share");
    browser
        .eval("document.querySelector('.open-box textarea').value = '#/play/othello?moves=d3;c3'");
    browser.click("[data-tool=open]");
    browser.wait_for("document.querySelector('.play').dataset.game === 'othello'");
    wait_for_moves(&mut browser, "=== 2");
    play_by_hand(&mut browser, "othello", 2);
}

#[test]
#[ignore = "needs Chromium"]
fn a_player_that_nobody_knows_is_called_so() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.expect_complaint("status of 400 (Bad Request)");
    browser.open(&server.url("#/play/tetris?seed=5&seats=nobody"));
    wait_for_notice(&mut browser, "unknown player \"nobody\"");
    let chosen = "document.querySelector('.seat select').selectedOptions[0].text";
    assert_eq!(browser.text(chosen), "nobody: unknown");
    browser.choose("[data-seat=Player] select", "dqn");
    // A page cannot name the file that it would take.
    assert_eq!(browser.eval("document.querySelector('[data-field=weights]')"), json!(null));
    browser.choose("[data-seat=Player] select", "linear");
    let weights = "document.querySelectorAll('[data-field=weights] option').length";
    assert_eq!(browser.number(weights), 5.0, "four, and none of them");
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_keeps_seeds_beyond_the_numbers_of_the_page() {
    let server = Server::start();
    let mut browser = Browser::start();
    let link = format!("#/play/klondike?seed={}&moves=turn", u64::MAX);
    browser.open(&server.url(&link));
    wait_for_moves(&mut browser, "=== 1");
    browser.wait_for("location.hash.includes('seats=')");
    assert!(browser.text("location.hash").contains(&format!("seed={}&", u64::MAX)));
}

#[test]
#[ignore = "needs Chromium"]
fn a_page_that_is_loaded_again_has_the_last_move() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello?seed=5&seats=you|you"));
    wait_for_moves(&mut browser, "=== 0");
    // The address follows at once those who take their time.
    browser.eval("new Promise(thought => setTimeout(thought, 1000))");
    browser.eval(
        "new Promise(moved => {
           new MutationObserver(() => moved(location.reload()))
             .observe(document.querySelector('.play'), { attributeFilter: ['data-moves'] });
           document.querySelector('.square.legal')
             .dispatchEvent(new MouseEvent('click', { bubbles: true }));
         })",
    );
    wait_for_moves(&mut browser, "=== 1");
}

#[test]
#[ignore = "needs Chromium"]
fn a_new_game_right_after_a_move_is_new() {
    let server = Server::start();
    let mut browser = Browser::start();
    // A busy browser: the old game's address is due before the new one's is heard of.
    browser.before_each_page(
        "const listen = window.addEventListener;
         window.addEventListener = (type, hear, ...rest) => listen(type,
           type === 'hashchange' ? (event) => setTimeout(hear, 1000, event) : hear, ...rest);",
    );
    browser.open(&server.url("#/play/tetris?seed=5"));
    wait_for_moves(&mut browser, "=== 0");
    browser.press("ArrowDown");
    wait_for_moves(&mut browser, "=== 1");
    browser.press("ArrowDown");
    wait_for_moves(&mut browser, "=== 2");
    browser.click("[data-tool=new]");
    wait_for_moves(&mut browser, "=== 0");
}

#[test]
#[ignore = "needs Chromium"]
fn a_page_from_another_machine_does_without_what_browsers_keep_from_it() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.before_each_page(
        "delete Crypto.prototype.randomUUID; delete Navigator.prototype.clipboard;",
    );
    open_game(&mut browser, &server, "othello");
    play_by_hand(&mut browser, "othello", 1);
    browser.click("#tab-share");
    browser.click("[data-tool=copy-link]");
    wait_for_notice(&mut browser, "did not allow copying");
}

#[test]
#[ignore = "needs Chromium"]
fn who_clicks_twice_does_not_move_for_the_other_seat() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello?seed=5&seats=you|you"));
    wait_for_moves(&mut browser, "=== 0");
    // A move that was refused would be a complaint of the console.
    browser.eval(
        "document.querySelectorAll('.square.legal').forEach(square =>
           square.dispatchEvent(new MouseEvent('click', { bubbles: true })))",
    );
    wait_for_moves(&mut browser, "=== 1");
    browser.click("[data-tool=undo]");
    wait_for_moves(&mut browser, "=== 0");
}

#[test]
#[ignore = "needs Chromium"]
fn a_key_that_is_held_down_drops_one_piece() {
    let server = Server::start();
    let mut browser = Browser::start();
    open_game(&mut browser, &server, "tetris");
    let hold = |repeat: bool| {
        format!(
            "document.querySelector('.board').dispatchEvent(new KeyboardEvent('keydown',
               {{ key: 'ArrowDown', repeat: {repeat}, bubbles: true }}))"
        )
    };
    browser.eval(&hold(false));
    wait_for_moves(&mut browser, "=== 1");
    browser.eval(&hold(true));
    browser.eval(&hold(false));
    wait_for_moves(&mut browser, "=== 2");
}

#[test]
#[ignore = "needs Chromium"]
fn any_move_of_a_game_can_be_gone_to_at_once() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello?seed=5&seats=you|you&moves=d3;c3;c4;c5;b3;c2;b4;d2"));
    wait_for_moves(&mut browser, "=== 8");
    browser.click("#tab-moves");
    for (button, moves) in [("move1", 2), ("move6", 7), ("move0", 1), ("move7", 8)] {
        browser.click(&format!("[data-key={button}]"));
        wait_for_moves(&mut browser, &format!("=== {moves}"));
        let now = "document.querySelector('.moves [aria-current=step]').dataset.key";
        assert_eq!(browser.text(now), button);
        let undone = "document.querySelectorAll('.moves .undone').length";
        assert_eq!(browser.number(undone) as u64, 8 - moves);
    }
    let asked = "performance.getEntriesByType('resource')
        .filter(({ name }) => /(undo|redo)$/.test(name)).length";
    assert_eq!(browser.number(asked) as u64, 4, "a request each");
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

#[test]
#[ignore = "needs Chromium"]
fn a_tree_that_a_server_lost_is_told_of_in_plain_words() {
    let server = Server::start();
    let mut browser = Browser::start();
    expect_absence(&mut browser);
    open_game(&mut browser, &server, "othello");
    hint(&mut browser);
    browser.click("#tab-tree");
    browser.wait_for("document.querySelector('.branches summary')");
    let address = server.kill();
    browser.wait_for("!document.getElementById('banner').hidden");
    let _server = Server::start_at(&address.to_string());
    browser.wait_for(&format!("document.getElementById('banner').hidden && {CALM}"));
    browser.click(".branches summary");
    browser
        .wait_for("document.querySelector('.tree').innerText.includes('no longer has this tree')");
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
