//! Accessibility: names for screen readers, keyboard, contrast, font size, reduced motion.

use serde_json::Value;

use crate::browser::Preferences;
use crate::page::{GAMES, IDLE, Page};
use crate::quality::measure_players;
use crate::review::review_othello;

/// A script that returns the texts on a page that have too low a contrast.
const CONTRAST: &str = include_str!("contrast.js");
/// Roles of elements that must have a name.
const CONTROLS: [&str; 13] = [
    "button",
    "link",
    "textbox",
    "combobox",
    "spinbutton",
    "slider",
    "tab",
    "gridcell",
    "application",
    "checkbox",
    "grid",
    "img",
    "DisclosureTriangle",
];

/// Opens every kind of page and calls `check`. On game pages, first plays a move and gets a hint.
fn visit(page: &mut Page, mut check: impl FnMut(&mut Page, &str)) {
    for (name, hash) in [("home", ""), ("arena", "#/arena/othello")] {
        page.open(hash);
        page.wait_for_element("h1");
        check(page, name);
    }
    measure_players(page);
    check(page, "quality");
    review_othello(page);
    check(page, "review");
    page.click("#tab-moves");
    check(page, "reviewed moves");
    page.open("#/exercises/othello");
    page.wait_for_element(".practice [data-tool=solution]:not([hidden])");
    check(page, "exercises");
    page.open_game("#/analysis/othello", 0);
    // Stops the analysis: the list of candidates changes while it runs.
    page.wait_for_element(".candidate");
    page.click("[data-tool=think]");
    page.wait_for(&format!("document.querySelector('.play').dataset.analysing === 'no' && {IDLE}"));
    check(page, "analysis");
    for game in GAMES {
        page.open_new_game(game);
        page.choose_player_with_tree(game);
        page.play_by_hand(game, 1);
        page.hint();
        check(page, game);
        // The second item of each pair selects an element that the panel contains once it is
        // complete.
        for (panel, content) in
            [("tree", ".tree-root"), ("moves", "button"), ("review", "button"), ("share", "button")]
        {
            page.click(&format!("#tab-{panel}"));
            page.wait_for_element(&format!("#panel-{panel} {content}"));
            check(page, &format!("{game}, {panel}"));
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn every_control_has_a_name_and_is_reached_by_tab() {
    let mut page = Page::start();
    visit(&mut page, |page, name| {
        let nameless = nameless(page);
        assert!(nameless.is_empty(), "{name}: without a name: {nameless:?}");
        let missed = missed_by_tab(page);
        assert!(missed.is_empty(), "{name}: not reached by Tab: {missed:?}");
    });
}

/// Returns the controls that have no name for a screen reader.
fn nameless(page: &mut Page) -> Vec<String> {
    let tree = page.call("Accessibility.getFullAXTree", &serde_json::json!({}));
    let nodes = tree["nodes"].as_array().expect("a list of nodes");
    let is_nameless = |node: &&Value| {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        let name = node["name"]["value"].as_str().unwrap_or_default();
        node["ignored"] == false && CONTROLS.contains(&role) && name.trim().is_empty()
    };
    assert!(nodes.len() > 20, "the accessibility tree is nearly empty");
    nodes.iter().filter(is_nameless).map(Value::to_string).collect()
}

/// Presses Tab through the whole page and returns the controls that did not get the focus.
fn missed_by_tab(page: &mut Page) -> Vec<String> {
    let count = page.number(
        "window.waiting = new Set([...document.querySelectorAll(
           'a[href], button, select, input, textarea, summary, [tabindex]')].filter(element =>
           element.tabIndex >= 0 && !element.disabled && element.checkVisibility()));
         document.activeElement.blur(); waiting.size",
    );
    // Three more presses than controls: after the last control the focus goes to the browser's own
    // controls once, and redrawing a board may also move the focus.
    for _ in 0..count as usize + 3 {
        page.press("Tab");
        page.eval("waiting.delete(document.activeElement)");
    }
    let missed = page.eval("[...waiting].map(element => element.outerHTML.slice(0, 120))");
    serde_json::from_value(missed).expect("a list of texts")
}

#[test]
#[ignore = "needs Chromium"]
fn text_has_enough_contrast_in_light_and_dark() {
    let mut page = Page::start();
    for dark in [false, true] {
        page.set_preferences(Preferences { dark, reduced_motion: true });
        visit(&mut page, |page, name| {
            let faint = page.eval(CONTRAST);
            assert_eq!(faint, serde_json::json!([]), "{name}, dark: {dark}");
        });
    }
}

#[test]
#[ignore = "needs Chromium"]
fn text_scales_with_the_font_size_of_the_browser() {
    let mut page = Page::on_phone();
    visit(&mut page, |page, name| {
        let size = "parseFloat(getComputedStyle(document.body).fontSize)";
        let before = page.number(size);
        page.eval("document.documentElement.style.fontSize = '150%'");
        assert_eq!(page.number(size), 1.5 * before, "{name}");
        let wider = page.number("document.documentElement.scrollWidth") - 390.0;
        assert!(wider <= 0.0, "{name}: {wider} pixels too wide");
        page.eval("document.documentElement.style.fontSize = ''");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn reduced_motion_disables_all_animations() {
    // Counts animations of style sheets and of scripts, and timers.
    let mut page = Page::with_script(
        "window.motions = window.timers = 0;
         for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame']) {
           const start = window[name];
           window[name] = (...words) => {
             timers += 1;
             return start(...words);
           };
         }
         for (const kind of ['animationstart', 'transitionrun']) {
           addEventListener(kind, () => (motions += 1), true);
         }
         const animate = Element.prototype.animate;
         Element.prototype.animate = function (...words) {
           motions += 1;
           return animate.apply(this, words);
         };",
    );
    for reduced_motion in [false, true] {
        page.set_preferences(Preferences { dark: false, reduced_motion });
        page.open("");
        page.wait_for_element(".card-board svg");
        if reduced_motion {
            assert_eq!(page.number("timers"), 0.0, "without a timer the cards do not change");
        } else {
            page.eval(
                "new Promise(changed => {
                   new MutationObserver(changed).observe(document.querySelector('.games'),
                     { childList: true, subtree: true });
                 })",
            );
        }
        for game in GAMES {
            page.open_new_game(game);
            page.play_by_hand(game, 1);
            page.play_by_hand(game, 2);
            page.hint();
            let motions = page.number("motions");
            assert_eq!(motions == 0.0, reduced_motion, "{game}: {motions} motions");
        }
    }
}
