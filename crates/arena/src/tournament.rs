//! A tournament: its players, its openings and the games to play.

use plywood_registry::{Games, Session};
use plywood_search::Rng;

use crate::error::Field;
use crate::lineup::Lineup;
use crate::start::{self, Start, round_seed};
use crate::statistics::sprt::Sprt;
use crate::{ArenaError, GameRecord, Plan, list, or_none};

/// A validated plan with its openings.
pub struct Tournament {
    /// The plan.
    pub plan: Plan,
    pub(crate) lineup: Lineup,
    /// The opening of each round; empty if the rounds differ by their seeds alone.
    openings: Vec<Start>,
}

/// Maximum number of games in a plan: a larger number is likely a typing error.
const MAX_GAMES: u32 = 100_000;

/// Number of games in a row without a new opening after which the search for openings ends.
const MAX_FAILURES: u32 = 2000;

/// The random stream for openings. The streams 0, 1, 2 and so on belong to the rounds.
const OPENING_STREAM: u64 = u64::MAX;

/// A game to be played: its round and the player on each seat.
///
/// The fixture and the plan determine the seeds of the game, so games can be played in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fixture {
    /// The round, which determines the opening and the seed of the game.
    pub round: u32,
    /// The index of the player on each seat.
    pub seats: Vec<usize>,
}

impl Tournament {
    /// Validates a plan and draws its openings.
    pub fn new(games: &Games, plan: Plan) -> Result<Self, ArenaError> {
        let lineup = Lineup::new(games, &plan.game, &plan.rules, &plan.players)?;
        let mut tournament = Tournament { plan, lineup, openings: Vec::new() };
        tournament.check()?;
        if !tournament.is_solo() && !tournament.lineup.entry.has_hidden_facts() {
            tournament.openings = tournament.draw_openings()?;
        }
        Ok(tournament)
    }

    fn check(&self) -> Result<(), ArenaError> {
        let plan = &self.plan;
        let (name, players, games) = (&plan.game, plan.players.len(), plan.games);
        let fewest = if self.is_solo() { 1 } else { 2 };
        if players < fewest {
            return Err(Field::Players
                .error(format!("{players} given: expected at least {fewest} for {name}")));
        }
        if games > MAX_GAMES {
            return Err(Field::Games.error(format!("{games}: expected at most {MAX_GAMES}")));
        }
        let (seats, each) = (self.seats(), self.games_per_round());
        if games == 0 || !games.is_multiple_of(each) {
            let expected = match seats {
                1 => "at least 1".to_owned(),
                2 => "an even number of at least 2, since each opening is played twice".to_owned(),
                _ => format!(
                    "a multiple of {each}, since each deal is played in {seats} rotations of two line-ups"
                ),
            };
            return Err(Field::Games.error(format!("{games}: expected {expected}")));
        }
        if let Some(shard) = plan.shard {
            if plan.sprt.is_some() {
                let problem = "a sequential test needs the games of all parts";
                return Err(Field::Shard.error(format!("{shard}: {problem}")));
            }
            let rounds = self.rounds();
            if shard.count() > rounds {
                // A part without a round could be neither played nor joined with the others.
                let problem =
                    format!("{shard}: expected at most {rounds} parts, one for each round");
                return Err(Field::Shard.error(problem));
            }
        }
        if let Some([elo0, elo1]) = plan.sprt {
            if seats != 2 || players != 2 {
                return Err(Field::Sprt.error("expected two players of a game for two"));
            }
            Sprt::new(elo0, elo1).map_err(|error| Field::Sprt.error(error))?;
        }
        Ok(())
    }

    /// Draws an opening of random moves for each round. No two openings lead to the same position,
    /// and no opening ends the game. Too few different openings are an error.
    fn draw_openings(&self) -> Result<Vec<Start>, ArenaError> {
        let Plan { seed, opening, .. } = self.plan;
        let play = |session: &mut dyn Session, rng: &mut Rng| {
            for _ in 0..opening {
                let moves = session.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = &moves[rng.below(moves.len())];
                session.play(mv).map_err(Field::Rules.invalid())?;
            }
            Ok(session.seat().is_some())
        };
        let expected = self.rounds();
        let openings =
            start::draw(&self.lineup, (seed, OPENING_STREAM), expected, MAX_FAILURES, play)?;
        if openings.len() < expected as usize {
            let (found, games) = (openings.len(), self.games_per_round());
            return Err(ArenaError::FewOpenings { expected, found, games });
        }
        Ok(openings)
    }

    /// Returns the seed and the first moves of the games of a round.
    pub(crate) fn start(&self, round: u32) -> Start {
        let seed = || round_seed(self.plan.seed, round);
        let opening = self.openings.get(round as usize).cloned();
        opening.unwrap_or_else(|| Start { seed: seed(), moves: Vec::new() })
    }

    /// Returns whether the plan has the game's round. It may not, since a tournament can be resumed with
    /// fewer games.
    pub(crate) fn is_planned(&self, game: &GameRecord) -> bool {
        game.round < self.rounds() && self.plays(game.round)
    }

    /// Checks that a record can be a game of this tournament. The error says why it cannot.
    pub(crate) fn check_record(&self, game: &GameRecord) -> Result<(), String> {
        let plan = &self.plan;
        let other = |what: Field, expected: &str| {
            Err(format!("other {what} than in the plan: expected {expected}"))
        };
        if game.game != plan.game {
            return other(Field::Game, &plan.game);
        }
        if game.rules != plan.rules {
            return other(Field::Rules, or_none(&plan.rules));
        }
        if !self.meet(&game.seats) {
            return Err("these players do not meet in the plan".to_owned());
        }
        let players: Vec<&String> = game.seats.iter().map(|&seat| &plan.players[seat]).collect();
        if !game.players.iter().eq(players.iter().copied()) {
            return other(Field::Players, &list(&players));
        }
        let seats = game.seats.len();
        if game.result.scores.len() != seats || game.times.len() != seats {
            return Err(format!("expected scores and times for {seats} seats"));
        }
        let seeing = game.seats.iter().map(|&seat| self.lineup.players[seat].seeing);
        if !game.seeing.iter().copied().eq(seeing) {
            return Err("it is wrong about which players see hidden facts".to_owned());
        }
        let start = self.start(game.round);
        let starts_right = game.seed == start.seed && game.opening == start.moves;
        if self.is_planned(game) && !starts_right {
            return Err(format!("its seed or opening is not that of round {}", game.round));
        }
        Ok(())
    }

    /// Returns whether the plan has games with these players on the seats.
    fn meet(&self, seats: &[usize]) -> bool {
        let mut players = seats.to_vec();
        players.sort_unstable();
        players.dedup();
        seats.len() == self.seats()
            && match players[..] {
                [player] => self.is_solo() && player < self.plan.players.len(),
                [a, b] => {
                    let seatings = || self.seatings(a, b);
                    self.pairs().contains(&(a, b)) && seatings().iter().any(|other| other == seats)
                }
                _ => false,
            }
    }

    /// Returns whether the game has one player.
    pub fn is_solo(&self) -> bool {
        self.lineup.is_solo()
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> usize {
        self.lineup.seats()
    }

    /// Returns the unit of scores.
    pub fn score_unit(&self) -> &str {
        self.lineup.entry.score_unit()
    }

    fn games_per_round(&self) -> u32 {
        games_per_round(self.seats())
    }

    /// Returns the number of rounds.
    fn rounds(&self) -> u32 {
        self.plan.games / self.games_per_round()
    }

    /// Returns the pairs of players to compare, by index.
    pub(crate) fn pairs(&self) -> Vec<(usize, usize)> {
        let count = self.plan.players.len();
        let firsts = if self.plan.gauntlet { 1 } else { count };
        (0..firsts).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
    }

    /// Returns, for each game between `a` and `b` in a round, the index of the player on each seat. Player
    /// `a` sits on each seat in turn and `b` on all others; with more than two seats, also the reverse.
    fn seatings(&self, a: usize, b: usize) -> Vec<Vec<usize>> {
        let seats = self.seats();
        let lineups = if seats == 2 { &[(a, b)][..] } else { &[(a, b), (b, a)] };
        let seating = |one, others, seat| {
            let mut players = vec![others; seats];
            players[seat] = one;
            players
        };
        let rotations = |&(one, others)| (0..seats).map(move |seat| seating(one, others, seat));
        lineups.iter().flat_map(rotations).collect()
    }

    /// Returns whether the plan includes a round. A [`Shard`](crate::Shard) has only some of the rounds.
    fn plays(&self, round: u32) -> bool {
        self.plan.shard.is_none_or(|shard| shard.has(round))
    }

    /// Returns all games, round by round, so that the games of a stopped tournament are balanced.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let seats: Vec<Vec<usize>> = if self.is_solo() {
            (0..self.plan.players.len()).map(|player| vec![player]).collect()
        } else {
            self.pairs().into_iter().flat_map(|(a, b)| self.seatings(a, b)).collect()
        };
        let round = |round| seats.iter().map(move |seats| Fixture { round, seats: seats.clone() });
        (0..self.rounds()).filter(|&round| self.plays(round)).flat_map(round).collect()
    }
}

/// Returns the number of games that two players play with the same opening or deal; 1 for a solo game.
/// The games of a plan must be a multiple of this number.
///
/// With two seats, the players swap seats. With more, every deal is played in all rotations of two
/// line-ups: the first player on one seat and the second on all others, and the reverse.
pub fn games_per_round(seats: usize) -> u32 {
    match seats {
        1 | 2 => seats as u32,
        _ => 2 * seats as u32,
    }
}
