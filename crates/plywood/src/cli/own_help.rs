//! Adapts the examples in the help to a program that a user builds with Plywood: they show the name and
//! the games of that program.

use clap::Command;
use plywood_registry::Games;

/// The game of most examples. In examples without a position, any other game of two seats with the standard
/// players can take its place.
const EXAMPLE: &str = "othello";
/// Words that occur only in examples that need a certain game, each with the name of this game.
const SPECIAL: [(&str, &str); 3] =
    [("klondike", "klondike"), ("tetris", "tetris"), ("tbp", "tetris")];

/// Replaces `plywood` by `program` in the examples of a command and its subcommands. If an example is about
/// a game that the program does not have, uses the program's first game instead, or omits the example if it
/// would not work with that game.
pub(crate) fn with_own_examples(command: Command, program: &str, games: &Games) -> Command {
    let help = command.get_after_help().map(|help| own_examples(&help.to_string(), program, games));
    let command = match help {
        Some(help) => command.after_help(help),
        None => command,
    };
    command.mut_subcommands(|command| with_own_examples(command, program, games))
}

fn own_examples(help: &str, program: &str, games: &Games) -> String {
    let has = |name: &str| games.iter().any(|game| game.name() == name);
    let first = games.iter().next().map_or(EXAMPLE, |game| game.name());
    let two_seats = games.iter().next().is_none_or(|game| game.seats().len() == 2);
    let needs_two =
        |line: &str| ["--games", "--sprt", "--you"].iter().any(|word| line.contains(word));
    let own = |line: &str| {
        let mentions = |word: &str| line.split([' ', '"']).any(|other| other == word);
        let special = SPECIAL.iter().any(|(word, game)| mentions(word) && !has(game));
        let foreign = mentions(EXAMPLE) && !has(EXAMPLE);
        let fits = two_seats || !needs_two(line);
        let unfit =
            ["--position", "perft", "solve", "convert"].iter().any(|word| line.contains(word));
        if special || foreign && (unfit || !fits) {
            return None;
        }
        let line = line.replace("plywood", program);
        Some(if foreign { line.replace(EXAMPLE, first) } else { line })
    };
    let own: Vec<_> = help.lines().filter_map(own).collect();
    own.join("\n").trim_end_matches("Examples:").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_registry::Entry;
    use plywood_search::nim::Nim;

    #[test]
    fn examples_have_the_name_and_the_games_of_the_program() {
        let mut games = Games::default();
        games.add(Entry::new("nim", "take one to three", |_seed| Nim::new(21)));
        let help = "Examples:\n  plywood play othello\n  plywood hint othello --position f5\n  \
                    plywood watch tetris\n  plywood engine tbp";
        assert_eq!(own_examples(help, "sticks", &games), "Examples:\n  sticks play nim");
        assert_eq!(own_examples(help, "plywood", &crate::games()), help);
        let help = "Ctrl-C ends it.\n\nExamples:\n  plywood solve othello --file positions.obf";
        assert_eq!(own_examples(help, "sticks", &games), "Ctrl-C ends it.");
    }
}
