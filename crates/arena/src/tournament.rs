//! A tournament: who meets whom, from which openings.

use plywood_table::{GameEntry, Games, Settings, Spec};

use crate::openings::{self, Opening};
use crate::statistics::sprt::Sprt;
use crate::{ArenaError, Plan};

/// A plan that was found to make sense, with its openings drawn.
pub struct Tournament<'a> {
    pub(crate) plan: Plan,
    pub(crate) entry: &'a dyn GameEntry,
    pub(crate) rules: Settings,
    pub(crate) specs: Vec<Spec>,
    /// Whether each player sees what is hidden.
    pub(crate) seeing: Vec<bool>,
    /// One for each round; empty where one plays alone.
    pub(crate) openings: Vec<Opening>,
}

/// A game that is to be played: who sits where, and the number of the round.
/// Everything about the game follows from it, whenever it is played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fixture {
    /// The number of the opening, or of the game's seed.
    pub round: u32,
    /// The number of the player on each seat.
    pub seats: Vec<usize>,
}

impl<'a> Tournament<'a> {
    /// Checks a plan against the games that there are.
    pub fn new(games: &'a Games, plan: Plan) -> Result<Self, ArenaError> {
        let entry = games.find(&plan.game).map_err(ArenaError::input("GAME"))?;
        let rules: Settings = plan.rules.parse().map_err(ArenaError::input("--rules"))?;
        let mut session =
            entry.open(&rules, None, plan.seed).map_err(ArenaError::input("--rules"))?;
        let (mut specs, mut seeing) = (Vec::new(), Vec::new());
        for text in &plan.players {
            let spec: Spec = text.parse().map_err(ArenaError::input("--player"))?;
            let player =
                session.seat_player(&spec, plan.seed).map_err(ArenaError::input("--player"))?;
            seeing.push(session.is_seeing(player));
            specs.push(spec);
        }
        drop(session);
        let mut tournament = Tournament { plan, entry, rules, specs, seeing, openings: Vec::new() };
        tournament.check()?;
        if !tournament.is_solo() {
            let Plan { seed, opening, .. } = tournament.plan;
            tournament.openings =
                openings::draw(entry, &tournament.rules, seed, opening, tournament.rounds())?;
        }
        Ok(tournament)
    }

    fn check(&self) -> Result<(), ArenaError> {
        let wrong = |argument, problem: String| Err(ArenaError::Input { argument, problem });
        let (plan, name) = (&self.plan, self.entry.name());
        let fewest = if self.is_solo() { 1 } else { 2 };
        if self.specs.len() < fewest {
            let given = self.specs.len();
            return wrong(
                "--player",
                format!(
                    "{name} is a game of {fewest}, and {given} player was given: expected at least {fewest}"
                ),
            );
        }
        if plan.games == 0 || (!self.is_solo() && !plan.games.is_multiple_of(2)) {
            let games = plan.games;
            let even =
                if self.is_solo() { "" } else { "even, since each opening is played twice, and " };
            return wrong(
                "--games",
                format!("{games} games were asked for: expected {even}at least {fewest}"),
            );
        }
        if let Some([elo0, elo1]) = plan.sprt {
            if self.is_solo() || self.specs.len() != 2 {
                return wrong("--sprt", "tests two players of a game of two".to_owned());
            }
            if let Err(error) = Sprt::new(elo0, elo1) {
                return wrong("--sprt", error.to_string());
            }
        }
        Ok(())
    }

    /// What was asked for.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The game.
    pub fn entry(&self) -> &'a dyn GameEntry {
        self.entry
    }

    /// Whether it is a game that one plays alone.
    pub fn is_solo(&self) -> bool {
        self.entry.seats().len() == 1
    }

    /// Openings, or games of each player.
    fn rounds(&self) -> u32 {
        if self.is_solo() { self.plan.games } else { self.plan.games / 2 }
    }

    /// The players that are compared with each other, by number.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let count = self.specs.len();
        let firsts = if self.plan.gauntlet { 1 } else { count };
        (0..firsts).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
    }

    /// All games, round by round, so that any beginning of them is balanced.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let seats: Vec<Vec<usize>> = if self.is_solo() {
            (0..self.specs.len()).map(|player| vec![player]).collect()
        } else {
            self.pairs().into_iter().flat_map(|(a, b)| [vec![a, b], vec![b, a]]).collect()
        };
        let round = |round| seats.iter().map(move |seats| Fixture { round, seats: seats.clone() });
        (0..self.rounds()).flat_map(round).collect()
    }
}
