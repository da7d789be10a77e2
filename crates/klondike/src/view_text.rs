//! The text of a view, on one line.
//!
//! The text begins with `view:` and the seven piles, bottom card first, separated by `|`; `??` is
//! an unseen card, and `-` an empty pile. The following fields are separated by spaces: `home:` has
//! the number of cards on F1 to F4, `waste:` the waste with its top card last, `stock:` the stock
//! with its next card first, `pass:` the number of the pass through the stock, and `commands:` the
//! number of commands played. `waste:` and `stock:` are left out if empty. The field `idle:` of
//! older texts is ignored.

use std::fmt::Write;

use plywood_search::{NotationError, quoted};

use crate::rules::Waste;
use crate::table::{COMMAND_LIMIT, PILES, Parts, TALON, Table};
use crate::{Card, Rules, View};

/// Prefix of the text of a view.
pub(crate) const PREFIX: &str = "view:";

/// The fields after the piles.
const FIELDS: [&str; 6] = ["home", "waste", "stock", "pass", "commands", "idle"];

pub(crate) fn write(view: &View) -> String {
    let table = &view.0;
    let piles: Vec<String> = (0..PILES)
        .map(|pile| match table.pile(pile) {
            [] => "-".to_owned(),
            cards => words(cards),
        })
        .collect();
    let home = [0, 1, 2, 3].map(|suit| table.home(suit).to_string());
    let mut text = format!("{PREFIX}{} home:{}", piles.join("|"), home.join(","));
    for (name, cards) in [("waste", table.waste()), ("stock", table.stock())] {
        if !cards.is_empty() {
            let _ = write!(text, " {name}:{}", words(cards));
        }
    }
    let _ = write!(text, " pass:{} commands:{}", table.pass, table.commands);
    text
}

fn words(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

pub(crate) fn read(rules: Rules, text: &str) -> Result<View, NotationError> {
    let [piles, home, waste, stock, pass, commands, _idle] = split(text)?;
    let mut parts = Parts { pass: 1, ..Parts::default() };
    read_piles(piles.unwrap_or_default(), &mut parts)?;
    read_home(home, &mut parts.home)?;
    read_talon(waste, stock, rules.waste, &mut parts)?;
    parts.pass = count("pass", pass, 1, COMMAND_LIMIT)?;
    parts.commands = count("commands", commands, 0, COMMAND_LIMIT)?;
    check_cards(&parts)?;
    Ok(View::new(&Table::from_parts(rules, &parts)))
}

fn wrong(place: &str, found: &str, expected: &str) -> NotationError {
    NotationError::new(format!("{place}: found {found}, expected {expected}"))
}

/// Splits a text into the piles and the values of [`FIELDS`], in order; `None` for a missing field.
fn split(text: &str) -> Result<[Option<&str>; 7], NotationError> {
    let mut found = [None; 7];
    let (mut field, mut rest) = (0, text);
    loop {
        let end = rest
            .find(':')
            .map_or(rest.len(), |colon| rest[..colon].rfind(char::is_whitespace).unwrap_or(colon));
        if found[field].replace(rest[..end].trim()).is_some() {
            return Err(NotationError::new(format!("{}: given twice", FIELDS[field - 1])));
        }
        if end == rest.len() {
            return Ok(found);
        }
        let (name, value) = rest[end..].split_once(':').unwrap_or_default();
        let known = FIELDS.iter().position(|&known| known == name.trim());
        let Some(known) = known else {
            return Err(wrong(
                "view",
                &quoted(name.trim()),
                &format!("one of {}", FIELDS.join(", ")),
            ));
        };
        (field, rest) = (known + 1, value);
    }
}

/// Reads at most `most` cards, with `??` for unseen ones.
fn cards(place: &str, text: &str, most: usize) -> Result<Vec<Card>, NotationError> {
    let card = |word: &str| match word {
        "??" => Ok(Card::HIDDEN),
        _ => Card::read(word)
            .map_err(|error| NotationError::new(format!("{place}: {error}, or ?? if unseen"))),
    };
    let cards: Vec<Card> =
        text.split_whitespace().take(most + 1).map(card).collect::<Result<_, _>>()?;
    if cards.len() > most {
        return Err(wrong(place, "more cards", &format!("{most} at most")));
    }
    Ok(cards)
}

/// Number of cards in a run from king to ace.
const LONGEST_RUN: usize = 13;

fn read_piles(text: &str, parts: &mut Parts) -> Result<(), NotationError> {
    let piles: Vec<&str> = text.split('|').map(str::trim).collect();
    if piles.len() != PILES {
        return Err(wrong("view", &format!("{} piles", piles.len()), "7, separated by |"));
    }
    for (pile, text) in piles.into_iter().enumerate() {
        let place = format!("T{}", pile + 1);
        let cards = if text == "-" { vec![] } else { cards(&place, text, pile + LONGEST_RUN)? };
        let down = cards.iter().take_while(|card| card.is_hidden()).count();
        if down > pile {
            return Err(wrong(
                &place,
                &format!("{down} cards face down"),
                &format!("{pile} at most"),
            ));
        }
        if down == cards.len() && down > 0 {
            return Err(wrong(&place, "no card face up", "the top of a pile face up"));
        }
        for pair in cards[down..].windows(2) {
            let fits = pair[0].rank() == pair[1].rank() + 1 && pair[0].is_red() != pair[1].is_red();
            if !fits || pair[1].is_hidden() {
                let found = format!("{} on {}", pair[1], pair[0]);
                return Err(wrong(&place, &found, "a run down in alternating colours"));
            }
        }
        parts.down[pile] = down as u8;
        parts.piles[pile] = cards;
    }
    Ok(())
}

fn read_home(text: Option<&str>, home: &mut [u8; 4]) -> Result<(), NotationError> {
    let Some(text) = text else { return Ok(()) };
    let counts: Option<Vec<u8>> = text
        .split(',')
        .map(|count| count.trim().parse().ok().filter(|count| *count <= 13))
        .collect();
    *home = counts
        .and_then(|counts| counts.try_into().ok())
        .ok_or_else(|| wrong("home", &quoted(text), "four counts from 0 to 13 such as 0,3,1,0"))?;
    Ok(())
}

fn read_talon(
    waste: Option<&str>,
    stock: Option<&str>,
    rule: Waste,
    parts: &mut Parts,
) -> Result<(), NotationError> {
    let waste = cards("waste", waste.unwrap_or_default(), TALON)?;
    let stock = cards("stock", stock.unwrap_or_default(), TALON - waste.len())?;
    let must_be_seen = match rule {
        Waste::Fan => &waste[..],
        Waste::Top => waste.last().map_or(&[][..], std::slice::from_ref),
    };
    if must_be_seen.iter().any(|card| card.is_hidden()) {
        return Err(wrong("waste", "??", "a card, since it is seen"));
    }
    parts.dealt = waste.len() as u8;
    parts.talon = [waste, stock].concat();
    let seen = parts.talon.iter().enumerate().filter(|(_, card)| !card.is_hidden());
    parts.seen = seen.map(|(index, _)| 1 << index).sum();
    Ok(())
}

fn count(name: &str, text: Option<&str>, least: u16, most: u16) -> Result<u16, NotationError> {
    let Some(text) = text else { return Ok(least) };
    let number = text.trim().parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| wrong(name, &quoted(text), &format!("a number from {least} to {most}")))
}

/// Checks that there are 52 cards and that no card occurs twice.
fn check_cards(parts: &Parts) -> Result<(), NotationError> {
    let on_table = || parts.piles.iter().chain([&parts.talon]).flatten();
    let home: usize = parts.home.iter().map(|&count| usize::from(count)).sum();
    let count = on_table().count() + home;
    if count != 52 {
        return Err(wrong("view", &format!("{count} cards"), "52, unseen ones as ??"));
    }
    let is_home = |card: &Card| card.rank() < parts.home[card.suit() as usize];
    let mut met = Vec::new();
    for card in on_table().filter(|card| !card.is_hidden()) {
        if met.contains(&card) || is_home(card) {
            return Err(wrong("view", &format!("{card} twice"), "every card once"));
        }
        met.push(card);
    }
    Ok(())
}
