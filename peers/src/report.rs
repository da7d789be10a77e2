//! The results as Markdown tables and as JSON.

use serde::Serialize;

use crate::card_match::{CardMatch, Difference};
use crate::card_speed::CardSpeed;

/// The results on one game.
#[derive(Serialize)]
pub struct GameReport {
    pub game: &'static str,
    /// Simulations of each timed decision.
    pub simulations: u64,
    /// The position of the question.
    pub question: &'static str,
    /// The best move in this position.
    pub answer: &'static str,
    /// Plywood first.
    pub searches: Vec<SearchReport>,
}

/// One line of the table.
#[derive(Serialize)]
pub struct SearchReport {
    pub name: &'static str,
    pub version: String,
    /// Simulations per second of processor time, as the median of all measurements.
    pub simulations_per_second: f64,
    /// The speed of Plywood divided by the speed of this search; `None` for
    /// Plywood itself.
    pub times_as_fast: Option<Spread>,
    /// How often the search chose the best move.
    pub right: u64,
    /// How often the search was asked for the best move.
    pub asked: u64,
    /// What the search counts as a simulation.
    pub simulation: &'static str,
}

/// The results on Hearts.
#[derive(Serialize)]
pub struct HeartsReport {
    /// Plywood first.
    pub speed: Vec<CardSpeed>,
    pub matches: Vec<CardMatch>,
}

/// The median, the least and the greatest of several ratios.
#[derive(Clone, Copy, Serialize)]
pub struct Spread {
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Spread {
    /// Returns the spread of `numbers`. Panics if there are none.
    pub fn of(numbers: &[f64]) -> Spread {
        Spread {
            median: median(numbers),
            least: numbers.iter().copied().fold(f64::INFINITY, f64::min),
            most: numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// Returns the median. Panics if there are no numbers.
pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = sorted.len() / 2;
    (sorted[upper] + sorted[(sorted.len() - 1) / 2]) / 2.0
}

/// Returns the results as one JSON document.
pub fn json(games: &[GameReport], hearts: Option<&HeartsReport>) -> serde_json::Result<String> {
    let document = serde_json::json!({ "schema": 1, "games": games, "hearts": hearts });
    serde_json::to_string_pretty(&document)
}

/// Returns the results as Markdown tables.
pub fn tables(games: &[GameReport], hearts: Option<&HeartsReport>) -> String {
    let mut tables = Vec::new();
    if !games.is_empty() {
        tables.push(games_table(games));
    }
    if let Some(hearts) = hearts {
        tables.extend([speed_table(&hearts.speed), match_table(&hearts.matches)]);
    }
    tables.join("\n")
}

fn games_table(games: &[GameReport]) -> String {
    let headings = [
        "game",
        "search",
        "version",
        "simulations/s",
        "Plywood: times as fast (range)",
        "right move",
        "what is counted as a simulation",
    ];
    let row = |game: &GameReport, search: &SearchReport| {
        [
            game.game.to_string(),
            search.name.to_string(),
            search.version.clone(),
            format!("{:.0}", search.simulations_per_second),
            ratio(search.times_as_fast),
            format!("{}: {} of {}", game.answer, search.right, search.asked),
            search.simulation.to_string(),
        ]
    };
    let rows = games.iter().flat_map(|game| game.searches.iter().map(move |one| row(game, one)));
    markdown(headings, rows)
}

fn speed_table(searches: &[CardSpeed]) -> String {
    let headings = [
        "Hearts",
        "version",
        "simulations/s",
        "Plywood: times as fast (range)",
        "world, ns",
        "tree, ns",
        "rollout, ns",
        "Plywood's tree: times as fast",
    ];
    let rows = searches.iter().map(|search| {
        let tree = search.tree / searches[0].tree;
        [
            search.name.to_string(),
            search.version.clone(),
            format!("{:.0}", search.simulations_per_second),
            ratio(search.times_as_fast),
            format!("{:.0}", search.world),
            format!("{:.0}", search.tree),
            format!("{:.0}", search.rollout),
            search.times_as_fast.map_or_else(String::new, |_| format!("{tree:.2}")),
        ]
    });
    markdown(headings, rows)
}

fn match_table(matches: &[CardMatch]) -> String {
    let headings = [
        "Hearts, points a deal fewer than",
        "deals",
        "one against three (95%)",
        "three against one (95%)",
        "both (95%)",
    ];
    let write = |Difference { mean, ci95: [low, high] }: &Difference| {
        format!("{mean:+.2} ({low:+.2} to {high:+.2})")
    };
    let rows = matches.iter().map(|found| {
        [
            found.peer.to_string(),
            found.deals.to_string(),
            write(&found.one_against_three),
            write(&found.three_against_one),
            write(&found.both),
        ]
    });
    markdown(headings, rows)
}

fn ratio(spread: Option<Spread>) -> String {
    spread.map_or_else(String::new, |ratio| {
        format!("{:.2} ({:.2} to {:.2})", ratio.median, ratio.least, ratio.most)
    })
}

/// Returns a Markdown table with aligned columns.
fn markdown<const N: usize>(
    headings: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let mut rows: Vec<_> = std::iter::once(headings.map(str::to_string)).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    rows.insert(1, widths.map(|width| "-".repeat(width)));
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
