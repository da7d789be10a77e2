//! Solutions of known deals, found by other programs.

use plywood_klondike::{Command, Deal, Draw, Foundations, Klondike, Rules, solution};
use plywood_search::Game;

const DEALS: &str = include_str!("data/deals.csv");

/// Returns the rows of [`DEALS`], each as a function from the name of a column to the field.
fn rows() -> Vec<impl Fn(&str) -> &'static str> {
    let mut lines = DEALS.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &'static str| {
        let names = names.clone();
        let fields: Vec<&str> = line.split(',').collect();
        move |name: &str| fields[names.iter().position(|&other| other == name).unwrap()]
    };
    lines.map(row).collect()
}

#[test]
fn every_solution_brings_all_cards_home() {
    let mut solved = 0;
    for row in rows() {
        let deal = Deal::read(row("deal")).unwrap();
        assert_eq!(Deal::read(row("deal_ks")), Ok(deal.clone()), "{}", row("id"));
        assert_eq!(deal.to_string(), row("deal"), "{}", row("id"));
        assert_eq!(deal.to_digits(), row("deal_ks"), "{}", row("id"));
        for (draw, name) in [(Draw::One, "draw1"), (Draw::Three, "draw3")] {
            let text = row(&format!("{name}_solution"));
            assert_eq!(text.is_empty(), row(name) != "solvable", "{} {name}", row("id"));
            if text.is_empty() {
                continue;
            }
            let start = Klondike::new(Rules { draw, ..Rules::default() }, &deal);
            let commands = solution::read(&start, text)
                .unwrap_or_else(|error| panic!("{} {name}: {error}", row("id")));
            let mut game = start;
            for &command in &commands {
                game.try_play(command).unwrap();
            }
            assert!(game.won(), "{} {name}: {} home", row("id"), game.cards_home());
            assert_eq!(solution::write(&commands), text, "{} {name}", row("id"));
            // No solution has fewer commands (moves and stock turns) than the published minimum.
            let letters = text.chars().filter(char::is_ascii_uppercase).count();
            assert_eq!(commands.len(), letters / 2 + text.matches('@').count());
            let minimum = row(&format!("{name}_min_moves"));
            if !minimum.is_empty() {
                assert!(commands.len() >= minimum.parse().unwrap(), "{} {name}", row("id"));
            }
            solved += 1;
        }
    }
    assert_eq!(solved, 66);
}

#[test]
fn solutions_that_return_cards_need_worrying_back() {
    let mut worried = 0;
    for row in rows() {
        let deal = Deal::read(row("deal")).unwrap();
        let free = Klondike::new(Rules::default(), &deal);
        let Ok(commands) = solution::read(&free, row("draw3_solution")) else { continue };
        let worries = commands.iter().any(|command| matches!(command, Command::HomeToPile { .. }));
        let rules = Rules { foundations: Foundations::Keep, ..Rules::default() };
        let strict = solution::read(&Klondike::new(rules, &deal), row("draw3_solution"));
        assert_eq!(strict.is_err(), worries, "{}", row("id"));
        worried += usize::from(worries);
    }
    assert!(worried > 0);
}

#[test]
fn errors_name_the_illegal_step() {
    let start = Klondike::new(Rules::default(), &Deal::from_seed(1));
    for (text, part) in [
        ("@@AA", "step 3 of the solution, \"AA\", is not legal"),
        ("F", "step 1 of the solution, \"F\", is not legal"),
        ("é@", "step 1 of the solution"),
        ("@@@@@@@@@A", "step 10 of the solution, \"A\", is not legal"),
    ] {
        let message = solution::read(&start, text).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
}
