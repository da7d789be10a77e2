//! Positions as text, and the errors for invalid texts.

use plywood_klondike::{Command, Deal, Klondike, Rules};
use plywood_search::{Game, Notation, Rng};
use proptest::prelude::*;

fn start() -> Klondike {
    Klondike::new(Rules::default(), &Deal::from_seed(0))
}

fn message(text: &str) -> String {
    match start().read_view(text) {
        Ok(None) => start().read_position(text).unwrap_err().to_string(),
        other => other.unwrap_err().to_string(),
    }
}

#[test]
fn deals_are_read_from_seed_cards_digits_and_json() {
    let deal = Deal::from_seed(5);
    let game = start().read_position("seed:5").unwrap();
    assert_eq!(game, Klondike::new(Rules::default(), &deal));
    for cards in [deal.to_string(), deal.to_digits(), deal.to_json()] {
        assert_eq!(start().read_position(&format!("deal:{cards}")).as_ref(), Ok(&game));
        let turned = start().read_position(&format!("deal:{cards} moves:turn;turn")).unwrap();
        assert_eq!(start().read_position("seed:5 moves: TURN ; turn;"), Ok(turned));
    }
}

#[test]
fn errors_in_positions_say_what_was_expected() {
    let cards = Deal::from_seed(5).to_string();
    let short = &cards[..cards.len() - 3];
    for (text, part) in [
        (String::new(), "\"\" is no position: expected seed:N"),
        ("hello".to_owned(), "\"hello\" is no position"),
        ("seed:".to_owned(), "\"\" is no seed: expected a number"),
        ("seed:-1".to_owned(), "\"-1\" is no seed"),
        ("seed:99999999999999999999".to_owned(), "is no seed"),
        (format!("deal:{short}"), "the deal has 51 cards: expected 52"),
        (format!("deal:{short} {}", &cards[..2]), "is in the deal twice, as card 1 and as card 52"),
        ("seed:5 moves:turn;jump".to_owned(), "command 2: \"jump\" is no command"),
        (
            "seed:5 moves:move W F1".to_owned(),
            "command 1: move W F1 is not legal here: expected one of turn",
        ),
        ("seed:5 moves:quit".to_owned(), "\"quit\" is no command"),
    ] {
        let message = message(&text);
        assert!(message.contains(part), "{text}: {message}");
        assert!(message.len() < 300 && !message.contains('\n'), "{message}");
    }
}

/// A view in the middle of a game.
const VIEW: &str = "view:KC|QH|?? JC|?? ?? 9D 8S|?? ?? ?? ?? 2H|?? ?? ?? ?? ?? TC|?? ?? ?? ?? ?? ?? 7D \
    home:1,1,0,0 waste:3S 4C 5H stock:?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? pass:1 commands:9";

#[test]
fn a_view_without_counters_has_those_of_a_new_game() {
    let whole = start().read_view(VIEW).unwrap().unwrap();
    assert_eq!(Klondike::write_position(&whole), VIEW.replace("    ", ""));
    let cut = VIEW.split(" pass:").next().unwrap();
    let text = Klondike::write_position(&start().read_view(cut).unwrap().unwrap());
    assert_eq!(text, format!("{} pass:1 commands:0", cut.replace("    ", "")));
}

#[test]
fn the_idle_field_of_older_texts_is_ignored() {
    let view = start().read_view(VIEW).unwrap();
    for idle in ["idle:yes ", "idle:no "] {
        let older = VIEW.replace("commands:", &format!("{idle}commands:"));
        assert_eq!(start().read_view(&older).unwrap(), view);
    }
}

#[test]
fn errors_in_views_say_what_was_expected() {
    for (from, to, part) in [
        ("|QH", "", "view: found 6 piles, expected 7"),
        ("KC|", "KC KD|", "T1: found KD on KC, expected a run down"),
        ("KC|", "?? KC|", "T1: found 1 cards face down, expected 0 at most"),
        ("?? JC", "??", "T3: found no card face up"),
        ("9D 8S", "9D 8D", "T4: found 8D on 9D, expected a run down"),
        ("9D 8S", "9D ??", "T4: found ?? on 9D"),
        ("9D 8S", "9X", "T4: \"9X\" is no card"),
        ("3S", "2H", "view: found 2H twice, expected every card once"),
        ("3S", "AC", "view: found AC twice, expected every card once"),
        ("3S ", "", "view: found 51 cards, expected 52"),
        ("waste:3S", "waste:??", "waste: found ??, expected a card"),
        ("waste:", "wast:", "view: found \"wast\", expected one of home, waste"),
        ("pass:1", "pass:0", "pass: found \"0\", expected a number from 1 to 1000"),
        ("commands:9", "commands:1001", "commands: found \"1001\", expected a number from 0"),
        ("commands:9", "pass:1", "pass: given twice"),
        ("1,1,0,0", "1,1,0", "home: found \"1,1,0\", expected four counts"),
        ("1,1,0,0", "14,0,0,0", "home: found \"14,0,0,0\", expected four counts"),
    ] {
        assert!(VIEW.contains(from), "{from}");
        let message = message(&VIEW.replacen(from, to, 1));
        assert!(message.contains(part), "{from} -> {to}: {message}");
        assert!(message.len() < 300 && !message.contains('\n'), "{message}");
    }
}

#[test]
fn a_view_is_refused_as_a_full_position() {
    let error = start().read_position(VIEW).unwrap_err().to_string();
    assert!(error.contains("a view does not contain the hidden cards"), "{error}");
}

#[test]
fn the_picture_of_a_view() {
    let view = start().read_view(VIEW).unwrap().unwrap();
    let expected = "\
stock 21   waste 3S 4C 5H         home  F1 AC  F2 AD  F3 -H  F4 -S

  T1   T2   T3   T4   T5   T6   T7
  KC   QH   []   []   []   []   []
            JC   []   []   []   []
                 9D   []   []   []
                 8S   []   []   []
                      2H   []   []
                           TC   []
                                7D

to play: 2 of 52 home, pass 1, 9 commands played";
    assert_eq!(Klondike::picture(&view), expected);
}

#[test]
fn commands_are_described_in_words() {
    let view = start().read_view(VIEW).unwrap().unwrap();
    let game = Klondike::world(&view, &mut Rng::new(0));
    for (text, words) in [
        ("turn", "turn the stock"),
        ("move W T3", "5♥ → J♣"),
        ("move W F3", "5♥ → home"),
        ("move T5 F3", "2♥ → home"),
        ("move F1 T5", "A♣ → 2♥"),
        ("move T2 QH T1", "Q♥ → K♣"),
        ("move T4 9D T6", "9♦ and 1 more → 10♣"),
    ] {
        assert_eq!(game.describe_move(game.read_move(text).unwrap()), words);
    }
    let mut moved = game.clone();
    moved.play(moved.read_move("move T2 QH T1").unwrap());
    let king = moved.read_move("move T1 KC T2").unwrap();
    assert_eq!(moved.describe_move(king), "K♣ and 1 more → empty pile 2");
    let mut dealt = game;
    for _ in 0..7 {
        dealt.play(Command::Turn);
    }
    assert_eq!(dealt.describe_move(Command::Turn), "turn the waste over");
}

proptest! {
    #[test]
    fn games_and_views_survive_a_round_trip_through_text(seed: u64, length in 0usize..150) {
        let mut game = start().read_position(&format!("seed:{seed}")).unwrap();
        let (mut rng, mut scratch, mut played) = (Rng::new(seed), Vec::new(), Vec::new());
        for _ in 0..length {
            let Some(command) = game.random_move(&mut rng, &mut scratch) else { break };
            played.push(game.write_move(command));
            game.play(command);
        }
        let text = format!("seed:{seed} moves:{}", played.join(";"));
        prop_assert_eq!(start().read_position(&text), Ok(game.clone()));
        let view = game.view(0);
        let read = start().read_view(&Klondike::write_position(&view));
        prop_assert_eq!(read, Ok(Some(view)));
    }

    #[test]
    fn any_text_is_read_or_refused(
        text in "\\PC*|(view|seed|deal):\\PC*|view:([A2-9TJQK][CDHS]|\\?\\?|\\||:| |home|waste|é){0,99}"
    ) {
        for error in [start().read_view(&text).err(), start().read_position(&text).err()] {
            let error = error.map(|error| error.to_string()).unwrap_or_default();
            prop_assert!(!error.contains('\n'));
            prop_assert!(error.len() < 400);
        }
    }

    #[test]
    fn a_changed_view_is_read_or_refused(index in 0usize..200, with in "\\PC{0,3}") {
        let index = VIEW.char_indices().map(|(at, _)| at).nth(index).unwrap_or(0);
        let text = format!("{}{with}{}", &VIEW[..index], &VIEW[index + 1..]);
        if let Ok(Some(view)) = start().read_view(&text) {
            let mut world = Klondike::world(&view, &mut Rng::new(1));
            let mut scratch = Vec::new();
            while let Some(command) = world.random_move(&mut Rng::new(2), &mut scratch) {
                world.play(command);
            }
        }
    }
}

#[test]
fn very_long_texts_get_short_errors() {
    for unit in ["-", "KC ", "?? ", "|", "view:", "seed:", "deal:", "1", "é", "\n", "turn;"] {
        for prefix in ["", "view:", "deal:", "seed:1 moves:"] {
            let text = format!("{prefix}{}", unit.repeat(50_000));
            for error in [start().read_view(&text).err(), start().read_position(&text).err()] {
                let length = error.map_or(0, |error| error.to_string().len());
                assert!(length < 300, "{prefix}{unit}");
            }
        }
    }
}
