//! A tournament: who meets whom, from which openings.

use std::fmt::Debug;

use plywood_registry::{GameEntry, Games, Settings, Spec};

use crate::lineup::Lineup;
use crate::openings::{self, Opening, round_seed};
use crate::statistics::sprt::Sprt;
use crate::{ArenaError, GameRecord, Plan};

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

/// More games than any question needs: beyond it a typing error is likelier.
const MOST_GAMES: u32 = 100_000;

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
        let Lineup { entry, rules, players } =
            Lineup::new(games, &plan.game, &plan.rules, &plan.players)?;
        let seeing = players.iter().map(|player| player.seeing).collect();
        let specs = players.into_iter().map(|player| player.spec).collect();
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
        if plan.games > MOST_GAMES {
            let games = plan.games;
            return wrong(
                "--games",
                format!("{games} games were asked for: expected at most {MOST_GAMES}"),
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

    /// The seed and the first moves of the games of a round.
    pub(crate) fn start(&self, round: u32) -> (u64, &[String]) {
        match self.openings.get(round as usize) {
            Some(opening) => (opening.seed, &opening.moves),
            None => (round_seed(self.plan.seed, round), &[]),
        }
    }

    /// Whether a game belongs to the plan.
    pub(crate) fn is_planned(&self, game: &GameRecord) -> bool {
        game.round < self.rounds()
    }

    /// What is wrong with a record as one of this tournament's games.
    pub(crate) fn problem_of(&self, game: &GameRecord) -> Option<String> {
        let expected = |what: &str, found: &dyn Debug, expected: &dyn Debug| {
            Some(format!("its {what} is {found:?}: expected {expected:?}"))
        };
        if game.game != self.plan.game {
            return expected("game", &game.game, &self.plan.game);
        }
        if game.rules != self.plan.rules {
            return expected("rules", &game.rules, &self.plan.rules);
        }
        let mut sorted = game.seats.clone();
        sorted.sort_unstable();
        let meet = match sorted[..] {
            [player] => self.is_solo() && player < self.specs.len(),
            [a, b] => self.pairs().contains(&(a, b)),
            _ => false,
        };
        if !meet {
            return Some(format!("players {:?} do not meet in the plan", game.seats));
        }
        let players: Vec<&String> =
            game.seats.iter().map(|&seat| &self.plan.players[seat]).collect();
        if !game.players.iter().eq(players.iter().copied()) {
            return expected("players", &game.players, &players);
        }
        let seats = game.seats.len();
        if game.result.scores.len() != seats || game.times.len() != seats {
            return Some(format!(
                "it has scores and times for another number of seats than {seats}"
            ));
        }
        let (seed, opening) = self.start(game.round);
        if self.is_planned(game) && (game.seed != seed || game.opening != opening) {
            return Some(format!("it does not begin as round {} does", game.round));
        }
        None
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
