//! A part of a tournament, for one of several machines.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use plywood_registry::Games;
use serde::{Deserialize, Serialize};

use crate::folder::wrong;
use crate::{ArenaError, GameRecord, Plan, Records, Tournament, list};

/// One of several parts of a tournament, written as `2/4`: the second of four.
///
/// Each of four parts has every fourth round. No round is divided, so the games of a part are balanced, and all parts
/// take about the same time.
///
/// ```
/// use plywood_arena::Shard;
///
/// let second: Shard = "2/4".parse()?;
/// assert!(second.has(1) && second.has(5) && !second.has(2));
/// assert_eq!(Shard::of(5, 4), second);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// From 1 to `count`.
    number: u32,
    count: u32,
}

impl Shard {
    /// Returns the part that a round belongs to, of `count` parts.
    ///
    /// # Panics
    /// If `count` is 0.
    pub fn of(round: u32, count: u32) -> Self {
        Shard { number: round % count + 1, count }
    }

    /// Returns the number of parts.
    pub(crate) fn count(self) -> u32 {
        self.count
    }

    /// Returns whether a round belongs to the part. Rounds are counted from 0.
    pub fn has(self, round: u32) -> bool {
        Shard::of(round, self.count) == self
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (number, count) = text.split_once('/')?;
            let (number, count) = (number.parse().ok()?, count.parse().ok()?);
            (1..=count).contains(&number).then_some(Shard { number, count })
        };
        read().ok_or_else(|| "expected a part and the number of parts, such as 2/4".to_owned())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// Reads the folders of all parts of a tournament. Returns the undivided tournament, and its games in the order of the
/// plan.
///
/// Returns an error if a folder does not hold a part, if two folders hold parts of different tournaments or the same
/// part, if a part does not have all its games, or if a part is missing.
pub fn join(
    games: &Games,
    folders: &[PathBuf],
) -> Result<(Tournament, Vec<GameRecord>), ArenaError> {
    let (mut parts, mut joined): (Vec<(Shard, &PathBuf, Plan)>, _) = (Vec::new(), Vec::new());
    for folder in folders {
        let part = Records::read_plan(folder)?;
        let Some(shard) = part.shard else {
            return Err(wrong(folder, "holds a whole tournament: expected a part of one"));
        };
        if let Some((first, other, plan)) = parts.first() {
            let other = other.display();
            if first.count != shard.count {
                return Err(wrong(folder, format!("holds part {shard}, and {other} part {first}")));
            }
            let undivided = |plan: &Plan| Plan { shard: None, rank: None, ..plan.clone() };
            if undivided(plan) != undivided(&part) {
                let why = plan.difference(&Plan { shard: plan.shard, ..part.clone() });
                let why = why.map_or_else(
                    || format!("games {}, not {}", part.games, plan.games),
                    |(field, expected, found)| format!("{field} {found}, not {expected}"),
                );
                let problem = format!("holds a part of another tournament than {other}: {why}");
                return Err(wrong(folder, problem));
            }
        }
        if let Some((_, other, _)) = parts.iter().find(|(known, ..)| *known == shard) {
            let problem = format!("holds part {shard}, which {} holds, too", other.display());
            return Err(wrong(folder, problem));
        }
        let tournament = Tournament::new(games, part.clone())?;
        let played = Records::read(folder, &tournament)?;
        let planned = tournament.fixtures().len();
        if played.len() < planned {
            let problem = format!(
                "holds {} of the {planned} games of part {shard}: --resume continues it",
                played.len()
            );
            return Err(wrong(folder, problem));
        }
        joined.extend(played);
        parts.push((shard, folder, part));
    }
    let Some((Shard { count, .. }, folder, plan)) = parts.first() else {
        return Err(wrong(&PathBuf::from("."), "expected the folders of a tournament's parts"));
    };
    let has = |number: &u32| parts.iter().any(|(shard, ..)| shard.number == *number);
    let missing = (1..=*count).filter(|number| !has(number));
    let missing: Vec<String> = missing.map(|number| format!("{number}/{count}")).collect();
    if !missing.is_empty() {
        let problem = format!("holds a part of a tournament: missing {}", list(&missing));
        return Err(wrong(folder, problem));
    }
    let tournament = Tournament::new(games, Plan { shard: None, ..plan.clone() })?;
    joined.sort_by_key(GameRecord::fixture);
    Ok((tournament, joined))
}
