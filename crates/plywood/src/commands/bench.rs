//! `plywood bench`: this machine's rates.

use std::io::Write;

use plywood_registry::{GameEntry, Games, Rates, document::SCHEMA};
use serde_json::{Map, json};

use super::columns::write_rows;
use crate::cli::BenchArgs;
use crate::failure::{Failure, InArgument};
use crate::output::{Output, grouped, progress_bar};

pub(crate) fn run(games: &Games, args: &BenchArgs, out: &mut Output) -> Result<(), Failure> {
    let chosen: Vec<&dyn GameEntry> = match &args.game {
        Some(name) => vec![games.find(name).in_argument("GAME")?],
        None => games.iter().collect(),
    };
    let bar = progress_bar(chosen.len() as u64, "games measured");
    let mut rates = Vec::new();
    for game in chosen {
        rates.push((game.name(), game.rates()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.json {
        let game = |(name, rates): &(&str, Rates)| {
            let own = rates
                .own
                .iter()
                .map(|(rate, number)| (rate.name.to_owned(), json!(number.round())));
            json!({
                "game": name,
                "playouts_per_second": rates.playouts_per_second.round(),
                "simulations_per_second": rates.simulations_per_second.round(),
                "simulations_per_second_all_threads":
                    rates.simulations_per_second_all_threads.round(),
                "threads": rates.threads,
                "tree_ns_per_simulation": rates.tree_ns_per_simulation.round(),
                "tree_ns_per_simulation_1m": rates.tree_ns_per_simulation_1m.round(),
                "own": own.collect::<Map<String, _>>(),
            })
        };
        let games: Vec<_> = rates.iter().map(game).collect();
        return Ok(out.json(&json!({"schema": SCHEMA, "games": games}))?);
    }
    for (name, rates) in &rates {
        writeln!(out, "{name}")?;
        let ratio = rates.simulations_per_second / rates.playouts_per_second;
        let speedup = rates.simulations_per_second_all_threads / rates.simulations_per_second;
        let row = |what: &str, number: f64, note: String| {
            vec![format!("  {what}"), grouped(number.round() as u64), note]
        };
        let mut rows = vec![
            row("random playouts a second", rates.playouts_per_second, String::new()),
            row(
                "simulations a second, one thread",
                rates.simulations_per_second,
                format!("{ratio:.2} of the playouts"),
            ),
            row(
                &format!("simulations a second, {} threads", rates.threads),
                rates.simulations_per_second_all_threads,
                format!("{speedup:.2} of one thread"),
            ),
            row(
                "tree, ns a simulation, to 10,000 nodes",
                rates.tree_ns_per_simulation,
                String::new(),
            ),
            row(
                "tree, ns a simulation, to 1,000,000 nodes",
                rates.tree_ns_per_simulation_1m,
                String::new(),
            ),
        ];
        rows.extend(rates.own.iter().map(|(own, number)| row(own.what, *number, String::new())));
        write_rows(out, &rows)?;
    }
    Ok(())
}
