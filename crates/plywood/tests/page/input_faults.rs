//! Input of a person: keys after a click, pasted texts, players that do not exist, and dialogs.

use serde_json::json;

use crate::page::{POSITION, Page};

const BAD_REQUEST: &str = "status of 400 (Bad Request)";

#[test]
#[ignore = "needs Chromium"]
fn after_a_click_on_hint_keys_play() {
    let mut page = Page::with_new_game("tetris");
    for (number, key) in [(1, " "), (2, "Enter"), (3, " ")] {
        page.click("[data-tool=hint]");
        page.wait_for_hint();
        page.press(key);
        page.wait_for_moves(number);
    }
    // If a button got the focus by Tab, Enter presses the button.
    page.tab_to("[data-tool=undo]");
    page.press("Enter");
    page.wait_for_moves(2);
}

#[test]
#[ignore = "needs Chromium"]
fn transcripts_are_read_as_people_write_them() {
    let mut page = Page::start();
    for transcript in ["F5D6C3", "1. f5 2. d6 3. c3", "f5 D6, c3", "1.f5 d6 2.c3", "f5;d6\nc3"] {
        page.open_game("#/analysis/othello", 0);
        page.paste(transcript);
        page.wait_for_moves(3);
        page.click("#tab-moves");
        let moves = page.text(
            "[...document.querySelectorAll('.moves button')].map(one => one.textContent).join(' ')",
        );
        assert_eq!(moves, "f5 d6 c3", "{transcript}");
        page.click("#tab-thinking");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_refused_text_is_explained_at_its_field() {
    let mut page = Page::expecting(BAD_REQUEST);
    page.open_game("#/analysis/othello", 0);
    let problem = "document.querySelector('.open-box .problem').textContent";
    let empty = format!("{} X", "-".repeat(64));
    for (text, why) in [("f5 a1", "a1"), (&*empty, "disc"), ("", "nothing to open")] {
        page.paste(text);
        page.wait_for(&format!("{problem}.includes({})", json!(why)));
    }
    // The error is shown below the field and not as a notice, which would cover the status line.
    let notice = "document.getElementById('notice').classList.contains('shown')";
    assert_eq!(page.eval(notice), false);
    let status = "document.querySelector('.stage .status')";
    let on_top = format!(
        "(({{ x, y, width, height }}) => document.elementFromPoint(x + width - 5, y + height / 2)
           === {status})({status}.getBoundingClientRect())"
    );
    assert_eq!(page.eval(&on_top), true);
    // Typing removes the error.
    page.eval("document.querySelector('.open-box textarea').dispatchEvent(new Event('input'))");
    assert_eq!(page.text(problem), "");
}

#[test]
#[ignore = "needs Chromium"]
fn a_player_that_does_not_exist_is_named_and_can_be_replaced() {
    let mut page = Page::expecting(BAD_REQUEST);
    page.open("#/play/tetris?seed=5&seats=stockfish");
    page.wait_for("document.querySelector('.status')?.textContent.includes('Paused')");
    let problem = "document.querySelector('.seat .problem').textContent";
    assert_eq!(page.text(problem), "There is no player called stockfish. Choose another.");
    let notice = "document.getElementById('notice').classList.contains('shown')";
    assert_eq!(page.eval(notice), false, "a notice would cover the status line on a phone");
    let panel = page.text("document.querySelector('.thinking-status').innerText");
    assert!(!panel.contains("Stockfish"), "{panel}");
    page.choose("[data-seat=Player] select", "greedy");
    page.click("[data-tool=pause]");
    page.wait_for_at_least(1);
}

#[test]
#[ignore = "needs Chromium"]
fn rules_are_the_rules_and_options_are_those_of_a_new_game() {
    Page::for_every_game(|page, game| {
        page.click("[data-tool=rules]");
        page.wait_for(
            "document.querySelector('dialog[open] h2')?.textContent.startsWith('How to play')",
        );
        assert!(page.number("document.querySelectorAll('dialog svg').length") > 0.0, "{game}");
        assert_eq!(page.eval("document.querySelector('dialog [data-field]')"), json!(null));
        page.press("Escape");
        page.wait_for("!document.querySelector('dialog')");

        page.click("[data-tool=options]");
        page.wait_for("document.querySelector('dialog[open] h2')?.textContent === 'New game'");
        // Values have plain names, and help does not repeat the label above it.
        let shown = page.text(
            "[...document.querySelectorAll('dialog option')].map(one => one.textContent).join()",
        );
        for jargon in ["spawn", "bag", "fan", "classic10", "true"] {
            assert!(!shown.contains(jargon), "{game}: {shown}");
        }
        let repeated = page.number(
            "[...document.querySelectorAll('dialog .key-field')].filter(field => {
               const [label, help] = ['.key-name', '.key-meaning'].map(one => field.querySelector(one).textContent);
               return help.toLowerCase().startsWith(label.toLowerCase());
             }).length",
        );
        assert_eq!(repeated, 0.0, "{game}");
        let text = page.text("document.querySelector('dialog').innerText");
        for word in ["_", "left out", "worrying_back"] {
            assert!(!text.contains(word), "{game}: {word} in {text}");
        }
        let seed = "document.querySelector('dialog details [data-field=seed]').checkVisibility()";
        assert_eq!(page.eval(seed), false, "{game}: the seed is under Advanced");
        page.press("Escape");
        page.wait_for("!document.querySelector('dialog')");
    });
    let mut page = Page::with_new_game("klondike");
    page.click("[data-tool=options]");
    let chosen = "document.querySelector('dialog [data-field=draw]').selectedOptions[0].text";
    assert_eq!(page.text(chosen), "3 (usual)");
}

#[test]
#[ignore = "needs Chromium"]
fn positions_are_set_up_by_clicking() {
    let mut page = Page::start();
    for (game, cell) in [
        ("othello", "[aria-label^=a1]"),
        ("woodblock", ".setup-board [data-cell], .setup-board button"),
        ("tetris", ".setup-board [data-cell], .setup-board button"),
    ] {
        page.open_game(&format!("#/analysis/{game}?seed=5"), 0);
        let before = page.text(POSITION);
        page.click("[data-tool=setup]");
        page.wait_for_element("dialog[open] .setup-board");
        page.click(&format!("dialog {cell}"));
        page.click("dialog .primary");
        page.wait_for(&format!(
            "!document.querySelector('dialog') && {POSITION} !== {}",
            json!(before)
        ));
        page.wait_for_element(".candidate");
        let filled =
            |text: &str| text.split(' ').next().map(|board| board.matches(['#', 'X', 'O']).count());
        let after = page.text(POSITION);
        assert_eq!(filled(&after), filled(&before).map(|count| count + 1), "{game}: {after}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn games_and_positions_of_other_programs_are_opened() {
    let mut page = Page::with_game("#/analysis/othello", 0);
    page.paste("(;GM[Othello]PB[ann]PW[bob]B[F5/0.5/2]W[D6]B[C3]W[D3]B[C4];)");
    page.wait_for_moves(5);
    let opening = "document.querySelector('.stage .opening').textContent";
    page.wait_for(&format!("{opening} === 'Tiger'"));
    let ffo_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    page.paste(&format!("{ffo_40}; a2:+38; c7:+36; % FFO #40"));
    page.wait_for_moves(0);
    let discs = "document.querySelectorAll('.stage .disc').length";
    page.wait_for(&format!("{discs} === 44"));
    assert_eq!(page.text(opening), "");
}
