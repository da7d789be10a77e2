//! A person in Klondike gets what a player may see, and nothing else.

use std::collections::BTreeSet;

use crate::browser::Browser;
use crate::server::Server;
use crate::table::{hint, wait_for_moves};

/// Keeps everything that the server says in `heard`, streams as well.
const EAVESDROP: &str = "
    window.heard = '';
    const ask = window.fetch;
    window.fetch = async (...words) => {
      const response = await ask(...words);
      const listen = async (reader, decoder) => {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          window.heard += decoder.decode(value, { stream: true });
        }
      };
      listen(response.clone().body.getReader(), new TextDecoder()).catch(() => {});
      return response;
    };";

/// Twelve moves into a deal with draw 1.
const MIDDLE: &str = "#/play/klondike?seed=21&rules=draw%3D1&moves=move+T4+5C+T7;turn;turn;turn;turn;turn;turn;turn;turn;turn;turn;turn";

/// All that is written in the page, in texts and attributes; the outlines of
/// drawings (`d`) hold no words.
const WRITTEN: &str = "
    [document.querySelector('html')].flatMap(top => [top, ...top.querySelectorAll('*')])
    .flatMap(element => [...element.attributes].filter(({ name }) => name !== 'd')
      .map(({ value }) => value).concat([...element.childNodes].map(node => node.nodeValue)))
    .join(' ')";

/// All cards of a pack, as they are written: `TC` is the ten of clubs.
fn pack() -> impl Iterator<Item = String> {
    "CDHS".chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")))
}

/// The cards named in a text, wherever they stand as words of their own.
fn named(text: &str) -> BTreeSet<String> {
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    pack().filter(|card| words.contains(card.as_str()) || text.contains(&spoken(card))).collect()
}

/// A card as screen readers are told of it.
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
    let server = Server::start();
    let mut browser = Browser::start();
    browser.before_each_page(EAVESDROP);
    browser.open(&server.url(MIDDLE));
    wait_for_moves(&mut browser, "=== 12");
    browser.click("[data-key=stock]");
    wait_for_moves(&mut browser, "=== 13");

    let position = browser.text("document.querySelector('#panel-share textarea').value");
    let known = named(&position);
    let hidden = position.matches("??").count();
    // Nothing is on the foundations yet, whose cards a position only counts.
    assert_eq!(known.len() + hidden, 52, "{position}");
    assert!(hidden > 20, "{position}");

    let heard = browser.text("heard");
    assert!(heard.contains(&position), "the answers were overheard");
    assert_eq!(named(&heard), known, "named by the server and not to be seen");
    assert_eq!(named(&browser.text(WRITTEN)).difference(&known).count(), 0, "named in the page");
    let faces = browser.eval("document.querySelectorAll('.board .card .rank').length");
    let drawn = browser.eval(
        "new Set([...document.querySelectorAll('.board .card .rank')].map(
        rank => rank.closest('.card').dataset.card)).size",
    );
    assert_eq!(faces, drawn, "each face is a card of its own");

    // A player that thinks guesses cards; what the board shows stays as it was.
    hint(&mut browser);
    let board = WRITTEN.replace("html", ".board");
    assert_eq!(named(&browser.text(&board)).difference(&known).count(), 0, "drawn on the board");
}
