//! Reviews of real games: exact endgames, luck, lost deals, and the games of the examples.

#[path = "../../../examples/connect_four.rs"]
#[expect(dead_code, reason = "the example also has a main of its own")]
mod connect_four;
#[path = "../../../examples/hearts.rs"]
#[expect(dead_code, reason = "the example also has a main of its own")]
mod hearts;

use plywood::arena::review::{Mark, Review, ReviewPlan, ReviewSummary};
use plywood::registry::{Entry, Games, Session, Settings};
use plywood::search::{Budget, Cancel, Goal, Rng};

fn open(games: &Games, game: &str, rules: &str, seed: u64) -> Box<dyn Session> {
    let rules: Settings = rules.parse().unwrap();
    games.find(game).unwrap().open(&rules, None, seed).unwrap()
}

/// Plays up to `most` moves by a player, or at random without a player. Returns the moves.
fn play(session: &mut dyn Session, player: Option<&str>, seed: u64, most: usize) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let player = player.map(|spec| session.seat_player(&spec.parse().unwrap(), seed).unwrap());
    let mut moves = Vec::new();
    while session.seat().is_some() && moves.len() < most {
        let legal = session.legal_moves();
        let random = legal[rng.below(legal.len())].clone();
        let mv = match player {
            Some(player) => session.ask(player, &session.budget(player), &mut ()).mv,
            None => Some(random),
        };
        let Some(mv) = mv else { break };
        moves.push(session.play(&mv).unwrap());
    }
    session.remove_players();
    moves
}

fn run(games: &Games, plan: ReviewPlan) -> ReviewSummary {
    let review = Review::new(games, plan).unwrap();
    let reviewed = review.run(1, &Cancel::new(), &mut |_| {}).unwrap();
    let summary = ReviewSummary::new(&review, &reviewed, 0.0);
    assert!(summary.complete);
    summary
}

/// Returns the score of each legal move for the seat to move, by solving the position after each move.
fn solved(session: &mut dyn Session) -> Vec<(String, f64)> {
    let (seat, legal) = (session.seat(), session.legal_moves());
    let score = |mv: String| {
        session.play(&mv).unwrap();
        let score = match session.seat() {
            None => session.score(seat.unwrap()),
            next => {
                let solve = session.solve(Goal::Score, &Budget::unlimited(), &mut |_| {});
                let score = solve.unwrap().score().expect("an exact score");
                if next == seat { score } else { -score }
            }
        };
        session.undo();
        (mv, score)
    };
    legal.into_iter().map(score).collect()
}

#[test]
fn in_the_last_sixteen_plies_of_othello_losses_equal_those_of_the_exact_solver() {
    let games = plywood::games();
    let (mut lost, mut outcomes_lost) = (0, 0);
    for seed in 0..8 {
        let mut session = open(&games, "othello", "", 0);
        let moves = play(&mut *session, (seed % 2 == 0).then_some("greedy"), seed, 100);
        let plan = ReviewPlan {
            moves: moves.clone(),
            player: "mcts".to_owned(),
            simulations: Some(16),
            ..ReviewPlan::new("othello")
        };
        let summary = run(&games, plan);
        let last = moves.len() - 16;
        while session.played().len() > last {
            session.undo();
        }
        for one in &summary.moves[last..] {
            let scores = solved(&mut *session);
            let best = scores.iter().map(|(_, score)| *score).reduce(f64::max).unwrap();
            let played = scores.iter().find(|(mv, _)| *mv == one.mv).unwrap().1;
            assert_eq!(one.score_loss, Some(best - played), "seed {seed}: {one:?}");
            assert_eq!(one.score, Some(best), "seed {seed}: {one:?}");
            let value = |score: f64| f64::from(1 + score.partial_cmp(&0.0).unwrap() as i32) / 2.0;
            assert_eq!(one.loss, Some(value(best) - value(played)), "seed {seed}: {one:?}");
            assert!(one.exact && one.value == Some(value(best)));
            lost += usize::from(best > played);
            outcomes_lost += usize::from(value(best) > value(played));
            session.play(&one.mv).unwrap();
        }
    }
    assert!(lost > 10 && outcomes_lost > 0, "{lost} and {outcomes_lost} of 128 moves lost");
}

#[test]
fn the_position_of_a_mark_is_that_of_its_mover_and_the_better_line_is_legal() {
    let games = plywood::games();
    for (game, rules) in [("klondike", ""), ("woodblock", "cap=4"), ("tetris", "height=8,cap=9")] {
        let mut session = open(&games, game, rules, 5);
        let moves = play(&mut *session, None, 5, 25);
        let plan = ReviewPlan {
            rules: rules.to_owned(),
            game_seed: 5,
            moves: moves.clone(),
            simulations: Some(40),
            ..ReviewPlan::new(game)
        };
        let summary = run(&games, plan.clone());
        assert_eq!(summary, run(&games, plan), "{game}");
        let mut again = open(&games, game, rules, 5);
        let (mut known, mut lucky) = (0, 0);
        for one in &summary.moves {
            assert_eq!(one.position, again.position(), "{game}");
            if let Some(best) = &one.best {
                assert!(again.legal_moves().contains(&best.mv), "{game}: {one:?}");
                assert_eq!(best.words.len(), best.pv.len());
            }
            known += usize::from(one.loss.is_some());
            lucky += usize::from(one.luck.is_some());
            again.play(&one.mv).unwrap();
        }
        assert!(2 * known > summary.moves.len(), "{game}: {known} losses are known");
        assert!(lucky > 0, "{game}: something came to light");
    }
}

#[test]
fn a_lost_deal_of_klondike_is_noted_with_the_move_that_lost_it() {
    let games = plywood::games();
    let mut noted = 0;
    for seed in 0..3 {
        let mut session = open(&games, "klondike", "", seed);
        let moves = play(&mut *session, None, seed, 60);
        let plan = ReviewPlan {
            game_seed: seed,
            moves: moves.clone(),
            ended: true,
            player: "greedy".to_owned(),
            ..ReviewPlan::new("klondike")
        };
        let summary = run(&games, plan.clone());
        let lost = summary.notes.iter().find(|note| note.contains("even with open cards"));
        let verdict = |moves: usize| {
            let mut session = open(&games, "klondike", "", seed);
            plan.moves[..moves].iter().for_each(|mv| drop(session.play(mv).unwrap()));
            let budget = Budget::simulations(200_000).with_memory(256 << 20);
            session.solve(Goal::Outcome, &budget, &mut |_| {}).unwrap().outcome()
        };
        let Some(note) = lost else {
            assert_ne!(verdict(moves.len()), Some(-1), "seed {seed}: the end is lost");
            continue;
        };
        noted += 1;
        let number = note.split(' ').find_map(|word| word.parse::<usize>().ok()).unwrap_or(0);
        assert_eq!(verdict(number), Some(-1), "seed {seed}: {note}");
        assert!(number == 0 || verdict(number - 1) != Some(-1), "seed {seed}: {note}");
        // Losses do not depend on the true deal: they are the same in a review of an unfinished game, which has no
        // note about the true deal.
        let losses =
            |summary: &ReviewSummary| summary.moves.iter().map(|one| one.loss).collect::<Vec<_>>();
        let open_end = run(&games, ReviewPlan { ended: false, ..plan });
        assert_eq!(losses(&summary)[..moves.len() - 1], losses(&open_end)[..moves.len() - 1]);
        assert!(open_end.notes.iter().all(|note| !note.contains("even with open cards")));
    }
    assert!(noted > 0, "random games lose deals");
}

#[test]
fn the_example_of_connect_four_is_reviewed() {
    let mut games = Games::default();
    games
        .add(Entry::new("connect_four", "four in a row", |_| connect_four::ConnectFour::default()));
    // Black stacks three discs in the first column, and white does not block it.
    let session = open(&games, "connect_four", "", 0);
    let columns = session.legal_moves();
    let [first, second] = [&columns[0], &columns[1]];
    let moves = [first, second, first, second, first, &columns[6], first].map(Clone::clone);
    let plan = ReviewPlan { moves: moves.to_vec(), ..ReviewPlan::new("connect_four") };
    let summary = run(&games, plan);
    let blunder = &summary.moves[5];
    assert_eq!(blunder.mark, Some(Mark::Blunder), "{blunder:?}");
    assert_eq!(&blunder.best.as_ref().unwrap().mv, first);
    assert_eq!(summary.moves[6].loss, Some(0.0));
    assert_eq!(summary.players[1].worst.first(), Some(&5));
}

#[test]
fn the_example_of_hearts_is_reviewed_with_luck_for_every_seat() {
    let mut games = Games::default();
    games.add(hearts::entry());
    let mut session = open(&games, "hearts", "", 2);
    let moves = play(&mut *session, None, 2, 200);
    assert_eq!(session.seat(), None);
    let plan = ReviewPlan {
        moves,
        game_seed: 2,
        simulations: Some(30),
        player: "mcts".to_owned(),
        ..ReviewPlan::new("hearts")
    };
    let whole = run(&games, plan.clone());
    assert_eq!(whole.players.len(), 4);
    for player in &whole.players {
        assert!(player.mean_loss.is_some() && player.luck.is_some(), "{player:?}");
        assert!(player.result.is_some());
    }
    // A review for one seat has only this seat's moves, with the same results.
    let own = run(&games, ReviewPlan { seats: Some(vec![2]), ..plan });
    let of_seat: Vec<_> = whole.moves.iter().filter(|one| one.seat == 2).cloned().collect();
    assert_eq!(own.players.len(), 1);
    assert_eq!(own.moves.len(), of_seat.len());
    for (own, whole) in own.moves.iter().zip(&of_seat) {
        assert_eq!((own.loss, own.luck, &own.best), (whole.loss, whole.luck, &whole.best));
    }
}
