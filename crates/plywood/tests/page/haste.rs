//! Answers that come late or not at all, and people who do not wait for them.

use crate::browser::Browser;
use crate::own_game::connect_four;
use crate::server::Server;
use crate::table::{CALM, hint, wait_for_moves};

/// Keeps the answers of a method back once `hold` names it, until `let_go()`; those
/// that are `lost` never come. Who is `deaf` hears no events, as long as that
/// stream lasts.
const LATE: &str = "
    const ask = window.fetch;
    window.hold = window.lost = window.deaf = null;
    window.held = [];
    window.missed = 0;
    window.let_go = () => {
      hold = null;
      held.splice(0).forEach(go => go());
      return new Promise(taken => setTimeout(taken, 100));
    };
    window.fetch = async (...words) => {
      const answer = await ask(...words);
      const method = words[0].split('/').at(-1);
      if (method === hold) await new Promise(go => held.push(go));
      if (method !== lost) return answer;
      lost = null;
      throw new TypeError('lost');
    };
    const read = ReadableStreamDefaultReader.prototype.read;
    ReadableStreamDefaultReader.prototype.read = async function () {
      const part = await read.call(this);
      if (!deaf) return part;
      missed += 1;
      await deaf;
      return part;
    };";

/// How many searches the page has asked for.
const SEARCHES: &str = "performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/think')).length";

/// A browser in which answers can be kept back.
fn late() -> Browser {
    let mut browser = Browser::start();
    browser.before_each_page(LATE);
    browser
}

/// Clicks without waiting for anything.
fn press(browser: &mut Browser, selectors: &[&str]) {
    for selector in selectors {
        browser.eval(&format!(
            "document.querySelector('{selector}')
               .dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
        ));
    }
}

#[test]
#[ignore = "needs Chromium"]
fn one_step_too_many_is_none() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello?seed=5&seats=you|you&moves=d3;c3"));
    wait_for_moves(&mut browser, "=== 2");
    // What the engine refuses is a complaint of the console.
    let thrice = |tool: &str| {
        format!("for (const _ of [1, 2, 3]) document.querySelector('[data-tool={tool}]').click()")
    };
    browser.eval(&thrice("undo"));
    wait_for_moves(&mut browser, "=== 0");
    browser.eval(&thrice("redo"));
    wait_for_moves(&mut browser, "=== 2");
    // Nor is there a way to what another move has replaced.
    browser.click("#tab-moves");
    browser.eval(&thrice("undo"));
    wait_for_moves(&mut browser, "=== 0");
    browser.eval(
        "for (const place of ['[data-key=c4]', '[data-key=move1]']) document.querySelector(place)
           .dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    );
    wait_for_moves(&mut browser, "=== 1");
    browser.click("#tab-thinking");
    hint(&mut browser);
}

#[test]
#[ignore = "needs Chromium"]
fn of_many_wishes_in_haste_the_last_one_counts() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello?seed=5&seats=you|you"));
    wait_for_moves(&mut browser, "=== 0");
    browser.eval(
        "for (const tool of [...Array(10).fill('step'), 'hint'])
           document.querySelector(`[data-tool=${tool}]`).click()",
    );
    browser.wait_for(&format!("document.querySelector('.mark.best') && {CALM}"));
    assert_eq!(browser.number(SEARCHES), 2.0, "the first, which was begun, and the last");
}

#[test]
#[ignore = "needs Chromium"]
fn a_hint_knows_the_move_that_is_still_on_its_way() {
    let server = Server::start();
    let mut browser = late();
    browser.open(&server.url("#/play/othello?seed=5&seats=you|greedy"));
    wait_for_moves(&mut browser, "=== 0");
    browser.eval("window.deaf = new Promise(hear => (window.hear = hear)); 0");
    press(&mut browser, &[".square.legal"]);
    browser.wait_for("missed > 0");
    press(&mut browser, &["[data-tool=hint]"]);
    browser.wait_for("document.querySelector('.play').dataset.moves === '2'");
    browser.eval("deaf = null; hear()");
    browser.wait_for(&format!("document.querySelector('.mark.best') && {CALM}"));
    wait_for_moves(&mut browser, "=== 2");
}

#[test]
#[ignore = "needs Chromium"]
fn nobody_moves_for_a_person_because_an_answer_was_lost() {
    let server = Server::start();
    let mut browser = late();
    browser.open(&server.url("#/play/othello?seed=5&seats=you|greedy"));
    wait_for_moves(&mut browser, "=== 0");
    browser.choose("[data-tool=speed]", "Instant");
    browser.eval("window.deaf = new Promise(() => {}); [hold, lost] = ['think', 'think']");
    press(&mut browser, &[".square.legal"]);
    browser.wait_for("held.length > 0 && missed > 0");
    // Who comes back just then asks how the game stands.
    browser.eval("document.dispatchEvent(new Event('visibilitychange'))");
    browser.eval("deaf = null; let_go()");
    wait_for_moves(&mut browser, "=== 2");
    // The engine has the same moves, and goes on from there.
    press(&mut browser, &[".square.legal"]);
    wait_for_moves(&mut browser, "=== 4");
}

#[test]
#[ignore = "needs Chromium"]
fn a_page_goes_on_after_one_lost_answer() {
    let server = Server::start();
    let mut browser = late();
    browser.open(&server.url(""));
    browser.wait_for("document.querySelector('.game-card')");
    browser.eval("lost = 'new'; location.hash = '#/play/othello'");
    wait_for_moves(&mut browser, "=== 0");
}

#[test]
#[ignore = "needs Chromium"]
fn keys_wait_until_a_game_is_open() {
    let server = Server::start();
    let mut browser = late();
    browser.open(&server.url(""));
    browser.wait_for("document.querySelector('.game-card')");
    browser.eval("hold = 'new'; location.hash = '#/play/tetris?seed=5'");
    browser.wait_for("held.length > 0");
    browser.press_control("z");
    browser.press("ArrowDown");
    browser.eval("let_go()");
    wait_for_moves(&mut browser, "=== 0");
}

#[test]
#[ignore = "needs Chromium"]
fn nobody_thinks_about_a_game_that_was_left() {
    let server = Server::start();
    let mut browser = late();
    browser.open(&server.url("#/analysis/othello?moves=d3"));
    wait_for_moves(&mut browser, "=== 1");
    browser.eval("hold = 'undo'");
    press(&mut browser, &["[data-tool=undo]", "[data-tool=think]", "[data-tool=new]"]);
    browser.wait_for("held.length > 0");
    wait_for_moves(&mut browser, "=== 0");
    browser.eval("let_go()");
    assert_eq!(browser.number(SEARCHES), 0.0);
}

#[test]
#[ignore = "needs Chromium"]
fn who_thought_better_of_it_is_not_taken_elsewhere() {
    let server = Server::start();
    let mut browser = late();
    browser.open(&server.url("#/play/tetris?seed=5"));
    wait_for_moves(&mut browser, "=== 0");
    let address = browser.text("location.hash");

    browser.click("[data-tool=rules]");
    browser.eval("hold = 'look'");
    press(&mut browser, &["dialog .primary"]);
    browser.wait_for("held.length > 0");
    press(&mut browser, &["dialog .buttons button:last-child"]);
    browser.eval("let_go()");
    assert_eq!(browser.text("location.hash"), address);

    browser.eval("document.querySelector('.open-box textarea').value = '#/play/othello?moves=d3'");
    browser.eval("hold = 'look'");
    press(&mut browser, &["[data-tool=open]"]);
    browser.wait_for("held.length > 0");
    press(&mut browser, &["nav a[href=\"#/\"]"]);
    browser.wait_for("document.querySelector('.game-card')");
    browser.eval("let_go()");
    assert_eq!(browser.text("location.hash"), "#/");
}

#[test]
#[ignore = "needs Chromium"]
fn a_card_that_is_sent_twice_goes_once() {
    let server = Server::start();
    let mut browser = late();
    // The five of clubs may go on the six of diamonds.
    browser.open(&server.url("#/play/klondike?seed=21&rules=draw%3D1"));
    wait_for_moves(&mut browser, "=== 0");
    browser.click("[data-card='5C']");
    browser.wait_for("document.querySelector('.drop-target')");
    browser.eval("hold = 'play'");
    press(&mut browser, &[".drop-target", ".drop-target"]);
    browser.wait_for("held.length > 0");
    browser.eval("let_go()");
    wait_for_moves(&mut browser, "=== 1");
}

#[test]
#[ignore = "needs Chromium"]
fn a_card_may_go_while_it_is_carried() {
    let server = Server::start();
    let mut browser = late();
    // The stock has run out, and the card on the waste is the last of it.
    let turns = ["turn", "move T4 5C T7", "turn;turn;turn;turn;turn;turn;turn"].join(";");
    browser.open(&server.url(&format!("#/play/klondike?seed=21&moves={turns}")));
    wait_for_moves(&mut browser, "=== 9");
    browser.eval("hold = 'play'");
    press(&mut browser, &[".target[data-key=stock]"]);
    browser.wait_for("held.length > 0");
    let point = |kind: &str, target: &str, place: u32| {
        format!(
            "{target}.dispatchEvent(new PointerEvent('pointer{kind}',
               {{ bubbles: true, clientX: {place}, clientY: {place} }}))"
        )
    };
    browser.eval(&point("down", "document.querySelector('.card[aria-label*=waste]')", 100));
    browser.eval(&point("move", "window", 120));
    browser.eval("let_go()");
    wait_for_moves(&mut browser, "=== 10");
    browser.eval(&point("move", "window", 140));
    browser.eval(&point("up", "window", 140));
    assert_eq!(browser.number("document.querySelectorAll('.carried').length"), 0.0);
}

#[test]
#[ignore = "needs Chromium"]
fn a_tree_shows_positions_of_its_own_while_another_grows() {
    let server = connect_four();
    let mut browser = Browser::start();
    let slow = "mcts:proofs=false,simulations=1000000000000";
    browser.open(&server.url(&format!("#/play/connect-four?seats=you|{slow}")));
    wait_for_moves(&mut browser, "=== 0");
    hint(&mut browser);
    browser.click("#tab-tree");
    browser.wait_for("document.querySelector('.branches summary')");
    browser.click("[data-move='4']");
    browser.wait_for("document.querySelector('.status').textContent.includes('thinking')");
    let place = browser.middle_of(".branches summary");
    browser.hover(place);
    browser.wait_for(
        "document.querySelector('.tree-preview').textContent.match(/^[^X]*X[^X]*O to move/)",
    );
}

#[test]
#[ignore = "needs Chromium"]
fn a_tournament_that_is_left_at_once_changes_no_address() {
    let server = Server::start();
    let mut browser = late();
    browser.open(&server.url("#/arena/othello"));
    choose_quick_players(&mut browser);
    browser.eval("hold = 'arena'");
    press(&mut browser, &["[data-tool=start]"]);
    browser.wait_for("held.length > 0");
    press(&mut browser, &["nav a[href=\"#/\"]"]);
    browser.wait_for("document.querySelector('.game-card')");
    browser.eval("let_go()");
    assert_eq!(browser.text("location.hash"), "#/");
    // It goes on, and is found.
    browser.click("nav a[href='#/arena']");
    browser.wait_for("document.querySelector('.standings tbody')");
}

#[test]
#[ignore = "needs Chromium"]
fn the_last_word_of_a_tournament_is_not_taken_for_the_next_one() {
    let server = Server::start();
    let mut browser = late();
    browser.open(&server.url("#/arena/othello"));
    choose_quick_players(&mut browser);
    browser.choose("[aria-label='Player 2: who plays']", "medium");
    browser.eval("document.querySelector('[aria-label=Games]').value = 1000");
    browser.click("[data-tool=start]");
    browser.wait_for("document.querySelector('.standings tbody')");
    // The stop is answered, and its report is late.
    browser.eval("window.deaf = new Promise(hear => (window.hear = hear)); hold = 'arena'");
    browser.click("[data-tool=stop]");
    choose_quick_players(&mut browser);
    browser.click("[data-tool=start]");
    browser.wait_for("held.length > 0 && missed > 0");
    browser.eval("deaf = null; hear(); new Promise(heard => setTimeout(heard, 100))");
    browser.eval("let_go()");
    browser.wait_for("document.querySelector('.standings').dataset.done === '4'");
}

#[test]
#[ignore = "needs Chromium"]
fn a_tournament_is_stopped_by_a_page_that_was_loaded_again() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/arena/othello"));
    choose_quick_players(&mut browser);
    browser.choose("[aria-label='Player 2: who plays']", "medium");
    browser.eval("document.querySelector('[aria-label=Games]').value = 1000");
    browser.click("[data-tool=start]");
    browser.wait_for("document.querySelector('.standings tbody')");
    let address = browser.text("location.href");
    browser.open(&address);
    browser.wait_for("document.querySelector('.standings tbody')");
    browser.click("[data-tool=stop]");
    browser.wait_for("document.querySelector('.status').textContent.endsWith(', stopped')");
}

/// Two that need no time, for four games.
fn choose_quick_players(browser: &mut Browser) {
    browser.choose("[aria-label='Player 1: who plays']", "greedy");
    browser.choose("[aria-label='Player 2: who plays']", "random");
    browser.eval("document.querySelector('[aria-label=Games]').value = 4");
}
