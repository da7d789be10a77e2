//! A player that looks one placement ahead.

use plywood_search::{Budget, Decision, Game, Observer, Player};

use crate::evaluation::Features;
use crate::position::{Move, Position};
use crate::woodblock::Woodblock;

/// A player that chooses the move after which the board has the greatest [`Features`], the first
/// such move in the order of [`Position::moves`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Player<Woodblock> for Greedy {
    fn decide(
        &mut self,
        view: &Position,
        _budget: &Budget,
        _observer: &mut dyn Observer<Move>,
    ) -> Decision<<Woodblock as Game>::Move> {
        let rules = view.rules();
        let mut moves = Vec::new();
        view.moves(&mut moves);
        let features = |mv: &Move| Features::of(rules.grid(), view.after(*mv).board);
        moves.sort_by_cached_key(|mv| std::cmp::Reverse(features(mv)));
        let points = |mv: Move| Some(f64::from(view.after(mv).points));
        Decision::unsearched(moves.into_iter().map(|mv| (mv, points(mv))))
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::Notation;

    use super::*;
    use crate::rollouts::greediest;
    use crate::rules::Rules;

    #[test]
    fn greedy_plays_as_its_rollouts_do() {
        let mut game = Woodblock::new(Rules::default(), 3);
        while game.seat().is_some() && game.position().hands() < 30 {
            let decision = Greedy.decide(&game.view(0), &Budget::simulations(1), &mut ());
            assert_eq!(decision.mv, greediest(game.position()));
            game.play(decision.mv.expect("the game is not over"));
        }
    }

    #[test]
    fn greedy_clears_lines_and_keeps_to_edges() {
        let start = Woodblock::new(Rules::default(), 3);
        let rows = format!("#########./{}", [".........."; 9].join("/"));
        let choose = |hand: &str, rows: &str| {
            let game = start.read_position(&format!("{rows} hand:{hand}")).expect("a position");
            let mv = Greedy.decide(&game.view(0), &Budget::simulations(1), &mut ()).mv;
            game.write_move(mv.expect("a move"))
        };
        assert_eq!(choose("##/##,#,###", &rows), "2@j1");
        assert_eq!(choose("##/##,,", &[".........."; 10].join("/")), "1@a1");
    }
}
