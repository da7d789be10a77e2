//! The players by name: their budgets, their decisions, and that their games end.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use flate2::read::GzDecoder;
use plywood_klondike::{Deal, Klondike, Rules, entry};
use plywood_learn::Archive;
use plywood_registry::{Ending, GameEntry, Session, Settings, Spec};
use plywood_search::{Budget, Game, StoppedBy};

/// Specs of players, each with the simulations and the seconds of its default budget.
const BUDGETS: [(&str, u64, Option<u64>); 10] = [
    ("random", 1, None),
    ("greedy", 1, None),
    ("original", 1000, None),
    ("astar", 2_000, None),
    ("thoughtful", 30_000, None),
    ("mcts", 1000, None),
    ("easy", 8, None),
    ("medium", 100, None),
    ("hard", 1000, None),
    ("expert", 10_000, Some(5)),
];

#[test]
fn every_player_has_its_budget() {
    let klondike = entry();
    assert_eq!(klondike.players().len(), BUDGETS.len());
    let mut session = klondike.open(&Settings::default(), None, 1).unwrap();
    for (text, simulations, seconds) in BUDGETS {
        let player = session.seat_player(&text.parse().unwrap(), 7).unwrap();
        let budget = session.budget(player);
        assert_eq!(budget.simulations, Some(simulations), "{text}");
        assert_eq!(budget.time, seconds.map(Duration::from_secs), "{text}");
        let unit = match text {
            "original" => "progress",
            "random" => "cards home",
            _ => "win probability",
        };
        assert_eq!(session.unit(player), unit, "{text}");
    }
    let omniscient: Vec<_> =
        klondike.players().into_iter().filter(|player| player.omniscient).collect();
    assert_eq!(omniscient.len(), 1);
    assert_eq!(omniscient[0].name, "thoughtful");
}

#[test]
fn original_searches_with_its_fixed_constants() {
    let klondike = entry();
    let mut session = klondike.open(&Settings::default(), None, 1).unwrap();
    let player = session.seat_player(&"original".parse().unwrap(), 7).unwrap();
    for _ in 0..2 {
        let decision = session.ask(player, &session.budget(player), &mut ());
        assert_eq!(decision.stats.simulations, 1000);
        assert_eq!(decision.stats.reused_visits, 0);
        assert!(decision.stats.mean_rollout <= 128.0);
        session.play(&decision.mv.unwrap()).unwrap();
    }
}

/// Plays until the game is over or the player resigns, with `simulations` for each
/// decision. Returns the number of cards home.
fn play_out(session: &mut dyn Session, spec: &str, simulations: u64) -> f64 {
    let spec: Spec = spec.parse().unwrap();
    let player = session.seat_player(&spec, 7).unwrap();
    while session.seat().is_some() {
        let decision = session.ask(player, &Budget::simulations(simulations), &mut ());
        let Some(command) = decision.mv else { break };
        assert_eq!(decision.candidates.len(), session.legal_moves().len(), "{spec}");
        session.play(&command).unwrap();
    }
    assert!(session.played().len() <= 1000);
    session.score(0)
}

#[test]
fn games_of_every_player_end() {
    let klondike = entry();
    for rules in ["", "draw=1", "passes=2,waste=top", "worrying_back=false"] {
        let rules: Settings = rules.parse().unwrap();
        for (spec, _, _) in BUDGETS {
            for seed in 0..2 {
                let mut session = klondike.open(&rules, None, seed).unwrap();
                play_out(&mut *session, spec, 4);
            }
        }
    }
}

#[test]
fn planning_players_win_games() {
    let klondike = entry();
    let wins = |spec, simulations| {
        let play = |seed| {
            let mut session = klondike.open(&Settings::default(), None, seed).unwrap();
            play_out(&mut *session, spec, simulations) == 52.0
        };
        (0..20).filter(|&seed| play(seed)).count()
    };
    let (greedy, astar, thoughtful) =
        (wins("greedy", 1), wins("astar", 500), wins("thoughtful", 2000));
    assert!(astar >= 4, "astar won {astar} of 20");
    assert!(thoughtful >= 6, "thoughtful won {thoughtful} of 20");
    assert!(greedy <= astar && greedy <= thoughtful, "greedy won {greedy} of 20");
}

/// Returns the text of the position without `pass:` and `commands:`.
fn cards(session: &dyn Session) -> String {
    session.position().split(" pass:").next().unwrap().to_owned()
}

#[test]
fn astar_does_not_return_while_a_new_position_is_in_reach() {
    let klondike = entry();
    for seed in 0..8 {
        let mut session = klondike.open(&Settings::default(), None, seed).unwrap();
        let player = session.seat_player(&"astar".parse().unwrap(), 7).unwrap();
        let mut visited = HashSet::from([cards(&*session)]);
        while session.seat().is_some() {
            let decision = session.ask(player, &Budget::simulations(300), &mut ());
            let Some(command) = decision.mv else { break };
            let elsewhere = session.legal_moves().into_iter().any(|other| {
                session.play(&other).unwrap();
                let is_new = !visited.contains(&cards(&*session));
                session.undo();
                is_new
            });
            session.play(&command).unwrap();
            let is_new = visited.insert(cards(&*session));
            // `turn` may lead through earlier positions to a new one.
            assert!(is_new || command == "turn" || !elsewhere, "seed {seed}: {command}");
        }
    }
}

#[test]
fn planning_players_resign_where_nothing_can_be_gained() {
    let klondike = entry();
    for spec in ["astar", "easy", "medium"] {
        for seed in 0..6 {
            let mut session = klondike.open(&Settings::default(), None, seed).unwrap();
            play_out(&mut *session, spec, 20);
            assert!(session.played().len() < 400, "{spec} goes on in deal {seed}");
        }
    }
}

#[test]
fn a_step_of_several_commands_is_played_without_another_search() {
    let klondike = entry();
    let mut followed = 0;
    for seed in 0..4 {
        let mut session = klondike.open(&Settings::default(), None, seed).unwrap();
        let player = session.seat_player(&"hard".parse().unwrap(), 7).unwrap();
        let (mut planned, mut decisions) = (Vec::new(), 0);
        while session.seat().is_some() {
            let decision = session.ask(player, &Budget::simulations(50), &mut ());
            decisions += 1;
            let Some(command) = decision.mv else { break };
            if decision.stopped_by == StoppedBy::Decided && decision.stats.simulations == 0 {
                assert_eq!(planned.get(1), Some(&command));
                followed += 1;
            }
            planned.clone_from(&decision.candidates[0].pv);
            session.play(&command).unwrap();
        }
        assert_eq!(session.totals(player).decisions, decisions);
    }
    assert!(followed > 0);
}

#[test]
fn omniscient_players_report_what_they_spent() {
    let klondike = entry();
    let mut session = klondike.open(&Settings::default(), None, 1).unwrap();
    let player = session.seat_player(&"thoughtful".parse().unwrap(), 7).unwrap();
    let decision = session.ask(player, &Budget::simulations(50), &mut ());
    let totals = session.totals(player);
    assert_eq!((totals.decisions, totals.simulations), (1, decision.stats.simulations));
    assert_eq!(totals.elapsed, decision.stats.elapsed);
}

#[test]
fn a_search_that_is_out_of_memory_says_so() {
    const MEMORY: usize = 64_000;
    let klondike = entry();
    {
        let spec = "astar";
        let mut session = klondike.open(&Settings::default(), None, 1).unwrap();
        let player = session.seat_player(&spec.parse().unwrap(), 7).unwrap();
        let budget = Budget::simulations(1_000_000).with_memory(MEMORY);
        let decision = loop {
            let decision = session.ask(player, &budget, &mut ());
            if decision.stopped_by == StoppedBy::Memory {
                break decision;
            }
            assert!(!decision.stats.tree_full, "{spec}");
            session.play(&decision.mv.expect("the memory is too small for this game")).unwrap();
        };
        assert!(decision.stats.tree_full && decision.stats.simulations < 1000, "{spec}");
        let bytes = decision.stats.tree_bytes as usize;
        assert!((MEMORY..MEMORY * 5 / 4).contains(&bytes), "{spec}: {bytes}");
        assert!(bytes / decision.stats.nodes as usize > 200, "{spec}: a node has a whole position");

        let mut session = klondike.open(&Settings::default(), None, 1).unwrap();
        let player = session.seat_player(&spec.parse().unwrap(), 7).unwrap();
        let none = session.ask(player, &Budget::simulations(1_000_000).with_memory(0), &mut ());
        assert_eq!((none.stopped_by, none.stats.simulations), (StoppedBy::Memory, 1), "{spec}");
    }
}

#[test]
fn plans_of_omniscient_players_are_not_shown() {
    let klondike = entry();
    let mut session = klondike.open(&Settings::default(), None, 5).unwrap();
    let player = session.seat_player(&"thoughtful".parse().unwrap(), 7).unwrap();
    let honest = session.seat_player(&"hard:simulations=10".parse().unwrap(), 7).unwrap();
    session.ask(honest, &session.budget(honest), &mut ());
    assert!(!session.peeked());
    let decision = session.ask(player, &session.budget(player), &mut ());
    assert_eq!(decision.stopped_by, StoppedBy::Proven, "the plan wins");
    assert!(session.peeked(), "the move depends on hidden facts");
    for candidate in decision.candidates {
        assert_eq!(candidate.pv, [candidate.mv]);
    }
}

#[test]
fn a_winning_plan_is_proven_and_followed_without_a_search() {
    let klondike = entry();
    let position = "view:KC QH|KD QS|KH|KS|-|-|- home:12,11,11,11 waste:QD";
    let mut session = klondike.open(&Settings::default(), Some(position), 1).unwrap();
    let player = session.seat_player(&"astar".parse().unwrap(), 7).unwrap();
    let first = session.ask(player, &session.budget(player), &mut ());
    assert_eq!((first.value, first.stopped_by), (Some(1.0), StoppedBy::Proven));
    assert_eq!(first.candidates[0].pv.len(), 7);
    session.play(&first.mv.unwrap()).unwrap();
    let second = session.ask(player, &session.budget(player), &mut ());
    assert_eq!((second.value, second.stats.simulations), (Some(1.0), 0));
    assert_eq!(second.candidates[0].pv.len(), 6);
    // `thoughtful` needs the hidden cards, which a view does not contain.
    assert!(session.seat_player(&"thoughtful".parse().unwrap(), 7).is_err());
}

#[test]
fn astar_starts_afresh_after_undo() {
    let klondike = entry();
    let budget = Budget::simulations(300);
    let mut session = klondike.open(&Settings::default(), None, 1).unwrap();
    let player = session.seat_player(&"astar".parse().unwrap(), 7).unwrap();
    let fresh = session.ask(player, &budget, &mut ());
    for _ in 0..20 {
        let decision = session.ask(player, &budget, &mut ());
        session.play(&decision.mv.unwrap()).unwrap();
    }
    while session.undo() {}
    let again = session.ask(player, &budget, &mut ());
    assert_eq!((fresh.mv, fresh.stats.nodes), (again.mv, again.stats.nodes));
}

#[test]
fn rules_are_read_or_refused_with_the_expected_values() {
    let klondike = entry();
    for (rules, part) in [
        ("draw=2", "draw=\"2\" is not valid: expected one of 1, 3"),
        ("passes=0", "passes=\"0\" is not valid: expected a number from 1 to 1000, or unlimited"),
        ("passes=many", "passes=\"many\" is not valid"),
        ("worrying_back=yes", "expected one of true, false"),
        ("waste=all", "expected one of fan, top"),
        ("drow=3", "unknown key \"drow\"; did you mean \"draw\"?"),
    ] {
        let error = klondike.open(&rules.parse().unwrap(), None, 0).err().unwrap().to_string();
        assert!(error.contains(part), "{error}");
    }
    for rules in ["draw=1,passes=3,worrying_back=false,waste=top", "passes=unlimited,draw=3"] {
        assert!(klondike.open(&rules.parse().unwrap(), None, 0).is_ok(), "{rules}");
    }
}

#[test]
fn an_analysis_values_more_than_the_safe_card() {
    // The ace can go home safely, so players consider no other move.
    let position = "view:6S|?? TS|?? ?? QC|?? ?? ?? 3H|?? ?? ?? ?? 9H|?? ?? ?? ?? ?? 7H|\
        ?? ?? ?? ?? ?? ?? AS home:0,0,0,0 waste:3D JD KC \
        stock:?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? pass:1 commands:1";
    let session = || entry().open(&Settings::default(), Some(position), 1).unwrap();
    for spec in ["easy", "medium", "hard", "expert"] {
        let spec: Spec = spec.parse().unwrap();
        let mut session = session();
        let player = session.seat_player(&spec, 7).unwrap();
        let budget = Budget::simulations(400);
        let played = session.ask(player, &budget, &mut ());
        assert_eq!((played.mv.as_deref(), played.value), (Some("move T7 F4"), None));
        assert_eq!(played.stopped_by, StoppedBy::OnlyMove);
        let analysed = session.ask(player, &budget.clone().with_analyse(true), &mut ());
        assert_eq!(analysed.stats.simulations, 400, "{spec}");
        let valued: Vec<_> = analysed.candidates.iter().filter(|one| one.ci95.is_some()).collect();
        assert_eq!(valued.len(), session.legal_moves().len(), "{spec}: {analysed:?}");
        assert!(
            valued.iter().all(|one| one.value.is_some() && one.visits > Some(0)),
            "{analysed:?}"
        );
        // The player continues as if it had not been asked for an analysis.
        let again = session.ask(player, &budget, &mut ());
        assert_eq!(again.mv.as_deref(), Some("move T7 F4"));
    }
}

#[test]
fn an_analysis_in_the_middle_of_a_step_searches() {
    for seed in 0..30 {
        let mut session = entry().open(&Settings::default(), None, seed).unwrap();
        let player = session.seat_player(&"easy".parse().unwrap(), 7).unwrap();
        let budget = Budget::simulations(50);
        for _ in 0..60 {
            let decision = session.ask(player, &budget, &mut ());
            let Some(command) = decision.mv else { break };
            if decision.stats.simulations == 0 && decision.stopped_by == StoppedBy::Decided {
                let analysed = session.ask(player, &budget.clone().with_analyse(true), &mut ());
                assert!(analysed.stats.simulations > 0 && analysed.candidates[0].ci95.is_some());
                return;
            }
            session.play(&command).unwrap();
        }
    }
    panic!("no step has several commands");
}

#[test]
fn presets_play_a_solution_or_resign_once_all_cards_are_known() {
    let open =
        |rules: &str, position| entry().open(&rules.parse().unwrap(), Some(position), 1).unwrap();
    for spec in ["easy", "medium", "hard", "expert"] {
        let spec: Spec = spec.parse().unwrap();
        let solvable = "view:KC QH|KD QS|KH|KS|-|-|- home:12,11,11,11 waste:QD";
        let mut session = open("", solvable);
        let player = session.seat_player(&spec, 7).unwrap();
        let first = session.ask(player, &session.budget(player), &mut ());
        assert_eq!((first.value, first.stopped_by), (Some(1.0), StoppedBy::Proven));
        for command in &first.candidates[0].pv {
            let next = session.ask(player, &session.budget(player), &mut ());
            assert_eq!((next.mv.as_ref(), next.value), (Some(command), Some(1.0)));
            session.play(command).unwrap();
        }
        assert_eq!(session.score(0), 52.0);

        // JC can never be reached, because it lies below QC.
        let lost = "view:KS|-|-|-|-|-|- home:10,13,13,12 waste:KC JC QC";
        let mut session = open("passes=1,worrying_back=false", lost);
        let player = session.seat_player(&spec, 7).unwrap();
        let resigned = session.ask(player, &session.budget(player), &mut ());
        assert_eq!((resigned.mv, resigned.stopped_by), (None, StoppedBy::Proven));
    }
}

#[test]
fn candidates_have_the_number_of_worlds_that_the_solver_won() {
    let klondike = entry();
    // No card of this deal can go home safely, so all moves are searched.
    let ask = |spec: &str, simulations| {
        let mut session = klondike.open(&Settings::default(), None, 0).unwrap();
        let player = session.seat_player(&spec.parse().unwrap(), 7).unwrap();
        session.ask(player, &Budget::simulations(simulations), &mut ())
    };
    for spec in ["easy", "medium", "hard", "expert"] {
        let decision = ask(spec, 200);
        let judged = decision.candidates.iter().map(|one| one.worlds.unwrap());
        assert_eq!(judged.map(|worlds| worlds.sampled).sum::<u64>(), 200, "{spec}");
        for one in &decision.candidates {
            let worlds = one.worlds.unwrap();
            assert_eq!(Some(worlds.sampled), one.visits, "{spec}");
            // A world that the solver does not win counts as 0, any other world as at most 1.
            let share = worlds.won as f64 / worlds.sampled as f64;
            assert!(one.value.unwrap() <= share && share <= 1.0, "{spec}: {one:?}");
        }
        let worlds = decision.candidates[0].worlds.unwrap();
        assert!(0 < worlds.won && worlds.won < worlds.sampled, "{spec}: {worlds:?}");
    }
    // With a weight of 0 for the learned value, the value of a move is the share of worlds that the
    // solver wins.
    for one in ask("hard:learned=0", 300).candidates {
        let worlds = one.worlds.unwrap();
        assert!((one.value.unwrap() - worlds.won as f64 / worlds.sampled as f64).abs() < 1e-9);
    }
    // Without the solver there are no verdicts. Players that search over commands have none, either.
    for spec in ["hard:positions=0", "mcts", "original", "astar", "greedy"] {
        let decision = ask(spec, 50);
        assert!(decision.candidates.iter().all(|one| one.worlds.is_none()), "{spec}");
    }
}

#[test]
fn presets_report_the_tree_that_they_reuse() {
    let klondike = entry();
    for spec in ["easy", "medium", "hard", "expert"] {
        let mut session = klondike.open(&Settings::default(), None, 1).unwrap();
        let player = session.seat_player(&spec.parse().unwrap(), 7).unwrap();
        let (mut reused, mut searches) = (0, 0);
        for _ in 0..30 {
            let decision = session.ask(player, &Budget::simulations(60), &mut ());
            let Some(command) = decision.mv else { break };
            if decision.stats.simulations > 0 {
                let visits: u64 = decision.candidates.iter().filter_map(|one| one.visits).sum();
                let stats = &decision.stats;
                assert!(visits <= stats.reused_visits + stats.simulations, "{spec}: {stats:?}");
                reused += u64::from(stats.reused_visits > 0);
                searches += 1;
            }
            session.play(&command).unwrap();
        }
        assert!(searches > 3 && reused > 0, "{spec}: {reused} of {searches} reused a tree");
    }
}

/// A game ends with a win, without a legal command, or after 1,000 commands. Otherwise the player has
/// resigned.
#[test]
fn the_ending_of_a_game_says_why_it_ended() {
    let klondike = entry();
    let mut capped = 0;
    for (spec, rules) in [("random", ""), ("random", "passes=1"), ("greedy", ""), ("easy", "")] {
        for seed in 0..24 {
            let mut session = klondike.open(&rules.parse().unwrap(), None, seed).unwrap();
            let home = play_out(&mut *session, spec, 1);
            let commands = session.played().len();
            let won = home == 52.0;
            match session.ending() {
                Ending::Won => assert!(won && session.seat().is_none()),
                Ending::LostAtLimit => assert!(!won && commands == 1000, "{spec}: {commands}"),
                ending => {
                    assert!(
                        !won && commands < 1000 && ending == Ending::Lost,
                        "{spec}: {ending:?}"
                    );
                }
            }
            if session.seat().is_none() && !won {
                assert!(session.legal_moves().is_empty(), "{spec}, seed {seed}");
                let text = session.position();
                assert_eq!(text.ends_with("commands:1000"), commands == 1000, "{text}");
            }
            capped += usize::from(commands == 1000);
        }
    }
    assert!(capped > 0, "no game reached the limit");
}

/// Returns the error of seating a player at the start of a game; `None` if it can be seated.
fn refusal(spec: &str, rules: &str) -> Option<String> {
    let mut session = entry().open(&rules.parse().unwrap(), None, 1).unwrap();
    session.seat_player(&spec.parse().unwrap(), 7).err().map(|error| error.to_string())
}

#[test]
fn positions_of_a_leaf_are_a_whole_number() {
    for positions in ["0", "1", "1000000000"] {
        assert_eq!(refusal(&format!("hard:positions={positions}"), ""), None);
    }
    for positions in ["0.5", "-1", "1000000001", "many"] {
        let error = refusal(&format!("hard:positions={positions}"), "").unwrap();
        assert!(error.contains("a whole number from 0 to 1000000000"), "{positions}: {error}");
    }
}

#[test]
fn the_weights_of_progress_are_keys_of_original() {
    let klondike = entry();
    let ask = |spec: &str| {
        // One of the 21 face-down cards is still face down, and 45 cards are home.
        let position = "view:KC|?? KD|KH|KS|-|-|- home:11,11,12,11 stock:?? ??";
        let mut session = klondike.open(&Settings::default(), Some(position), 1).unwrap();
        let player = session.seat_player(&spec.parse().unwrap(), 7).unwrap();
        session.worth(player, 0).unwrap().result
    };
    assert_eq!(ask("original"), ask("original:home=0.7,turned=0.3"));
    assert!((ask("original:home=0,turned=1") - 20.0 / 21.0).abs() < 1e-12);
    assert!((ask("original:home=0.52,turned=0") - 0.45).abs() < 1e-12);
    for spec in ["original:home=1.5", "original:home=0.8", "original:turned=0.5"] {
        let error = refusal(spec, "").unwrap();
        assert!(error.contains("home="), "{error}");
    }
}

/// Returns the shipped weights for draw 3, marked as trained with another draw.
fn trained(draw: &str) -> Archive {
    let mut bytes = Vec::new();
    let shipped = &include_bytes!("../weights/draw3.safetensors.gz")[..];
    GzDecoder::new(shipped).read_to_end(&mut bytes).unwrap();
    let mut archive = Archive::from_bytes(&bytes).unwrap();
    archive.set_text("draw", draw);
    archive
}

fn with_weights(file: &Path) -> String {
    format!("hard:weights=\"{}\"", file.display())
}

#[test]
fn trained_weights_play() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("best.safetensors");
    fs::write(&file, trained("3").to_bytes()).unwrap();
    let decide = |spec: &str| {
        let mut session = entry().open(&Settings::default(), None, 5).unwrap();
        let player = session.seat_player(&spec.parse().unwrap(), 7).unwrap();
        let decision = session.ask(player, &Budget::simulations(100), &mut ());
        (decision.mv, decision.value)
    };
    assert_eq!(decide(&with_weights(&file)), decide("hard"));
    // Weights of zero value every view at one half.
    let mut flat = trained("3");
    let count = flat.any_shorts("weights").unwrap().len();
    flat.set_shorts("weights", &[count], vec![0; count]);
    fs::write(&file, flat.to_bytes()).unwrap();
    let (_, value) = decide(&format!("hard:positions=0,weights=\"{}\"", file.display()));
    assert_eq!(value, Some(0.5));
}

#[test]
fn files_of_weights_that_cannot_be_used_are_refused_when_the_player_is_seated() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights");
    let bytes = trained("3").to_bytes();
    let foreign = {
        let mut archive = trained("3");
        archive.set_text("kind", "woodblock patterns 1");
        archive.to_bytes()
    };
    let short = {
        let mut archive = trained("3");
        archive.set_shorts("weights", &[9], vec![0; 9]);
        archive.to_bytes()
    };
    let files: [(&[u8], &str); 6] = [
        (b"", "not a safetensors file"),
        (&bytes[..bytes.len() - 4], "not a safetensors file"),
        (&foreign, "its kind is \"woodblock patterns 1\", expected \"klondike value 1\""),
        (&short, "its tensor \"weights\" is I16 [9]"),
        (&trained("2").to_bytes(), "its draw is \"2\", expected \"1\" or \"3\""),
        (&trained("1").to_bytes(), "expected a file trained with draw=3; this one is for draw=1"),
    ];
    for (bytes, expected) in files {
        fs::write(&file, bytes).unwrap();
        let error = refusal(&with_weights(&file), "draw=3").unwrap();
        let path = file.display().to_string();
        assert!(error.contains(&path) && error.contains(expected), "{expected}: {error}");
        assert!(error.starts_with("weights=") && error.lines().count() == 1, "{error}");
    }
    assert_eq!(refusal(&with_weights(&file), "draw=1"), None);
    let missing = refusal(&with_weights(&folder.path().join("none")), "").unwrap();
    assert!(missing.contains("expected a file written by training"), "{missing}");
    // A player that is made without a session is not checked in advance, so it forfeits.
    let (mut player, budget) =
        entry().make_player(&with_weights(&file).parse().unwrap(), 1).unwrap();
    let start = Klondike::new(Rules::default(), &Deal::from_seed(1));
    let decision = player.decide(&start.view(0), &budget, &mut ());
    assert!(decision.forfeit.unwrap().contains("this one is for draw=1"));
}
