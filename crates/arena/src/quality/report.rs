//! The folder of a study's report: the summary as JSON, and plots.

use std::path::{Path, PathBuf};

use plywood_files::{LockedFile, create_folder};
use plywood_registry::marked;

use super::convergence::ConvergencePoint;
use super::study::Study;
use super::summary::{PlayerQuality, StudySummary};
use crate::ArenaError;
use crate::folder::{is_empty, json_line, lock, write_all, wrong};
use crate::plots::{self, Curve, CurvePoint};
use crate::statistics::Interval;

/// The file of the summary, which is also the lock of the folder: one study at a time writes to it. The
/// file is empty until the study ends.
const SUMMARY: &str = "quality.json";

/// An empty folder, locked for the report of a study.
#[derive(Debug)]
pub struct ReportFolder {
    path: PathBuf,
    _lock: LockedFile,
}

impl ReportFolder {
    /// Locks a folder, and creates it if it does not exist. A folder that is not empty is an error.
    pub fn lock(path: &Path) -> Result<Self, ArenaError> {
        create_folder(path)?;
        let check_empty = || match is_empty(path, SUMMARY)? {
            true => Ok(()),
            false => Err(wrong(path, "is not empty: expected a new or an empty folder")),
        };
        check_empty()?;
        let lock = lock(path, SUMMARY, "study")?;
        // Another study may have ended since the first check.
        check_empty()?;
        Ok(ReportFolder { path: path.to_owned(), _lock: lock })
    }
}

/// Writes the report of a study. Returns the paths of the files: the summary, plots of the
/// convergence of all players, and a plot of the calibration of each player.
pub fn write_report(
    folder: &ReportFolder,
    study: &Study,
    summary: &StudySummary,
) -> Result<Vec<PathBuf>, ArenaError> {
    let mut files = vec![(SUMMARY.to_owned(), json_line(summary))];
    let plan = &study.plan;
    let rules = if plan.rules.is_empty() { String::new() } else { format!(" ({})", plan.rules) };
    let positions = summary.players.iter().map(|player| player.positions).max().unwrap_or(0);
    let headline = format!("{}{rules}, {positions} positions", plan.game);
    for (name, title, value) in [
        ("convergence.svg", "Decisions for the final move", agreement as Value),
        ("visits.svg", "Visits of the final move", visit_share),
    ] {
        let curves = curves(summary, value);
        if !curves.is_empty() {
            let svg = plots::convergence(&format!("{title}: {headline}"), &curves)?;
            files.push((name.to_owned(), svg));
        }
    }
    for (number, player) in summary.players.iter().enumerate() {
        let Some(quality) = &player.rollout_quality else { continue };
        if let Some(points) = quality.calibration.as_ref().filter(|points| !points.is_empty()) {
            let name = marked(&player.spec, player.seeing);
            let title = format!("Calibration of {name}: {headline}");
            let svg = plots::calibration(&title, &quality.unit, points)?;
            files.push((format!("calibration-{}.svg", number + 1), svg));
        }
    }
    write_all(&folder.path, files)
}

/// A function that returns a value of a point with its interval; `None` if the point has none.
type Value = fn(&ConvergencePoint) -> Option<(f64, Option<Interval>)>;

fn agreement(point: &ConvergencePoint) -> Option<(f64, Option<Interval>)> {
    Some((point.agreement, point.agreement_ci95))
}

fn visit_share(point: &ConvergencePoint) -> Option<(f64, Option<Interval>)> {
    Some((point.share?, point.share_ci95))
}

/// Returns a curve for each player that searches.
fn curves(summary: &StudySummary, value: Value) -> Vec<Curve> {
    let point = |point: &ConvergencePoint| {
        let (value, ends) = value(point)?;
        let (low, high) = (ends.map(|ends| ends.low), ends.map(|ends| ends.high));
        Some(CurvePoint { simulations: point.simulations, value, low, high })
    };
    let curve = |player: &PlayerQuality| {
        let points: Vec<_> = player.convergence.as_ref()?.curve.iter().filter_map(point).collect();
        let name = marked(&player.spec, player.seeing);
        (!points.is_empty()).then_some(Curve { name, points })
    };
    summary.players.iter().filter_map(curve).collect()
}
