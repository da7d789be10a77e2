//! Reviews of games with known values.

#[path = "toys/coins.rs"]
mod coins;
#[path = "toys/leduc.rs"]
mod leduc;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use plywood_arena::review::{Mark, Review, ReviewPlan, ReviewSummary, ReviewedMove, value_graph};
use plywood_arena::{ArenaError, Field};
use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{Entry, Games, PlayerKind, ReviewSettings, Settings, Thresholds};
use plywood_search::nim::Nim;
use plywood_search::{
    Budget, ByScore, Cancel, Candidate, Decision, Observer, Player, Rng, Stats, StoppedBy,
};

use coins::{Coins, GAMBLE, SAFE};

/// A player that knows the values of [`Coins`]: each round is worth 1.5, the safe move 1.
#[derive(Clone, Copy)]
struct Exact;

impl Player<Coins> for Exact {
    fn decide(&mut self, view: &Coins, _: &Budget, _: &mut dyn Observer<u8>) -> Decision<u8> {
        let later = 1.5 * f64::from(view.rounds_left() - 1);
        let candidates = [(GAMBLE, 1.5), (SAFE, 1.0)].map(|(mv, gain)| {
            let mut candidate = Candidate::unvisited(mv);
            (candidate.value, candidate.proven) = (Some(gain + later), Some(gain + later));
            candidate
        });
        Decision::new(candidates.to_vec(), Stats::default(), StoppedBy::Proven)
    }
}

/// Returns games with [`Coins`] of `rounds` rounds, whose tosses are the bits of the seed.
fn games_of(rounds: u32) -> Games {
    games_with("exact", Exact, rounds)
}

/// Returns games with [`Coins`] and a player of this name.
fn games_with(
    name: &'static str,
    player: impl Player<Coins> + Copy + Sync + 'static,
    rounds: u32,
) -> Games {
    let kind = PlayerKind::new(name, "a player of coins", &[], move |_, _| {
        let player = ConfiguredPlayer::new(player, Budget::simulations(1), "points");
        Ok(player.with_values_of(ByScore))
    });
    let entry = Entry::new("coins", "safe or gamble", move |seed| Coins::new(rounds, seed));
    let mut games = Games::default();
    games.add(entry.player(kind));
    games
}

fn nim(heap: u8) -> Games {
    let mut games = Games::default();
    games.add(Entry::new("nim", "take 1 to 3", move |_| Nim::new(heap)));
    games
}

fn texts(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|&mv| mv.to_owned()).collect()
}

fn run(games: &Games, plan: ReviewPlan, threads: usize) -> ReviewSummary {
    let review = Review::new(games, plan).unwrap();
    let reviewed = review.run(threads, &Cancel::new(), &mut |_| {}).unwrap();
    ReviewSummary::new(&review, &reviewed, 0.0)
}

#[test]
fn with_exact_values_loss_and_luck_are_exact_and_add_up_to_the_result() {
    let games = games_of(3);
    for tosses in 0..8 {
        for choices in 0..8 {
            let gambles: Vec<bool> = (0..3).map(|round| choices >> round & 1 == 1).collect();
            let moves = gambles.iter().map(|&gamble| if gamble { "gamble" } else { "safe" });
            let plan = ReviewPlan {
                moves: moves.map(str::to_owned).collect(),
                game_seed: tosses,
                player: "exact".to_owned(),
                ..ReviewPlan::new("coins")
            };
            let summary = run(&games, plan, 1);
            for (round, one) in summary.moves.iter().enumerate() {
                let heads = tosses >> round & 1 == 1;
                let (loss, luck) = match gambles[round] {
                    true => (0.0, Some(if heads { 1.5 } else { -1.5 })),
                    false => (0.5, None),
                };
                assert_eq!((one.loss, one.luck), (Some(loss), luck), "{tosses} {choices} {one:?}");
                assert_eq!(one.loss_ci95, Some([loss; 2]));
                assert!(one.exact && one.significant == (loss > 0.0));
                assert_eq!(one.value, Some(1.5 * (3 - round) as f64));
            }
            let player = &summary.players[0];
            let loss: f64 = summary.moves.iter().filter_map(|one| one.loss).sum();
            let luck = player.luck.unwrap_or(0.0);
            assert_eq!(player.result, Some(4.5 + luck - loss), "{tosses} {choices}");
        }
    }
}

/// A game that can be used on one thread only must be reviewed on this thread.
#[test]
fn with_no_threads_all_analyses_are_made_by_the_calling_thread() {
    let threads = Arc::new(Mutex::new(HashSet::new()));
    let seated = threads.clone();
    let exact = PlayerKind::new("exact", "knows the values", &[], move |_, _| {
        seated.lock().unwrap().insert(thread::current().id());
        let player = ConfiguredPlayer::new(Exact, Budget::simulations(1), "points");
        Ok(player.with_values_of(ByScore))
    });
    let entry = Entry::new("coins", "safe or gamble", |seed| Coins::new(3, seed));
    let mut games = Games::default();
    games.add(entry.player(exact));
    let plan = ReviewPlan {
        moves: texts(&["safe", "gamble", "safe"]),
        player: "exact".to_owned(),
        ..ReviewPlan::new("coins")
    };
    let review = Review::new(&games, plan).unwrap();
    threads.lock().unwrap().clear();
    let reviewed = review.run(0, &Cancel::new(), &mut |_| {}).unwrap();
    assert!(reviewed.is_complete);
    assert_eq!(*threads.lock().unwrap(), HashSet::from([thread::current().id()]));
}

/// The value that a search finds is a mean that includes moves tried only to explore, so it is close to the known
/// value but not exact.
#[test]
fn a_search_finds_nearly_the_known_loss_and_luck() {
    let plan = ReviewPlan {
        moves: texts(&["safe", "gamble", "safe"]),
        game_seed: 0b010,
        player: "mcts:c=0.3".to_owned(),
        simulations: Some(4000),
        ..ReviewPlan::new("coins")
    };
    let summary = run(&games_of(3), plan, 1);
    let [first, second, _] = &summary.moves[..] else { panic!("{summary:?}") };
    let near = |found: Option<f64>, known: f64| (found.unwrap() - known).abs() < 0.25;
    assert!(near(first.loss, 0.5), "{first:?}");
    assert!(first.significant && first.mark.unwrap() > Mark::Good, "{first:?}");
    assert_eq!(first.luck, None, "a safe move shows nothing");
    assert!(near(second.luck, 1.5), "{second:?}");
    assert_eq!(second.loss, Some(0.0));
    for one in [first, second] {
        let [played, best] = [&one.played, &one.best].map(|one| one.as_ref().unwrap());
        assert!(played.visits >= Some(1000) && best.visits >= Some(1000), "{one:?}");
    }
}

/// Returns the review of a move without its luck, the only part that depends on facts that were revealed later.
fn judgement(one: &ReviewedMove) -> ReviewedMove {
    ReviewedMove { luck: None, luck_ci95: None, ..one.clone() }
}

#[test]
fn facts_that_come_to_light_later_change_luck_and_never_loss() {
    let games = games_of(4);
    let of = |seed: u64| {
        let plan = ReviewPlan {
            moves: texts(&["safe", "gamble", "safe", "gamble"]),
            game_seed: seed,
            player: "mcts".to_owned(),
            simulations: Some(300),
            ..ReviewPlan::new("coins")
        };
        run(&games, plan, 1).moves
    };
    // The gambles reveal the tosses of rounds 2 and 4. `heads` differs from `tails` in the toss of round 2, `last` in
    // that of round 4.
    let [tails, heads, last] = [0b0000, 0b0010, 0b1000].map(of);
    for ply in 0..2 {
        assert_eq!(judgement(&tails[ply]), judgement(&heads[ply]));
    }
    assert!(heads[1].luck > tails[1].luck);
    for ply in 0..4 {
        assert_eq!(judgement(&tails[ply]), judgement(&last[ply]));
    }
    assert_eq!(tails[1].luck, last[1].luck);
    assert!(last[3].luck > tails[3].luck);
}

#[test]
fn a_private_hand_of_another_seat_never_changes_a_loss() {
    let mut games = Games::default();
    games.add(leduc::entry());
    let entry = games.find("leduc").unwrap();
    let views = |seed| {
        let session = entry.open(&Settings::default(), None, seed).unwrap();
        [0, 1].map(|seat| session.view(seat).position)
    };
    let [own, other] = views(0);
    let twin = (1..200).find(|&seed| views(seed)[0] == own && views(seed)[1] != other);
    let of = |seed| {
        let mut session = entry.open(&Settings::default(), None, seed).unwrap();
        let mut moves = Vec::new();
        while session.seat().is_some() && moves.len() < 4 {
            let mv = session.legal_moves()[0].clone();
            moves.push(session.play(&mv).unwrap());
        }
        let plan = ReviewPlan {
            simulations: Some(200),
            game_seed: seed,
            moves,
            ..ReviewPlan::new("leduc")
        };
        run(&games, plan, 1).moves.swap_remove(0)
    };
    let [one, twin] = [0, twin.expect("another hand of the other seat")].map(of);
    assert_eq!(one.seat, 0);
    assert_eq!(judgement(&one), judgement(&twin));
}

#[test]
fn the_review_is_the_same_on_any_number_of_threads_and_for_the_same_seed() {
    let games = nim(40);
    let plan = |seed| ReviewPlan {
        moves: texts(&["1", "2", "3", "1", "2", "3", "3"]),
        simulations: Some(100),
        seed,
        ..ReviewPlan::new("nim")
    };
    let one = run(&games, plan(7), 1);
    assert_eq!(one, run(&games, plan(7), 3));
    assert_eq!(one, run(&games, plan(7), 1));
    assert_ne!(one.moves, run(&games, plan(8), 1).moves);
}

#[test]
fn marks_and_sums_follow_from_exact_losses() {
    // Of 7 stones, taking 3 wins, and taking 1 or 2 loses. Then the second seat makes a losing move, too.
    let plan = ReviewPlan { moves: texts(&["1", "1", "1", "3", "1"]), ..ReviewPlan::new("nim") };
    let summary = run(&nim(7), plan, 1);
    let marks: Vec<_> = summary.moves.iter().map(|one| one.mark.unwrap()).collect();
    // Of 7, taking 1 loses; of 6, taking 1 loses; of 5, taking 1 wins; of 4, every move loses; 1 is the only move.
    assert_eq!(marks, [Mark::Blunder, Mark::Blunder, Mark::Best, Mark::Best, Mark::Best]);
    let losses: Vec<_> = summary.moves.iter().map(|one| one.loss.unwrap()).collect();
    assert_eq!(losses, [1.0, 1.0, 0.0, 0.0, 0.0]);
    let [first, second] = &summary.players[..] else { panic!("{summary:?}") };
    assert_eq!((first.moves, first.blunders, first.best), (3, 1, 2));
    assert_eq!((second.moves, second.blunders, second.best), (2, 1, 1));
    assert_eq!((first.mean_loss, second.mean_loss), (Some(0.333_333), Some(0.5)));
    assert_eq!((&first.worst[..], &second.worst[..]), (&[0][..], &[1][..]));
    assert_eq!((first.result, second.result), (Some(1.0), Some(0.0)));
    assert_eq!((first.luck, summary.moves[0].luck), (None, None), "nothing is hidden");
    assert!(summary.moves.iter().all(|one| one.exact));
    let svg = value_graph(&summary).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("??") && svg.contains("first"), "{svg}");
}

#[test]
fn an_unfinished_game_is_reviewed_up_to_there() {
    let plan = ReviewPlan { moves: texts(&["3", "1"]), ..ReviewPlan::new("nim") };
    let summary = run(&nim(7), plan, 1);
    assert!(summary.complete);
    assert_eq!(summary.moves.len(), 2);
    assert_eq!(summary.players[0].result, None);
    let unfinished = ReviewPlan {
        moves: texts(&["gamble"]),
        player: "exact".to_owned(),
        ..ReviewPlan::new("coins")
    };
    let [only] = &run(&games_of(2), unfinished, 1).moves[..] else { panic!("one move") };
    assert_eq!((only.loss, only.luck), (Some(0.0), None), "the value after it is not known");
}

#[test]
fn a_cancelled_review_keeps_what_is_done() {
    let games = nim(40);
    let moves = texts(&["1", "2", "3", "1", "2", "3"]);
    let plan = ReviewPlan { simulations: Some(50), moves, ..ReviewPlan::new("nim") };
    let review = Review::new(&games, plan).unwrap();
    let cancel = Cancel::new();
    let mut counts = Vec::new();
    let reviewed = review.run(1, &cancel, &mut |reviewed| {
        counts.push((reviewed.done, reviewed.total));
        if reviewed.done == 2 {
            cancel.cancel();
        }
    });
    let reviewed = reviewed.unwrap();
    assert_eq!(counts[..2], [(1, 6), (2, 6)]);
    let summary = ReviewSummary::new(&review, &reviewed, 0.0).cancelled();
    assert!(!summary.complete && summary.stopped == Some("cancelled"));
    assert_eq!(summary.moves.len(), reviewed.done);
    assert!((2..6).contains(&reviewed.done), "{}", reviewed.done);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "measures real time")]
fn a_time_limit_holds_for_the_whole_game() {
    let moves = texts(&["1"; 30]);
    let time = Some(Duration::from_millis(300));
    let plan = ReviewPlan { moves, time, player: "mcts".to_owned(), ..ReviewPlan::new("nim") };
    let began = std::time::Instant::now();
    let summary = run(&nim(200), plan, 1);
    let taken = began.elapsed();
    assert!(summary.complete && summary.simulations.is_none());
    assert!(taken < Duration::from_secs(3), "{taken:?}");
    assert!(taken > Duration::from_millis(200), "the time is used: {taken:?}");
}

#[test]
fn long_games_have_a_coarse_pass_and_their_largest_swings_in_full() {
    let rounds = 320;
    let mut rng = Rng::new(1);
    let moves = (0..rounds).map(|_| if rng.below(2) == 0 { "safe" } else { "gamble" }.to_owned());
    let plan = ReviewPlan {
        moves: moves.collect(),
        game_seed: rng.bits(),
        player: "mcts:max_depth=2,max_rollout=4".to_owned(),
        simulations: Some(400),
        ..ReviewPlan::new("coins")
    };
    let summary = run(&games_of(rounds), plan, 2);
    assert!(summary.complete);
    assert_eq!((summary.moves.len(), summary.total, summary.done), (320, 420, 420));
    let coarse = summary.coarse.as_ref().unwrap();
    assert_eq!((coarse.simulations, coarse.full), (Some(40), 100));
    assert_eq!(summary.moves.iter().filter(|one| one.depth == "full").count(), 100);
    let all = |one: &ReviewedMove| one.best.as_ref().and_then(|best| best.visits).unwrap();
    assert!(summary.moves.iter().all(|one| (all(one) > 40) == (one.depth == "full")));
    assert!(summary.notes.iter().any(|note| note.contains("320 moves")), "{:?}", summary.notes);
}

/// A player that considers only gambles.
#[derive(Clone, Copy)]
struct Gambler;

impl Player<Coins> for Gambler {
    fn decide(&mut self, view: &Coins, _: &Budget, _: &mut dyn Observer<u8>) -> Decision<u8> {
        let value = 1.5 * f64::from(view.rounds_left());
        let valued = Candidate::unsearched(GAMBLE, Some(value));
        let candidates = vec![valued, Candidate::unsearched(SAFE, None)];
        Decision::new(candidates, Stats::default(), StoppedBy::Decided)
    }
}

#[test]
fn a_move_that_the_player_does_not_value_is_worth_what_follows_if_it_showed_nothing() {
    let plan = ReviewPlan {
        moves: texts(&["safe", "gamble"]),
        player: "gambler".to_owned(),
        ..ReviewPlan::new("coins")
    };
    let summary = run(&games_with("gambler", Gambler, 2), plan, 1);
    // The safe move gives 1 and the last round 1.5; two gambles are worth 3.
    let played = summary.moves[0].played.as_ref().unwrap();
    assert_eq!((played.value, summary.moves[0].loss), (2.5, Some(0.5)));
    assert_eq!(summary.moves[0].luck, None);
}

/// A player that gives moves no values: it plays a move, or resigns if `gives_up`.
#[derive(Clone, Copy)]
struct Silent {
    gives_up: bool,
}

impl Player<Coins> for Silent {
    fn decide(&mut self, _: &Coins, _: &Budget, _: &mut dyn Observer<u8>) -> Decision<u8> {
        let moves = if self.gives_up { vec![] } else { vec![Candidate::unsearched(SAFE, None)] };
        Decision::new(moves, Stats::default(), StoppedBy::Decided)
    }
}

#[test]
fn without_a_best_move_no_loss_is_known() {
    for gives_up in [false, true] {
        let plan = ReviewPlan {
            moves: texts(&["safe", "safe"]),
            player: "silent".to_owned(),
            ..ReviewPlan::new("coins")
        };
        let summary = run(&games_with("silent", Silent { gives_up }, 2), plan, 1);
        for one in &summary.moves {
            assert_eq!((one.loss, one.mark, &one.best), (None, None, &None), "{one:?}");
            assert_eq!(one.value, gives_up.then_some(0.0), "what is left to gain: {one:?}");
        }
        let player = &summary.players[0];
        assert_eq!((player.mean_loss, player.best, player.moves), (None, 0, 2));
    }
}

#[test]
fn values_in_the_unit_of_scores_have_the_thresholds_of_scores() {
    let exact = PlayerKind::new("exact", "knows the values", &[], |_, _| {
        Ok(ConfiguredPlayer::new(Exact, Budget::simulations(1), "points"))
    });
    let settings = ReviewSettings {
        score_thresholds: Some(Thresholds::new(0.25, 0.5, 1.0)),
        ..ReviewSettings::default()
    };
    let entry = Entry::new("coins", "safe or gamble", |seed| Coins::new(3, seed));
    let mut games = Games::default();
    games.add(entry.player(exact).with_review(settings));
    let plan = ReviewPlan {
        moves: texts(&["safe", "gamble"]),
        player: "exact".to_owned(),
        ..ReviewPlan::new("coins")
    };
    let summary = run(&games, plan, 1);
    assert_eq!((summary.moves[0].loss, summary.moves[0].mark), (Some(0.5), Some(Mark::Mistake)));
    assert_eq!(Some(&summary.thresholds), summary.score_thresholds.as_ref());
}

#[test]
fn a_forfeited_game_has_no_result() {
    let plan = |forfeited| ReviewPlan {
        moves: texts(&["3", "1", "2"]),
        ended: true,
        forfeited,
        ..ReviewPlan::new("nim")
    };
    let result = |forfeited| run(&nim(7), plan(forfeited), 1).players[0].result;
    assert!(result(false).is_some());
    assert_eq!(result(true), None);
}

#[test]
fn a_likely_outcome_is_luck_as_well() {
    let mut games = Games::default();
    games.add(Entry::new("coins", "safe or gamble", |seed| Coins::biased(2, seed)));
    let luck = |tosses| {
        let plan = ReviewPlan {
            moves: texts(&["gamble", "safe"]),
            game_seed: tosses,
            player: "mcts".to_owned(),
            simulations: Some(200),
            ..ReviewPlan::new("coins")
        };
        run(&games, plan, 1).moves[0].luck
    };
    let [heads, tails] = [0b11, 0b00].map(luck);
    assert!(tails < Some(-1.0), "{tails:?}");
    assert!(heads.is_some() && heads < Some(1.0), "{heads:?}");
}

#[test]
fn an_interrupted_review_of_a_long_game_says_how_far_it_came() {
    let plan = ReviewPlan {
        moves: texts(&["safe"; 320]),
        player: "exact".to_owned(),
        ..ReviewPlan::new("coins")
    };
    let games = games_of(320);
    let review = Review::new(&games, plan).unwrap();
    for (enough, expected) in [
        (7, "7 of them were analysed with few simulations, and 0 of the 100"),
        (330, "320 of them were analysed with few simulations, and 10 of the 100"),
    ] {
        let cancel = Cancel::new();
        let mut summary = None;
        let run = review.run(0, &cancel, &mut |reviewed| {
            if reviewed.done == enough {
                cancel.cancel();
                summary = Some(ReviewSummary::new(&review, reviewed, 0.0));
            }
        });
        run.unwrap();
        let notes = summary.unwrap().notes;
        assert!(notes.iter().any(|note| note.contains(expected)), "{notes:?}");
    }
}

#[test]
fn the_graph_shows_a_loss_on_the_last_move() {
    // Taking 1 of 7 loses everything.
    let plan = ReviewPlan { moves: texts(&["1"]), ..ReviewPlan::new("nim") };
    let svg = value_graph(&run(&nim(7), plan, 1)).unwrap();
    let lines = svg.split("<polyline ").skip(1).filter_map(|tag| {
        let points = tag.split_once("points=\"")?.1.split_once('"')?.0;
        let numbers = points.split([' ', ',']).filter_map(|number| number.parse::<f64>().ok());
        Some(numbers.collect::<Vec<_>>())
    });
    let falls = |line: &[f64]| match *line {
        [left, top, right, bottom] => right > left && bottom - top > 200.0,
        _ => false,
    };
    assert_eq!(lines.filter(|line| falls(line)).count(), 1, "{svg}");
}

#[test]
fn bad_input_names_the_field_and_the_move() {
    let games = nim(7);
    let error = |plan: ReviewPlan| match Review::new(&games, plan) {
        Err(ArenaError::Input { field, problem }) => (field, problem),
        other => panic!("{:?}", other.err()),
    };
    let plan = |moves: &[&str]| ReviewPlan { moves: texts(moves), ..ReviewPlan::new("nim") };
    assert_eq!(error(plan(&[])).0, Field::Moves);
    let (field, problem) = error(plan(&["3", "9"]));
    assert_eq!(field, Field::Moves);
    assert!(problem.starts_with("move 2: ") && problem.contains('9'), "{problem}");
    let (field, problem) = error(plan(&["3", "3", "1", "1"]));
    assert_eq!(field, Field::Moves);
    assert!(problem.contains("move 4") && problem.contains("over"), "{problem}");
    assert_eq!(error(ReviewPlan { game: "chess".to_owned(), ..plan(&["1"]) }).0, Field::Game);
    assert_eq!(error(ReviewPlan { rules: "size=3".to_owned(), ..plan(&["1"]) }).0, Field::Rules);
    let position = Some("nothing".to_owned());
    assert_eq!(error(ReviewPlan { position, ..plan(&["1"]) }).0, Field::Position);
    assert_eq!(error(ReviewPlan { player: "none".to_owned(), ..plan(&["1"]) }).0, Field::Player);
    assert_eq!(error(ReviewPlan { seats: Some(vec![2]), ..plan(&["1"]) }).0, Field::Seat);
}
