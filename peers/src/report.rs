//! The results as a Markdown table and as JSON.

use serde::Serialize;

/// The results on one game.
#[derive(Serialize)]
pub struct GameReport {
    pub game: &'static str,
    /// Simulations of each timed decision, from the start position.
    pub simulations: u64,
    /// The position of the question, and its answer.
    pub question: &'static str,
    pub answer: &'static str,
    /// Plywood first.
    pub searches: Vec<SearchReport>,
}

/// One line of the table.
#[derive(Serialize)]
pub struct SearchReport {
    pub name: &'static str,
    pub version: String,
    /// The median over all measurements, per second of processor time.
    pub simulations_per_second: f64,
    /// The speed of Plywood divided by the speed of this search; `None` for
    /// Plywood itself.
    pub times_as_fast: Option<Spread>,
    /// How often the search chose the best move, and how often it was asked.
    pub right: u64,
    pub asked: u64,
    /// What the search counts as a simulation.
    pub simulation: &'static str,
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
pub fn json(games: &[GameReport]) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&serde_json::json!({ "schema": 1, "games": games }))
}

const HEADINGS: [&str; 7] = [
    "game",
    "search",
    "version",
    "simulations/s",
    "Plywood: times as fast (range)",
    "right move",
    "what is counted as a simulation",
];

/// Returns the results as a Markdown table with aligned columns.
pub fn table(games: &[GameReport]) -> String {
    let mut rows = vec![HEADINGS.map(str::to_string)];
    for game in games {
        rows.extend(game.searches.iter().map(|search| row(game, search)));
    }
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: [usize; HEADINGS.len()] = std::array::from_fn(width);
    rows.insert(1, widths.map(|width| "-".repeat(width)));
    let line = |row: &[String; HEADINGS.len()]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    rows.iter().map(line).collect()
}

fn row(game: &GameReport, search: &SearchReport) -> [String; HEADINGS.len()] {
    let ratio = search.times_as_fast.map_or_else(String::new, |ratio| {
        format!("{:.2} ({:.2} to {:.2})", ratio.median, ratio.least, ratio.most)
    });
    [
        game.game.to_string(),
        search.name.to_string(),
        search.version.clone(),
        format!("{:.0}", search.simulations_per_second),
        ratio,
        format!("{}: {} of {}", game.answer, search.right, search.asked),
        search.simulation.to_string(),
    ]
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
