//! Tournaments of games with hidden facts, and of games for three and more players.

mod toys;

use std::collections::{BTreeMap, HashSet};
use std::fs;

use plywood_arena::quality::{Study, StudyPlan, StudySummary};
use plywood_arena::summary::{LineupDifference, PairResults, PlayerResults, SeatScores};
use plywood_arena::{
    ArenaError, Field, GameRecord, Interval, Mean, Plan, Rank, Records, Summary, Tournament,
    write_report,
};
use plywood_registry::Games;
use plywood_search::Cancel;
use serde_json::{Value, json};

use toys::{auction, leduc};

fn games() -> Games {
    let mut games = Games::default();
    games.add(leduc::entry());
    games.add(auction::entry::<true>("two", 2, 1));
    games.add(auction::entry::<true>("three", 3, 1));
    games.add(auction::entry::<true>("four", 4, 1));
    games.add(auction::entry::<false>("open", 3, 1));
    games.add(auction::entry::<false>("long", 3, 6));
    games
}

fn play(plan: Plan) -> (Tournament, Vec<GameRecord>) {
    let tournament = Tournament::new(&games(), plan).unwrap();
    let played = tournament.run(Vec::new(), 2, &Cancel::new(), &mut ()).unwrap();
    (tournament, played)
}

fn summary(plan: Plan) -> Summary {
    let (tournament, played) = play(plan);
    Summary::new(&tournament, &played, 0.0)
}

/// Plays a tournament and returns its summary as JSON.
fn document(plan: Plan) -> Value {
    json!(summary(plan))
}

fn is_within(ends: &Value, value: f64) -> bool {
    ends[0].as_f64().unwrap() <= value && value <= ends[1].as_f64().unwrap()
}

fn seat_scores(summary: &Summary, player: usize) -> SeatScores {
    match &summary.players[player].results {
        PlayerResults::Multiplayer(scores) => scores.clone(),
        other => panic!("{other:?}"),
    }
}

fn difference(summary: &Summary, pair: usize) -> LineupDifference {
    match summary.pairs[pair].results {
        PairResults::Multiplayer(difference) => difference,
        ref other => panic!("{other:?}"),
    }
}

/// Leduc has too few positions for openings of random moves, and only 24 different deals. Its rounds differ by
/// the seed alone.
#[test]
fn leduc_needs_no_options_and_reports_chips() {
    let (tournament, played) =
        play(Plan::new("leduc", &["mcts:simulations=100", "random"], 100, 3));
    let mut seeds: BTreeMap<u64, Vec<&[usize]>> = BTreeMap::new();
    for game in &played {
        assert_eq!(game.opening, Vec::<String>::new());
        seeds.entry(game.seed).or_default().push(&game.seats);
    }
    assert_eq!(seeds.len(), 50);
    assert!(seeds.values().all(|seats| seats[..] == [[0, 1], [1, 0]]), "{seeds:?}");
    let document = json!(Summary::new(&tournament, &played, 0.0));
    let (player, pair) = (&document["players"][0], &document["pairs"][0]);
    assert_eq!((&player["unit"], &document["identical_games"]), (&json!("chips"), &json!(0)));
    let ends = &player["mean_difference_ci95"];
    assert!(ends[0].as_f64().unwrap() > 0.2, "mcts is not better than random: {player}");
    assert_eq!((&player["mean_difference"], ends), (&pair["mean_difference"], &pair["ci95"]));
    // A player wins the chips that its opponent loses, so the difference is twice the player's mean.
    let number = |value: &Value| value.as_f64().unwrap();
    for (chips, difference) in [
        (&player["mean"], &player["mean_difference"]),
        (&player["mean_ci95"][0], &player["mean_difference_ci95"][0]),
        (&document["players"][1]["mean"], &document["players"][1]["mean_difference"]),
    ] {
        assert!((2.0 * number(chips) - number(difference)).abs() < 3e-4, "{player}");
    }
}

#[test]
fn differences_of_two_are_paired_by_seats() {
    // `high` scores 2 by its bid and 3 by the bonus. The cards cancel out in a pair of games.
    let document = document(Plan::new("two", &["high", "low"], 20, 1));
    let pair = &document["pairs"][0];
    assert_eq!((&pair["mean_difference"], &pair["ci95"]), (&json!(5.0), &json!([5.0, 5.0])));
    assert_eq!(document["players"][1]["mean_difference"], -5.0);

    // Against `random`, the bonus has a probability of 2/3, and the mean bid of `random` is 1.
    let document = against("two", "random", 1000);
    let pair = &document["pairs"][0];
    assert!(is_within(&pair["ci95"], 3.0), "{pair}");
    let width = pair["ci95"][1].as_f64().unwrap() - pair["ci95"][0].as_f64().unwrap();
    assert!((0.1..0.4).contains(&width), "{pair}");
}

fn against(game: &str, opponent: &str, games: u32) -> Value {
    document(Plan::new(game, &["high", opponent], games, 1))
}

/// The first and the third player are equal, and the second loses 5 coins to each of them.
#[test]
fn a_player_is_compared_with_all_opponents() {
    let document = document(Plan::new("two", &["high", "low", "high"], 20, 1));
    let differences: Vec<&Value> =
        (0..3).map(|k| &document["players"][k]["mean_difference"]).collect();
    assert_eq!(differences, [&json!(2.5), &json!(-5.0), &json!(2.5)]);
    let pairs: Vec<&Value> = (0..3).map(|k| &document["pairs"][k]["mean_difference"]).collect();
    assert_eq!(pairs, [&json!(5.0), &json!(0.0), &json!(-5.0)]);
}

#[test]
fn every_deal_is_played_in_all_rotations_of_both_lineups() {
    let (_, played) = play(Plan::new("four", &["high", "low"], 24, 7));
    let mut deals: BTreeMap<u64, Vec<&[usize]>> = BTreeMap::new();
    for game in &played {
        assert!(game.opening.is_empty());
        deals.entry(game.seed).or_default().push(&game.seats);
    }
    assert_eq!(deals.len(), 3);
    let mut expected = vec![
        [0, 1, 1, 1],
        [1, 0, 1, 1],
        [1, 1, 0, 1],
        [1, 1, 1, 0],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 1],
    ];
    expected.sort_unstable();
    assert!(deals.values().all(|seats| seats[..] == expected), "{deals:?}");
}

#[test]
fn differences_of_three_are_known_exactly() {
    // One `high` among two `low` gets the bonus: a difference of 5. Two `high` and one `low`: a difference of 2.
    let summary = summary(Plan::new("three", &["high", "low"], 60, 1));
    let exactly = |mean| Some(Mean { mean, ci95: Some(Interval { low: mean, high: mean }) });
    let found = difference(&summary, 0);
    let expected = LineupDifference {
        games: 60,
        deals: 10,
        mean_difference: Some(3.5),
        ci95: exactly(3.5).and_then(|mean| mean.ci95),
        one_a: exactly(5.0),
        one_b: exactly(2.0),
    };
    assert_eq!(found, expected);
    // A player's score in a game is the mean of its seats: 5 and 2 for `high`, 0 and 0 for `low`, plus the cards.
    let [high, low] = [0, 1].map(|player| seat_scores(&summary, player).mean.unwrap());
    assert!((high - low - 3.5).abs() < 1e-9, "{high} and {low}");
}

#[test]
fn intervals_contain_known_means() {
    let document = against("three", "random", 1200);
    let pair = &document["pairs"][0];
    // One `high` bids 2 and gets the bonus with a probability of 4/9; the mean bid of `random` is 1.
    for (lineup, expected) in [("one_a", 7.0 / 3.0), ("one_b", 1.0)] {
        assert!(is_within(&pair[lineup]["ci95"], expected), "{lineup}: {pair}");
    }
    assert!(is_within(&pair["ci95"], 5.0 / 3.0), "{pair}");
    assert_eq!((&pair["games"], &pair["deals"]), (&json!(1200), &json!(200)));
    let width = pair["ci95"][1].as_f64().unwrap() - pair["ci95"][0].as_f64().unwrap();
    assert!((0.05..0.4).contains(&width), "{pair}");
}

/// In this game for three without cards, a single `high` has place 1, and two have 1.5 each; a single `low` has
/// place 3, and two have 2.5 each.
#[test]
fn places_are_known_exactly() {
    let plan = Plan { opening: 0, ..Plan::new("open", &["low", "high"], 6, 1) };
    let summary = summary(plan);
    let [low, high] = [0, 1].map(|player| seat_scores(&summary, player));
    assert_eq!((low.mean_place, high.mean_place), (Some(2.75), Some(1.25)));
    assert_eq!((low.mean, high.mean), (Some(0.0), Some(3.5)));
    // One deal has no interval.
    assert_eq!((low.mean_ci95, difference(&summary, 0).ci95), (None, None));
    assert_eq!((low.games, &low.unit[..]), (6, "coins"));
    assert_eq!((summary.rank, &summary.ranking[..]), (Rank::Score, &[1, 0][..]));
}

#[test]
fn games_without_hidden_facts_have_openings() {
    let (tournament, played) = play(Plan::new("long", &["high", "random"], 30, 1));
    let openings: HashSet<&[String]> = played.iter().map(|game| &game.opening[..]).collect();
    assert_eq!(openings.len(), 5);
    assert!(played.iter().all(|game| game.opening.len() == 8));
    assert!(difference(&Summary::new(&tournament, &played, 0.0), 0).mean_difference > Some(0.0));
    let few = Tournament::new(
        &games(),
        Plan { opening: 1, ..Plan::new("long", &["high", "low"], 24, 1) },
    );
    let few = few.err().unwrap();
    assert!(matches!(few, ArenaError::FewOpenings { found: 3, expected: 4, games: 6 }), "{few}");
}

#[test]
fn all_pairs_of_players_meet_unless_the_first_meets_all() {
    let plan = Plan::new("three", &["high", "low", "random"], 12, 1);
    let of_pairs = |plan: &Plan| {
        let (tournament, played) = play(plan.clone());
        let summary = Summary::new(&tournament, &played, 0.0);
        let pairs = summary.pairs.iter().map(|pair| (pair.a.clone(), pair.b.clone())).collect();
        let games = [0, 1, 2].map(|player| seat_scores(&summary, player).games);
        (pairs, games, played.len())
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let (pairs, games, played): (Vec<_>, _, _) = of_pairs(&plan);
    assert_eq!(pairs, [pair("high", "low"), pair("high", "random"), pair("low", "random")]);
    assert_eq!((games, played), ([24; 3], 36));
    let (pairs, games, played): (Vec<_>, _, _) = of_pairs(&Plan { gauntlet: true, ..plan });
    assert_eq!(pairs, [pair("high", "low"), pair("high", "random")]);
    assert_eq!((games, played), ([24, 12, 12], 24));
}

#[test]
fn incomplete_deals_do_not_count_in_differences() {
    let (tournament, played) = play(Plan::new("three", &["high", "random"], 12, 1));
    for length in 0..=12 {
        let summary = Summary::new(&tournament, &played[..length], 0.0);
        let found = difference(&summary, 0);
        assert_eq!((found.games, found.deals), (length as u32, length as u32 / 6));
        assert_eq!(found.mean_difference.is_some(), length >= 6);
        assert_eq!(summary.complete, length == 12);
        assert_eq!(seat_scores(&summary, 0).mean.is_some(), length > 0);
    }
}

#[test]
fn plans_have_whole_deals_of_two_players() {
    let refused = |plan: Plan| match Tournament::new(&games(), plan).err().unwrap() {
        ArenaError::Input { field, problem } => (field, problem),
        other => panic!("{other}"),
    };
    let (field, problem) = refused(Plan::new("four", &["high", "low"], 100, 1));
    assert_eq!(field, Field::Games);
    assert_eq!(
        problem,
        "100: expected a multiple of 8, since each deal is played in 4 rotations of two line-ups"
    );
    assert_eq!(refused(Plan::new("four", &["high"], 8, 1)).0, Field::Players);
    let test = Plan { sprt: Some([0.0, 5.0]), ..Plan::new("four", &["high", "low"], 8, 1) };
    assert_eq!(refused(test).0, Field::Sprt);
}

#[test]
fn players_are_ranked_by_wins_or_by_score() {
    let ranking = |plan: &Plan, rank| {
        let summary = summary(Plan { rank, ..plan.clone() });
        (summary.rank, summary.ranking)
    };
    // The search wins fewer hands of Leduc than `random`, and more chips.
    let plan = Plan::new("leduc", &["mcts", "random"], 100, 1);
    assert_eq!(ranking(&plan, None), (Rank::Wins, vec![1, 0]));
    assert_eq!(ranking(&plan, Some(Rank::Score)), (Rank::Score, vec![0, 1]));
    let plan = Plan::new("three", &["low", "high", "random"], 60, 1);
    assert_eq!(ranking(&plan, None), (Rank::Score, vec![1, 2, 0]));
    assert_eq!(ranking(&plan, Some(Rank::Wins)), (Rank::Wins, vec![1, 2, 0]));
}

#[test]
fn records_of_three_seats_are_resumed_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new("three", &["high", "random"], 12, 1);
    let (tournament, played) = play(plan.clone());
    let mut records = Records::begin(folder.path(), &tournament).unwrap();
    played[..7].iter().for_each(|game| records.append(game).unwrap());
    drop(records);
    // The ranking of a resumed tournament may change.
    let other = Plan { rank: Some(Rank::Wins), ..plan };
    let ranked = Tournament::new(&games(), other.clone()).unwrap();
    let resumed = Records::resume(folder.path(), &ranked).unwrap();
    assert_eq!(resumed.games, played[..7]);
    assert_eq!(Records::read_plan(folder.path()).unwrap(), other);
    let mut records = resumed.records;
    let finished = tournament.run(resumed.games, 1, &Cancel::new(), &mut ()).unwrap();
    finished[7..].iter().for_each(|game| records.append(game).unwrap());
    drop(records);
    let timeless = |games: &[GameRecord]| {
        let without = |game: &GameRecord| GameRecord { times: Vec::new(), ..game.clone() };
        games.iter().map(without).collect::<Vec<_>>()
    };
    assert_eq!(timeless(&finished), timeless(&played));
    assert_eq!(Records::read(folder.path(), &tournament).unwrap(), finished);

    let file = folder.path().join("games.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    let seats = "\"seats\":[0,1,1]";
    for (good, bad, problem) in [
        (seats, "\"seats\":[0,1,0]", "other players than in the plan"),
        (seats, "\"seats\":[1,1,1]", "these players do not meet in the plan"),
        (seats, "\"seats\":[0,1]", "these players do not meet in the plan"),
        (seats, "\"seats\":[0,1,2]", "these players do not meet in the plan"),
        ("\"opening\":[]", "\"opening\":[\"1\"]", "its seed or opening is not that of round 0"),
        ("\"scores\":[", "\"scores\":[100.0,", "expected scores and times for 3 seats"),
        ("\"moves\":[\"", "\"moves\":[\"9\",\"", "9 is not legal here"),
    ] {
        assert!(whole.contains(good), "{good}");
        fs::write(&file, whole.replacen(good, bad, 1)).unwrap();
        let error = Records::read(folder.path(), &tournament).unwrap_err().to_string();
        assert!(error.contains(problem), "{bad}: {error}");
    }
}

#[test]
fn reports_have_plots_of_scores_places_and_differences() {
    for (game, players, expected) in [
        ("three", ["high", "low"], &["scores.svg", "places.svg", "differences.svg"][..]),
        ("two", ["high", "low"], &["differences.svg", "ratings.svg"]),
        ("three", ["mcts:simulations=5", "mcts:simulations=20"], &["strength.svg"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (tournament, played) = play(Plan::new(game, &players, 12, 1));
        let summary = Summary::new(&tournament, &played, 0.0);
        let files = write_report(folder.path(), &tournament, &played, &summary).unwrap();
        let names: Vec<&str> =
            files.iter().map(|file| file.file_name().unwrap().to_str().unwrap()).collect();
        assert!(expected.iter().all(|name| names.contains(name)), "{game}: {names:?}");
        for name in expected {
            let svg = fs::read_to_string(folder.path().join(name)).unwrap();
            assert!(*name != "differences.svg" || svg.contains("high less low"), "{svg}");
            let lineup = *name == "differences.svg" && game == "three";
            assert!(!lineup || svg.contains("one high less low"), "{svg}");
        }
        let table = fs::read_to_string(folder.path().join("summary.csv")).unwrap();
        let column = if game == "two" { "mean_difference_low" } else { "mean_place_low" };
        assert!(table.lines().next().unwrap().split(',').any(|name| name == column), "{table}");
        assert_eq!(table.lines().count(), 3);
    }
}

/// Summaries of games for two and for three have exactly these fields.
#[test]
fn documents_have_the_described_fields() {
    let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let two = document(Plan::new("two", &["high", "low"], 4, 1));
    let three = document(Plan::new("three", &["high", "low"], 6, 1));
    for (value, expected) in [
        (
            &two,
            "schema game rules seed games complete elapsed_s players pairs identical_games rank ranking",
        ),
        (
            &two["players"][0],
            "spec seeing games wins draws losses capped forfeits score elo elo_ci95 mean mean_ci95 mean_difference \
             mean_difference_ci95 unit ms_per_move",
        ),
        (
            &two["pairs"][0],
            "a b seeing games wins draws losses capped forfeits elo_diff elo_diff_ci95 mean_difference ci95",
        ),
        (
            &three["players"][0],
            "spec seeing games mean mean_ci95 mean_place mean_place_ci95 unit capped ms_per_move",
        ),
        (&three["pairs"][0], "a b seeing games deals mean_difference ci95 one_a one_b"),
        (&three["pairs"][0]["one_a"], "mean ci95"),
    ] {
        assert_eq!(sorted(fields(value)), sorted(list(expected)));
    }
    assert_eq!((&two["rank"], &three["rank"]), (&json!("wins"), &json!("score")));
    assert_eq!(three["ranking"], json!([0, 1]));
}

/// The measured player has all seats of a study, and a result is the share of opponents beaten.
#[test]
fn the_decisions_of_a_player_are_measured_with_three_seats() {
    let plan =
        StudyPlan { positions: 8, seeds: 2, ..StudyPlan::new("long", &["mcts:simulations=50"], 1) };
    let study = Study::new(&games(), plan).unwrap();
    let measured = study.run(2, &Cancel::new(), &mut |_| {}).unwrap();
    let summary = StudySummary::new(&study, &measured, 0.0);
    assert!(summary.complete);
    assert_eq!(summary.players[0].rollout_quality.as_ref().unwrap().games, 8);
}
