//! Matches between two players: each opening twice, with colours swapped.

use plywood_othello::Othello;
use plywood_othello::players::Rollouts;
use plywood_search::{Budget, Game, Mcts, Player, RandomPlayer, Rng};

/// A player and what it spends on a move.
pub struct Contestant {
    player: Box<dyn Player<Othello>>,
    budget: Budget,
}

impl From<Mcts<Othello, Rollouts>> for Contestant {
    fn from(mcts: Mcts<Othello, Rollouts>) -> Self {
        let budget = mcts.budget().with_stop_early(true);
        Contestant { player: Box::new(mcts.into_searcher()), budget }
    }
}

impl From<RandomPlayer> for Contestant {
    fn from(player: RandomPlayer) -> Self {
        Contestant { player: Box::new(player), budget: Budget::simulations(1) }
    }
}

/// How a match went for the first player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// Random moves at the start of a game, so that no two pairs of games are the same.
const OPENING_MOVES: usize = 8;

/// Plays `games` games, a half with each colour; `first` and `second` make the
/// players of a game from its seed.
pub fn play_match(
    games: u64,
    first: impl Fn(u64) -> Contestant,
    second: impl Fn(u64) -> Contestant,
) -> Tally {
    let mut tally = Tally::default();
    for game in 0..games {
        let opening = opening(game / 2);
        let (mut first, mut second) = (first(game), second(game));
        let score = match game % 2 {
            0 => play(opening, [&mut first, &mut second]).score(0),
            _ => play(opening, [&mut second, &mut first]).score(1),
        };
        match score {
            score if score > 0.0 => tally.wins += 1,
            score if score < 0.0 => tally.losses += 1,
            _ => tally.draws += 1,
        }
    }
    tally
}

fn opening(number: u64) -> Othello {
    let (mut rng, mut scratch) = (Rng::stream(2, number), Vec::new());
    let mut position = Othello::start();
    for _ in 0..OPENING_MOVES {
        if let Some(mv) = position.random_move(&mut rng, &mut scratch) {
            position.play(mv);
        }
    }
    position
}

fn play(mut position: Othello, mut players: [&mut Contestant; 2]) -> Othello {
    while let Some(seat) = position.seat() {
        let mover = &mut *players[usize::from(seat)];
        let decision = mover.player.decide(&position, &mover.budget, &mut ());
        let mv = decision.mv.expect("a game that is not over has a move");
        let before = position;
        position.play(mv);
        for contestant in &mut players {
            contestant.player.observe(&before, mv, (), &position);
        }
    }
    position
}
