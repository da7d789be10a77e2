//! `plywood bench`: playouts and simulations per second on this machine.

use std::io::Write;

use plywood_registry::{Games, Rates, document::SCHEMA};
use serde_json::{Map, json};

use super::columns::write_rows;
use crate::cli::ListArgs;
use crate::failure::Failure;
use crate::output::{Output, grouped, progress_bar};

pub(crate) fn run(games: &Games, args: &ListArgs, out: &mut Output) -> Result<(), Failure> {
    let chosen = args.chosen(games)?;
    let bar = progress_bar(chosen.len() as u64, "games measured");
    let mut rates = Vec::new();
    for game in &chosen {
        rates.push((game.name(), game.rates()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.json {
        let game = |(name, rates): &(&str, Rates)| {
            let own = rates
                .own
                .iter()
                .map(|(rate, number)| (rate.name.to_string(), json!(number.round())));
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
        let row = |what: &str, number: f64, note: &str| {
            vec![format!("  {what}"), grouped(number.round() as u64), note.to_owned()]
        };
        let ratio = rates.simulations_per_second / rates.playouts_per_second;
        let speedup = rates.simulations_per_second_all_threads / rates.simulations_per_second;
        let ratio = format!("{ratio:.2} of the playouts");
        let speedup = format!("{speedup:.2} of one thread");
        let threads = format!("simulations per second, {} threads", rates.threads);
        let mut rows = vec![
            row("random playouts per second", rates.playouts_per_second, ""),
            row("simulations per second, one thread", rates.simulations_per_second, &ratio),
            row(&threads, rates.simulations_per_second_all_threads, &speedup),
            row("tree, ns per simulation, to 10,000 nodes", rates.tree_ns_per_simulation, ""),
            row("tree, ns per simulation, to 1,000,000 nodes", rates.tree_ns_per_simulation_1m, ""),
        ];
        rows.extend(rates.own.iter().map(|(own, number)| row(&own.what, *number, "")));
        write_rows(out, &rows)?;
    }
    Ok(())
}
