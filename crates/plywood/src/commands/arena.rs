//! `plywood arena`: a tournament with statistics. `plywood report`: the statistics of a recorded
//! tournament.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use plywood_arena::summary::{
    LineupDifference, MoveTimes, PairResults, PairSummary, PlayerResults, PlayerSummary,
    SeatScores, Tally,
};
use plywood_arena::{
    ArenaError, GameRecord, Interval, Mean, Plan, Records, Resumed, Summary, Tournament, Watcher,
    games_per_round, join, write_report,
};
use plywood_files::{FileError, read_bounded};
use plywood_registry::{Games, draw_seed, marked};
use serde_json::Value;

use super::cells::{NOTHING, interval, number, percent};
use super::columns::write_rows;
use super::{end, expand_players, in_out, write_file_names};
use crate::cli::{ArenaArgs, ReportArgs};
use crate::failure::{Failure, InArgument};
use crate::interrupt;
use crate::output::{Output, complain, progress_bar};

pub(crate) fn run(games: &Games, args: &ArenaArgs, out: &mut Output) -> Result<(), Failure> {
    let tournament = Tournament::new(games, plan(games, args)?)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let (mut records, played) = match &args.out {
        Some(folder) if args.resume => {
            let Resumed { records, games, dropped } = in_out(Records::resume(folder, &tournament))?;
            if dropped > 0 {
                complain(&format!("removed {dropped} bytes after the last complete game"));
            }
            (Some(records), games)
        }
        Some(folder) => (Some(in_out(Records::begin(folder, &tournament))?), Vec::new()),
        None => (None, Vec::new()),
    };
    let started = Instant::now();
    let before = args.out.as_deref().map_or(Ok(0.0), earlier_seconds);
    let before = in_out(before.map_err(ArenaError::from))?;
    let bar = progress_bar(tournament.fixtures().len() as u64, "games");
    bar.set_position(played.len() as u64);
    bar.reset_eta();
    let mut recorder = Recorder {
        bar: &bar,
        tournament: &tournament,
        records: records.as_mut(),
        updated: Instant::now(),
    };
    let played = tournament.run(played, args.comparison.threads, &cancel, &mut recorder);
    bar.finish_and_clear();
    let played = played?;
    let summary = Summary::new(&tournament, &played, before + started.elapsed().as_secs_f64());
    // Writes the files first, since printing fails if the reader of stdout has closed the pipe.
    let files = match (&args.out, &records) {
        (Some(folder), Some(records)) => {
            records.sync().and_then(|()| write_report(folder, &tournament, &played, &summary))
        }
        _ => Ok(Vec::new()),
    };
    let shown = write(out, &tournament, &summary, args.comparison.json);
    end(files, shown, cancel.is_cancelled() && !summary.complete)
}

pub(crate) fn report(games: &Games, args: &ReportArgs, out: &mut Output) -> Result<(), Failure> {
    let in_folder = |error: ArenaError| Failure::Input(format!("DIR: {error}"));
    let (mut tournament, played) = read(games, &args.folders).map_err(in_folder)?;
    tournament.plan.rank = args.ranking.rank().or(tournament.plan.rank);
    let seconds = args.folders.iter().map(|folder| earlier_seconds(folder)).sum();
    let seconds: f64 = Result::map_err(seconds, |error: FileError| in_folder(error.into()))?;
    let summary = Summary::new(&tournament, &played, seconds);
    let folder = match (&args.out, &args.folders[..]) {
        (Some(folder), _) => {
            let mut records = in_out(Records::begin(folder, &tournament))?;
            played.iter().try_for_each(|game| records.append(game))?;
            records.sync()?;
            Some(folder)
        }
        (None, [folder]) => Some(folder),
        (None, _) => None,
    };
    // Writes the files first, since printing fails if the reader of stdout has closed the pipe.
    let files = folder
        .map_or(Ok(Vec::new()), |folder| write_report(folder, &tournament, &played, &summary));
    let shown =
        write(out, &tournament, &summary, args.json).and_then(|()| match (&files, folder) {
            (Ok(files), Some(folder)) if !args.json => Ok(write_file_names(out, files, folder)?),
            _ => Ok(()),
        });
    end(files, shown, false)
}

/// Reads the folder of a tournament, or the folders of its parts.
fn read(games: &Games, folders: &[PathBuf]) -> Result<(Tournament, Vec<GameRecord>), ArenaError> {
    if let [folder] = folders {
        let plan = Records::read_plan(folder)?;
        if plan.shard.is_none() {
            let tournament = Tournament::new(games, plan)?;
            let played = Records::read(folder, &tournament)?;
            return Ok((tournament, played));
        }
    }
    join(games, folders)
}

fn plan(games: &Games, args: &ArenaArgs) -> Result<Plan, Failure> {
    let game = &args.comparison.game;
    let each = games_per_round(games.find(&game.game).in_argument("GAME")?.seats().len());
    let players = expand_players(&args.comparison.players)?;
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    // A resumed tournament without `--seed` or `--rank` uses the recorded seed or rank.
    let folder = args.out.as_deref().filter(|_| args.resume);
    let recorded = folder.and_then(|folder| Records::read_plan(folder).ok());
    let (recorded_seed, recorded_rank) =
        recorded.map_or((None, None), |plan| (Some(plan.seed), plan.rank));
    let seed = game.seed.or(recorded_seed).unwrap_or_else(draw_seed);
    let games = args.games.unwrap_or_else(|| GAMES.next_multiple_of(each));
    Ok(Plan {
        rules: game.rules.to_string(),
        opening: args.opening,
        gauntlet: args.gauntlet,
        max_moves: args.max_moves,
        budget: args.comparison.decision.request(),
        sprt: args.sprt,
        rank: args.ranking.rank().or(recorded_rank),
        shard: args.shard,
        ..Plan::new(&game.game, &players, games, seed)
    })
}

/// The default number of games, which is rounded up to whole rounds.
const GAMES: u32 = 100;

/// The largest `summary.json` that is read, in bytes: far more than the longest list of players needs.
const MAX_SUMMARY_BYTES: u64 = 64 << 20;

/// Returns the total seconds of earlier runs in a folder; 0 if there is no `summary.json`, or if it does
/// not contain a summary.
fn earlier_seconds(folder: &Path) -> Result<f64, FileError> {
    let text = match read_bounded(&folder.join("summary.json"), MAX_SUMMARY_BYTES) {
        Err(error) if error.is_not_found() => return Ok(0.0),
        text => text?,
    };
    let summary: Value = serde_json::from_slice(&text).unwrap_or_default();
    Ok(summary["elapsed_s"].as_f64().unwrap_or(0.0))
}

/// A watcher that records the games and shows the standings beside the progress bar.
struct Recorder<'a> {
    bar: &'a ProgressBar,
    tournament: &'a Tournament,
    records: Option<&'a mut Records>,
    /// The time when the standings were last computed.
    updated: Instant,
}

/// The shortest time between two updates of the standings. An update is slow: it reads all games.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

impl Watcher for Recorder<'_> {
    fn game_over(&mut self, games: &[GameRecord]) -> Result<(), ArenaError> {
        if let (Some(records), Some(game)) = (&mut self.records, games.last()) {
            records.append(game)?;
        }
        self.bar.set_position(games.len() as u64);
        if !self.bar.is_hidden() && self.updated.elapsed() > UPDATE_INTERVAL {
            self.updated = Instant::now();
            self.bar.set_message(self.tournament.standings(games));
        }
        Ok(())
    }
}

fn write(
    out: &mut Output,
    tournament: &Tournament,
    summary: &Summary,
    json: bool,
) -> Result<(), Failure> {
    if json { Ok(out.json(summary)?) } else { Ok(write_tables(out, tournament, summary)?) }
}

fn write_tables(
    out: &mut impl Write,
    tournament: &Tournament,
    summary: &Summary,
) -> io::Result<()> {
    let plan = &tournament.plan;
    let each = if tournament.is_solo() { "player" } else { "pair" };
    let rules = if plan.rules.is_empty() { String::new() } else { format!(" · {}", plan.rules) };
    writeln!(out, "{}{rules} · {} games a {each} · seed {}\n", plan.game, plan.games, plan.seed)?;
    let (head_of_players, head_of_pairs) = match tournament.seats() {
        1 => (&SOLO_HEAD[..], &SOLO_PAIR_HEAD[..]),
        2 => (&VERSUS_HEAD[..], &VERSUS_PAIR_HEAD[..]),
        _ => (&MULTIPLAYER_HEAD[..], &MULTIPLAYER_PAIR_HEAD[..]),
    };
    let unit = tournament.score_unit();
    let head = |head: &[&str]| head.iter().map(|cell| cell.replace(UNIT, unit)).collect();
    let mut rows = vec![head(head_of_players)];
    if plan.rank.is_some() {
        rows.extend(summary.ranking.iter().map(|&player| player_row(&summary.players[player])));
    } else {
        rows.extend(summary.players.iter().map(player_row));
    }
    write_rows(out, &rows)?;
    if summary.pairs.len() > 1 || tournament.seats() != 2 && !summary.pairs.is_empty() {
        let mut rows = vec![head(head_of_pairs)];
        rows.extend(summary.pairs.iter().map(pair_row));
        writeln!(out)?;
        write_rows(out, &rows)?;
    }
    if let Some(sprt) = &summary.sprt {
        writeln!(
            out,
            "\nsequential test: {} after {} pairs, log-likelihood ratio {:.2} of {:.2}",
            sprt.verdict, sprt.pairs, sprt.log_likelihood_ratio, sprt.bound
        )?;
    }
    if summary.identical_games > 0 {
        let identical = summary.identical_games;
        let games = if identical == 1 { "game repeats" } else { "games repeat" };
        writeln!(out, "\n{identical} {games} an earlier one move for move and add no evidence")?;
    }
    let capped: u32 = summary.players.iter().map(capped_of).sum();
    if capped > 0 {
        writeln!(out, "\ngames that were cut off count by their scores at that moment")?;
    }
    for player in &summary.players {
        let forfeits = forfeits_of(player);
        if forfeits > 0 {
            let (spec, games) = (&player.spec, if forfeits == 1 { "game" } else { "games" });
            writeln!(
                out,
                "\n{spec} lost {forfeits} {games} by forfeit; the records of --out say why"
            )?;
        }
    }
    if !summary.complete {
        writeln!(out, "\nnot all games were played: --out DIR and --resume continue a tournament")?;
    }
    Ok(())
}

/// Placeholder in the heads of tables, which is replaced by the unit of the scores.
const UNIT: &str = "UNIT";

const VERSUS_HEAD: [&str; 13] = [
    "player",
    "games",
    "won",
    "drawn",
    "lost",
    "score",
    "Elo",
    "95%",
    "UNIT a game",
    "95%",
    "UNIT ahead",
    "95%",
    "ms a move (95th %)",
];
const SOLO_HEAD: [&str; 10] = [
    "player",
    "games",
    "mean",
    "95%",
    "median",
    "least to most",
    "won",
    "capped",
    "moves a game",
    "ms a move (95th %)",
];
const MULTIPLAYER_HEAD: [&str; 7] =
    ["player", "games", "UNIT a game", "95%", "mean place", "95%", "ms a move (95th %)"];
const VERSUS_PAIR_HEAD: [&str; 10] =
    ["player", "against", "games", "won", "drawn", "lost", "Elo", "95%", "UNIT ahead", "95%"];
const SOLO_PAIR_HEAD: [&str; 6] =
    ["player", "less", "games", "difference", "95%", "won alone (p of equals)"];
const MULTIPLAYER_PAIR_HEAD: [&str; 9] =
    ["player", "less", "deals", "UNIT ahead", "95%", "on one seat", "95%", "on all but one", "95%"];

fn player_row(player: &PlayerSummary) -> Vec<String> {
    let mut row = vec![marked(&player.spec, player.seeing)];
    match &player.results {
        PlayerResults::Versus {
            tally,
            score,
            elo,
            elo_ci95,
            mean,
            mean_ci95,
            mean_difference,
            mean_difference_ci95,
            unit: _,
        } => {
            row.extend(tally_cells(tally));
            row.extend([percent(*score), number(*elo, 0), elo_interval(*elo_ci95)]);
            row.extend([number(*mean, 2), interval(*mean_ci95, 2)]);
            row.extend([number(*mean_difference, 2), interval(*mean_difference_ci95, 2)]);
        }
        PlayerResults::Multiplayer(SeatScores {
            games,
            mean,
            mean_ci95,
            mean_place,
            mean_place_ci95,
            unit: _,
            capped: _,
        }) => row.extend([
            games.to_string(),
            number(*mean, 2),
            interval(*mean_ci95, 2),
            number(*mean_place, 2),
            interval(*mean_place_ci95, 2),
        ]),
        PlayerResults::Solo(scores) => row.extend([
            scores.games.to_string(),
            number(scores.mean, 1),
            interval(scores.mean_ci95, 1),
            number(scores.median, 1),
            match (scores.min, scores.max) {
                (Some(min), Some(max)) => format!("{min} to {max}"),
                _ => NOTHING.to_owned(),
            },
            match (scores.win_rate, scores.win_rate_ci95) {
                (Some(rate), Some(ends)) => {
                    let Interval { low, high } = ends.map(|end| end * 100.0);
                    format!("{:.1}% ({low:.1} to {high:.1})", rate * 100.0)
                }
                _ => NOTHING.to_owned(),
            },
            scores.capped.to_string(),
            number(scores.mean_moves, 1),
        ]),
    }
    let MoveTimes { mean, p95 } = player.ms_per_move;
    row.push(format!("{} ({})", number(mean, 2), number(p95, 2)));
    row
}

fn tally_cells(tally: &Tally) -> [String; 4] {
    [tally.games, tally.wins, tally.draws, tally.losses].map(|count| count.to_string())
}

/// Returns the number of games for two and more that were cut off; 0 in one-player games.
fn capped_of(player: &PlayerSummary) -> u32 {
    match &player.results {
        PlayerResults::Versus { tally, .. } => tally.capped,
        PlayerResults::Multiplayer(scores) => scores.capped,
        PlayerResults::Solo(_) => 0,
    }
}

/// Returns the number of games for two that a player lost by forfeit.
fn forfeits_of(player: &PlayerSummary) -> u32 {
    match &player.results {
        PlayerResults::Versus { tally, .. } => tally.forfeits,
        PlayerResults::Multiplayer(_) | PlayerResults::Solo(_) => 0,
    }
}

fn pair_row(pair: &PairSummary) -> Vec<String> {
    let [a_sees, b_sees] = pair.seeing;
    let mut row = vec![marked(&pair.a, a_sees), marked(&pair.b, b_sees)];
    match &pair.results {
        PairResults::Versus { tally, elo_diff, elo_diff_ci95, mean_difference, ci95 } => {
            row.extend(tally_cells(tally));
            row.extend([number(*elo_diff, 0), elo_interval(*elo_diff_ci95)]);
            row.extend([number(*mean_difference, 2), interval(*ci95, 2)]);
        }
        PairResults::Multiplayer(LineupDifference {
            games: _,
            deals,
            mean_difference,
            ci95,
            one_a,
            one_b,
        }) => {
            row.extend([deals.to_string(), number(*mean_difference, 2), interval(*ci95, 2)]);
            for lineup in [one_a, one_b] {
                let mean = lineup.map(|Mean { mean, .. }| mean);
                let ci95 = lineup.and_then(|Mean { ci95, .. }| ci95);
                row.extend([number(mean, 2), interval(ci95, 2)]);
            }
        }
        PairResults::Solo(difference) => row.extend([
            difference.games.to_string(),
            number(difference.mean_difference, 1),
            interval(difference.ci95, 1),
            match (difference.only_a_won, difference.only_b_won, difference.mcnemar_p) {
                (Some(a), Some(b), Some(p)) => format!("{a} and {b} (p = {p:.4})"),
                _ => NOTHING.to_owned(),
            },
        ]),
    }
    row
}

/// Formats an Elo interval. One end or the whole interval may be unknown (`None`).
fn elo_interval(ends: Option<[Option<f64>; 2]>) -> String {
    match ends {
        Some([Some(low), Some(high)]) => format!("{low:.0} to {high:.0}"),
        Some([Some(low), None]) => format!("at least {low:.0}"),
        Some([None, Some(high)]) => format!("at most {high:.0}"),
        _ => NOTHING.to_owned(),
    }
}

#[cfg(test)]
#[path = "../../../arena/tests/toys/mod.rs"]
mod toys;

#[cfg(test)]
mod tests {
    use plywood_arena::Rank;
    use plywood_search::Cancel;

    use super::*;

    /// Plays a tournament of a toy game and returns the printed tables as rows of cells.
    fn tables(plan: Plan) -> Vec<Vec<String>> {
        let mut games = Games::default();
        games.add(toys::leduc::entry());
        games.add(toys::auction::entry::<true>("bids", 3, 1));
        let tournament = Tournament::new(&games, plan).unwrap();
        let played = tournament.run(Vec::new(), 1, &Cancel::new(), &mut ()).unwrap();
        let mut text = Vec::new();
        write_tables(&mut text, &tournament, &Summary::new(&tournament, &played, 0.0)).unwrap();
        let text = String::from_utf8(text).unwrap();
        let cells = |line: &str| {
            line.split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .map(str::to_owned)
                .collect()
        };
        text.lines().map(cells).collect()
    }

    #[test]
    fn chips_a_game_have_an_interval() {
        let rows = tables(Plan::new("leduc", &["mcts:simulations=50", "random"], 40, 1));
        let head: Vec<&str> = rows[2].iter().map(String::as_str).collect();
        assert_eq!(head[8..12], ["chips a game", "95%", "chips ahead", "95%"]);
        let chips: f64 = rows[3][8].parse().unwrap();
        let (low, high) = rows[3][9].split_once(" to ").unwrap();
        assert!(low.parse::<f64>().unwrap() < chips && chips < high.parse().unwrap(), "{rows:?}");
    }

    #[test]
    fn games_of_three_have_differences_of_lineups() {
        let plan = Plan::new("bids", &["low", "high"], 12, 1);
        let rows = tables(plan.clone());
        assert_eq!(rows[0], ["bids · 12 games a pair · seed 1"]);
        assert_eq!(rows[2][2..6], ["coins a game", "95%", "mean place", "95%"]);
        assert_eq!((&rows[3][0][..], &rows[4][0][..]), ("low", "high"));
        let pair = [
            "low",
            "high",
            "2",
            "-3.50",
            "-3.50 to -3.50",
            "-2.00",
            "-2.00 to -2.00",
            "-5.00",
            "-5.00 to -5.00",
        ];
        assert_eq!(rows[7], pair);
        let ranked = tables(Plan { rank: Some(Rank::Score), ..plan });
        assert_eq!((&ranked[3][0][..], &ranked[4][0][..]), ("high", "low"));
    }
}
