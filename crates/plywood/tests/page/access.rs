//! Everybody can use the page: names, keys, contrast, stillness.

use serde_json::Value;

use crate::browser::{Browser, Wishes};
use crate::server::Server;
use crate::table::{GAMES, hint, open_game, play_by_hand, wait_for_moves};

const CONTRAST: &str = include_str!("contrast.js");
const CONTROLS: [&str; 12] = [
    "button",
    "link",
    "textbox",
    "combobox",
    "spinbutton",
    "tab",
    "gridcell",
    "application",
    "checkbox",
    "grid",
    "img",
    "DisclosureTriangle",
];

/// Every page, one after the other, with something on it.
fn visit(browser: &mut Browser, server: &Server, mut check: impl FnMut(&mut Browser, &str)) {
    for (name, hash) in [("home", ""), ("arena", "#/arena/othello")] {
        browser.open(&server.url(hash));
        browser.wait_for("document.querySelector('h1')");
        check(browser, name);
    }
    browser.open(&server.url("#/analysis/othello"));
    wait_for_moves(browser, "=== 0");
    check(browser, "analysis");
    for game in GAMES {
        open_game(browser, server, game);
        play_by_hand(browser, game, 1);
        hint(browser);
        check(browser, game);
        for panel in ["tree", "moves", "share"] {
            browser.click(&format!("#tab-{panel}"));
            browser.wait_for(&format!("document.querySelector('#panel-{panel}').innerText"));
            check(browser, &format!("{game}, {panel}"));
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn every_control_has_a_name_and_is_reached_by_tab() {
    let server = Server::start();
    let mut browser = Browser::start();
    visit(&mut browser, &server, |browser, page| {
        let nameless = nameless(browser);
        assert!(nameless.is_empty(), "{page}: without a name: {nameless:?}");
        let missed = missed_by_tab(browser);
        assert!(missed.is_empty(), "{page}: not reached by Tab: {missed:?}");
    });
}

/// The controls that a screen reader could not name.
fn nameless(browser: &mut Browser) -> Vec<String> {
    let tree = browser.call("Accessibility.getFullAXTree", &serde_json::json!({}));
    let nodes = tree["nodes"].as_array().expect("a list of nodes");
    let is_nameless = |node: &&Value| {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        let name = node["name"]["value"].as_str().unwrap_or_default();
        node["ignored"] == false && CONTROLS.contains(&role) && name.trim().is_empty()
    };
    assert!(nodes.len() > 20, "the page has something to say");
    nodes.iter().filter(is_nameless).map(Value::to_string).collect()
}

/// The controls that Tab, pressed often enough, does not come by.
fn missed_by_tab(browser: &mut Browser) -> Vec<String> {
    let count = browser.number(
        "window.waiting = new Set([...document.querySelectorAll(
           'a[href], button, select, input, textarea, summary, [tabindex]')].filter(element =>
           element.tabIndex >= 0 && !element.disabled && element.checkVisibility()));
         document.activeElement.blur(); waiting.size",
    );
    // The browser's own stop at the end of a page is one more; so is a board that
    // is drawn anew.
    for _ in 0..count as usize + 3 {
        browser.press("Tab");
        browser.eval("waiting.delete(document.activeElement)");
    }
    let missed = browser.eval("[...waiting].map(element => element.outerHTML.slice(0, 120))");
    serde_json::from_value(missed).expect("a list of texts")
}

#[test]
#[ignore = "needs Chromium"]
fn text_stands_out_in_light_and_dark() {
    let server = Server::start();
    let mut browser = Browser::start();
    for dark in [false, true] {
        browser.wish(Wishes { dark, stillness: true });
        visit(&mut browser, &server, |browser, page| {
            let faint = browser.eval(CONTRAST);
            assert_eq!(faint, serde_json::json!([]), "{page}, dark: {dark}");
        });
    }
}

#[test]
#[ignore = "needs Chromium"]
fn text_is_as_large_as_the_browser_is_asked_for() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.resize(390, 844);
    visit(&mut browser, &server, |browser, page| {
        let size = "parseFloat(getComputedStyle(document.body).fontSize)";
        let before = browser.number(size);
        browser.eval("document.documentElement.style.fontSize = '150%'");
        assert_eq!(browser.number(size), 1.5 * before, "{page}");
        let wider = browser.number("document.documentElement.scrollWidth") - 390.0;
        assert!(wider <= 0.0, "{page}: {wider} pixels lie outside");
        browser.eval("document.documentElement.style.fontSize = ''");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn nothing_moves_for_those_who_ask_for_stillness() {
    let server = Server::start();
    let mut browser = Browser::start();
    // Every animation is counted, by style sheet or by script.
    browser.before_each_page(
        "window.motions = 0;
         for (const kind of ['animationstart', 'transitionrun']) {
           addEventListener(kind, () => (motions += 1), true);
         }
         const animate = Element.prototype.animate;
         Element.prototype.animate = function (...words) {
           motions += 1;
           return animate.apply(this, words);
         };",
    );
    for stillness in [false, true] {
        browser.wish(Wishes { dark: false, stillness });
        browser.open(&server.url(""));
        browser.wait_for("document.querySelector('.card-board svg')");
        let changes = browser.eval(
            "new Promise(resolve => {
               let changes = 0;
               const count = () => (changes += 1);
               new MutationObserver(count).observe(document.querySelector('.games'),
                 { childList: true, subtree: true });
               setTimeout(() => resolve(changes), 1500);
             })",
        );
        assert_eq!(changes == 0, stillness, "the cards play by themselves unless asked not to");
        for game in GAMES {
            open_game(&mut browser, &server, game);
            play_by_hand(&mut browser, game, 1);
            play_by_hand(&mut browser, game, 2);
            hint(&mut browser);
            let motions = browser.number("motions");
            assert_eq!(motions == 0.0, stillness, "{game}: {motions} motions");
        }
    }
}
