//! Card games: the page receives and shows what the person's seat sees.

use std::collections::BTreeSet;

use plywood::registry::{GameEntry, Settings};
use plywood::search::Budget;

use crate::hidden_cards::{RECORD_ANSWERS, WRITTEN, named};
use crate::own_game::example;
use crate::page::{POSITION, Page};

#[path = "../../../../examples/leduc/main.rs"]
#[expect(dead_code, reason = "the example also has a main of its own")]
mod leduc;

/// An expression that is true if the person is to move.
const YOUR_MOVE: &str = "document.querySelector('.plain-moves button:not([disabled])')";

/// Opens a game in which the person has the first seat, and waits for the person's turn.
fn open(page: &mut Page, link: &str) {
    page.before_each_page(RECORD_ANSWERS);
    page.open(link);
    page.wait_for(YOUR_MOVE);
}

/// Returns the cards that a text names, including cards without a space between them, such as `2C5C`.
fn cards_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let pairs = |word: &str| {
        let pairs: Vec<&str> =
            word.as_bytes().chunks(2).filter_map(|pair| std::str::from_utf8(pair).ok()).collect();
        named(&pairs.join(" ")).into_iter().filter(move |_| pairs.len() > 1).collect::<Vec<_>>()
    };
    let all_cards = |word: &&str| word.len() > 2 && pairs(word).len() == word.len() / 2;
    // The summary of the game has the name of a card in words.
    let text = text.replace("queen of spades", "");
    words.filter(all_cards).flat_map(pairs).chain(named(&text)).collect()
}

#[test]
#[ignore = "needs Chromium"]
fn only_ones_own_hand_is_in_the_page_and_in_the_answers() {
    let mut page = Page::of(example("hearts"));
    open(&mut page, "#/play/hearts?rules=pass%3Dhold&seats=you|easy|easy|easy");
    page.choose("[data-tool=speed]", "Instant");
    page.click(".plain-moves button");
    page.wait_for_at_least(4);
    page.wait_for(YOUR_MOVE);

    let position = page.text(POSITION);
    let known = cards_in(&position);
    assert!((13..=26).contains(&known.len()), "{position}");
    let heard = page.text("heard");
    assert!(heard.contains(&position), "the answers were not recorded");
    assert_eq!(cards_in(&heard).difference(&known).count(), 0, "other hands in answers");
    let written = page.text(WRITTEN);
    assert_eq!(cards_in(&written).difference(&known).count(), 0, "other hands in the page");
    // An event is recorded as its name and its document.
    for word in [r#""candidates":[{"#, "progress {"] {
        assert!(!heard.contains(word), "the thinking of an opponent is shown");
    }

    // The link has the view, not the deal. The tab still continues the game.
    let link = page.text("location.hash");
    assert!(link.contains("from=") && !link.contains("seed="), "{link}");
    page.navigate("about:blank");
    page.open(&link);
    page.wait_for(YOUR_MOVE);
    assert_eq!(page.text(POSITION), position);
    let played = page.eval("document.querySelector('.play').dataset.moves");
    assert!(played.as_str().is_some_and(|played| played != "0"), "the session was lost: {played}");

    page.hint();
    page.wait_for_element(".plain-moves .best");
}

/// Returns the answers of the server, sorted as text, without ids and without seeds, since a seed in the link
/// differs between the compared games.
fn answers(page: &mut Page) -> Vec<String> {
    let answers = page.eval(
        r#"answers.map((text) => text.replace(/"[0-9a-f]{32}"/g, 'ID').replace(/"seed":\d+/g, '')).sort()"#,
    );
    let answers = answers.as_array().expect("a list");
    answers.iter().map(|answer| answer.as_str().expect("a text").to_owned()).collect()
}

/// Returns two seeds of Leduc. With both, the first seat has the same view, even after each seat has called,
/// and the player `random` calls in the second seat. The cards of the second seat differ.
fn paired_seeds() -> [u64; 2] {
    let views = |seed| {
        let mut session = leduc::entry().open(&Settings::default(), None, seed).expect("a game");
        let other = session.view(1).position;
        let player = session.seat_player(&"random".parse().expect("a spec"), seed);
        let player = player.expect("a player");
        session.play("call").expect("a legal move");
        let reply = session.ask(player, &Budget::simulations(1), &mut ()).mv;
        session.play("call").expect("a legal move");
        (reply.filter(|reply| reply == "call").map(|_| session.view(0).position), other)
    };
    let is_pair = |one: u64, other: u64| {
        let ((a, c), (b, d)) = (views(one), views(other));
        a.is_some() && a == b && c != d
    };
    let partner = |one: u64| (one + 1..one + 50).find(|&other| is_pair(one, other));
    let pair = (0..50).find_map(|one| partner(one).map(|other| [one, other]));
    pair.expect("there are such deals")
}

#[test]
#[ignore = "needs Chromium"]
fn nothing_depends_on_the_card_of_the_opponent() {
    let [one, other] = paired_seeds().map(|seed| {
        let mut page = Page::of(example("leduc"));
        open(&mut page, &format!("#/play/leduc?seed={seed}&seats=you|random"));
        page.choose("[data-tool=speed]", "Instant");
        page.click("[data-move=call]");
        page.wait_for_at_least(2);
        page.wait_for(YOUR_MOVE);
        let shown = page.text("document.querySelector('.stage').innerText");
        (answers(&mut page), [page.text(POSITION), shown])
    });
    assert_eq!(one.1, other.1);
    assert!(one.0.len() > 3, "the answers were not recorded");
    assert_eq!(one.0.len(), other.0.len());
    for (one, other) in one.0.iter().zip(&other.0) {
        assert!(one == other, "{one:.2000}\n{other:.2000}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn values_do_not_move_the_buttons_of_the_moves() {
    let mut page = Page::of(example("hearts"));
    page.open("#/analysis/hearts?from=seat%3DW+passed%3D3+hand%3D2C3C4C5C6C7C8C9CTCJCQCKCAC");
    page.wait_for("document.querySelectorAll('.plain-moves .marked').length === 13");
    let places = page.eval(
        "(() => {
           const buttons = [...document.querySelectorAll('.plain-moves button')];
           const places = () => buttons.map((one) => {
             const box = one.getBoundingClientRect();
             return [box.x, box.y, box.width, box.height];
           });
           const values = places();
           const labels = buttons.map((one) => one.lastChild.textContent).join('');
           for (const one of buttons) one.lastChild.textContent = '';
           return [labels, values, places()];
         })()",
    );
    assert!(places[0].as_str().is_some_and(|labels| labels.len() > 13), "{places}");
    assert_eq!(places[1], places[2]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_view_is_analysed_at_its_seat_and_a_saved_view_is_opened() {
    let view = "seat=W passed=3 hand=2C3C4C5C6C7C8C9CTCJCQCKCAC";
    let mut page = Page::of(example("hearts"));
    let encoded = view.replace('=', "%3D").replace(' ', "+");
    page.open(&format!("#/analysis/hearts?from={encoded}"));
    page.wait_for(YOUR_MOVE);
    page.click("[data-move=QC]");
    page.wait_for_moves(1);
    let position = page.text(POSITION);
    assert!(position.contains("seat=W") && position.contains("passed=4"), "{position}");

    // Waits until the address has followed the game, so that the link of the saved view differs from it.
    page.wait_for("location.hash.includes('passed%3D4')");
    let saved = format!(
        r#"{{"game":"hearts","rules":"","seed":null,"from":null,"moves":["??"],"position":"{view}"}}"#
    );
    page.paste(&saved);
    page.wait_for(&format!("{POSITION} === '{view}'"));
}
