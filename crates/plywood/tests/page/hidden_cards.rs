//! Klondike: the page receives and shows only the cards that a player may see.

use std::collections::BTreeSet;

use crate::page::{POSITION, Page};

/// A script that collects all answers and events of the server in `window.heard`, and each answer as an
/// item of `window.answers`.
pub const RECORD_ANSWERS: &str = "
    window.heard = '';
    window.answers = [];
    const ask = window.fetch;
    window.fetch = async (...words) => {
      const response = await ask(...words);
      const text = await response.clone().text().catch(() => '');
      window.heard += text;
      window.answers.push(text);
      return response;
    };
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (type, listener) {
      listen.call(this, type, (event) => {
        window.heard += event.data ? `${type} ${event.data}` : '';
        listener(event);
      });
    };";

/// The link of a game after twelve moves, with one card per turn of the stock.
const MIDDLE: &str = "#/play/klondike?seed=21&rules=draw%3D1&moves=move+T4+5C+T7;turn;turn;turn;turn;turn;turn;turn;turn;turn;turn;turn";

/// An expression for all texts and attribute values of the page, without the attribute `d`: the
/// coordinates of a path could look like cards.
pub const WRITTEN: &str = "
    [document.querySelector('html')].flatMap(top => [top, ...top.querySelectorAll('*')])
    .flatMap(element => [...element.attributes].filter(({ name }) => name !== 'd')
      .map(({ value }) => value).concat([...element.childNodes].map(node => node.nodeValue)))
    .join(' ')";

/// Returns all cards in the notation of positions: `TC` is the ten of clubs.
fn pack() -> impl Iterator<Item = String> {
    "CDHS".chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")))
}

/// Returns the cards that a text names, in the notation of positions or in words.
pub fn named(text: &str) -> BTreeSet<String> {
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    pack().filter(|card| words.contains(card.as_str()) || text.contains(&spoken(card))).collect()
}

/// Returns the name of a card for screen readers.
fn spoken(card: &str) -> String {
    let (rank, suit) = card.split_at(1);
    let rank = match rank {
        "A" => "ace",
        "T" => "10",
        "J" => "jack",
        "Q" => "queen",
        "K" => "king",
        number => number,
    };
    let suit = match suit {
        "C" => "clubs",
        "D" => "diamonds",
        "H" => "hearts",
        _ => "spades",
    };
    format!("{rank} of {suit}")
}

#[test]
#[ignore = "needs Chromium"]
fn hidden_cards_are_neither_in_the_page_nor_in_any_answer() {
    let mut page = Page::with_script(RECORD_ANSWERS);
    page.open_game(MIDDLE, 12);
    page.click("[data-key=stock]");
    page.wait_for_moves(13);

    let position = page.text(POSITION);
    let known = named(&position);
    let hidden = position.matches("??").count();
    // A position does not name cards on foundations, but the foundations are still empty, so the known
    // and the hidden cards are all 52.
    assert_eq!(known.len() + hidden, 52, "{position}");
    assert!(hidden > 20, "{position}");

    let heard = page.text("heard");
    assert!(heard.contains(&position), "the answers were not recorded");
    assert_eq!(named(&heard), known, "cards in answers of the server");
    assert_eq!(
        named(&page.text(WRITTEN)).difference(&known).count(),
        0,
        "hidden cards in the page"
    );
    let faces = page.eval("document.querySelectorAll('.board .card .rank').length");
    let drawn = page.eval(
        "new Set([...document.querySelectorAll('.board .card .rank')].map(
        rank => rank.closest('.card').dataset.card)).size",
    );
    assert_eq!(faces, drawn, "a card is drawn twice");

    // A search guesses the hidden cards. The board must not show its guesses.
    page.hint();
    let board = WRITTEN.replace("html", ".board");
    assert_eq!(
        named(&page.text(&board)).difference(&known).count(),
        0,
        "hidden cards on the board"
    );
}
