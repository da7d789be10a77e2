//! The files of a study: the summary as JSON, and the plots.

use std::fs;
use std::path::{Path, PathBuf};

use plywood_registry::marked;

use super::convergence::CurvePoint;
use super::study::Study;
use super::summary::{PlayerQuality, Summary};
use crate::ArenaError;
use crate::plots::{self, Curve};
use crate::records::write_all;

/// Gets a folder ready for a report: it must be new or empty, so that nothing
/// in it is older than the rest.
pub fn begin(folder: &Path) -> Result<(), ArenaError> {
    fs::create_dir_all(folder).map_err(ArenaError::file(folder))?;
    let mut entries = fs::read_dir(folder).map_err(ArenaError::file(folder))?;
    if entries.next().is_some() {
        let problem = "is not empty: expected a new or an empty folder".to_owned();
        return Err(ArenaError::Folder { path: folder.to_owned(), problem });
    }
    Ok(())
}

/// Writes what a study found into a folder, and says which files: the
/// convergence of all players together, the calibration of each on its own.
pub fn write(folder: &Path, study: &Study, summary: &Summary) -> Result<Vec<PathBuf>, ArenaError> {
    let mut files = vec![("quality.json".to_owned(), format!("{}\n", summary.to_json()))];
    let plan = &study.plan;
    let rules = if plan.rules.is_empty() { String::new() } else { format!(" ({})", plan.rules) };
    let positions = summary.players.iter().map(|player| player.positions).max().unwrap_or(0);
    let headline = format!("{}{rules}, {positions} positions", plan.game);
    let mut plot = |name: &str, title: &str, curves: Vec<Curve>| {
        if !curves.is_empty() {
            let svg = plots::convergence(&format!("{title}: {headline}"), &curves)?;
            files.push((name.to_owned(), svg));
        }
        Ok::<(), ArenaError>(())
    };
    plot("convergence.svg", "Decisions for the final move", curves(summary, agreement))?;
    plot("visits.svg", "Visits of the final move", curves(summary, visit_share))?;
    for (number, player) in summary.players.iter().enumerate() {
        let Some(quality) = &player.rollout_quality else { continue };
        let points = quality.calibration.iter().flatten().map(Into::into).collect::<Vec<_>>();
        if !points.is_empty() {
            let title = format!("Calibration of {}: {headline}", name_of(player));
            let svg = plots::calibration(&title, &quality.unit, &points)?;
            files.push((format!("calibration-{}.svg", number + 1), svg));
        }
    }
    write_all(folder, files)
}

fn name_of(player: &PlayerQuality) -> String {
    marked(&player.spec, player.seeing)
}

/// A line for each player that searches, of the points that there are.
fn curves(summary: &Summary, point: fn(&CurvePoint) -> Option<plots::CurvePoint>) -> Vec<Curve> {
    let curve = |player: &PlayerQuality| {
        let measured = &player.convergence.as_ref()?.curve;
        let points: Vec<_> = measured.iter().filter_map(point).collect();
        (!points.is_empty()).then(|| Curve { name: name_of(player), points })
    };
    summary.players.iter().filter_map(curve).collect()
}

fn agreement(point: &CurvePoint) -> Option<plots::CurvePoint> {
    Some(drawn(point.simulations, point.agreement, point.agreement_ci95))
}

fn visit_share(point: &CurvePoint) -> Option<plots::CurvePoint> {
    Some(drawn(point.simulations, point.share?, point.share_ci95))
}

fn drawn(simulations: u64, value: f64, ci95: Option<[f64; 2]>) -> plots::CurvePoint {
    let [low, high] = ci95.map_or([None; 2], |ends| ends.map(Some));
    plots::CurvePoint { simulations, value, low, high }
}
