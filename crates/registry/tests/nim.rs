//! Nim through the object-safe interface.

use plywood_registry::kind::OmniscientPlayer;
use plywood_registry::{
    Entry, GameEntry, Games, InputError, Key, PlayerKind, Settings, Spec, document,
};
use plywood_search::nim::Nim;
use plywood_search::{Budget, Candidate, Cut, Decision, Observer, Progress, Stats, StoppedBy};

const RULES: &[Key] = &[Key::new("stones", "stones in the heap, 1 to 200")];

fn games() -> Games {
    let entry = Entry::new("nim", "take one to three", |seed| Nim::new(1 + (seed % 20) as u8))
        .with_rules(RULES, |rules| {
            let stones = rules.read("stones", "1 to 200", |text| {
                text.parse().ok().filter(|stones| (1..=200).contains(stones))
            })?;
            Ok(move |_| Nim::new(stones.unwrap_or(12)))
        });
    let mut games = Games::default();
    games.add(entry);
    games
}

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn rules(text: &str) -> Settings {
    text.parse().unwrap()
}

#[test]
fn a_game_is_played_as_text() {
    let games = games();
    let mut session = games.find("nim").unwrap().open(&rules("stones=5"), None, 1).unwrap();
    assert_eq!(session.position(), "5 first");
    assert_eq!(session.legal_moves(), ["1", "2", "3"]);
    assert_eq!(session.play("1").unwrap(), "1");
    assert_eq!(session.seat(), Some(1));
    assert!(matches!(session.play("4"), Err(InputError::IllegalMove { .. })));
    assert!(matches!(session.play("x"), Err(InputError::BadMove(_))));
    assert_eq!(session.position(), "4 second", "a refused move changes nothing");
    assert_eq!(session.played(), ["1"]);
    assert!(session.undo());
    assert!(!session.undo());
    assert_eq!(session.position(), "5 first");
}

#[test]
fn players_reuse_their_tree_and_drop_it_after_an_undo() {
    let games = games();
    let entry = games.find("nim").unwrap();
    let mut session = entry.open(&rules("stones=30"), None, 1).unwrap();
    let player = session.seat_player(&spec("mcts:simulations=300"), 7).unwrap();
    let budget = session.budget(player);
    assert_eq!(budget.simulations, Some(300));
    let first = session.ask(player, &budget, &mut ());
    session.play(first.mv.as_deref().unwrap()).unwrap();
    let second = session.ask(player, &budget, &mut ());
    assert!(second.stats.reused_visits > 0);
    assert!(!second.stats.restarted);
    session.undo();
    let again = session.ask(player, &budget, &mut ());
    assert!(again.stats.restarted, "the tree belongs to another position");
    assert_eq!(again.stats.reused_visits, 0);
    assert_eq!(session.totals(player).decisions, 3);
    assert_eq!(session.unit(player), "win probability");
}

#[test]
fn every_standard_player_plays_to_the_end() {
    let games = games();
    let entry = games.find("nim").unwrap();
    for info in entry.players() {
        let mut session = entry.open(&Settings::default(), None, 3).unwrap();
        let player = session.seat_player(&spec(&info.example), 5).unwrap();
        while session.seat().is_some() {
            let decision = session.ask(player, &Budget::simulations(20), &mut ());
            assert_eq!(decision.mv.as_ref(), Some(&decision.candidates[0].mv));
            session.play(&decision.mv.unwrap()).unwrap();
        }
        let end = session.ask(player, &Budget::simulations(20), &mut ());
        assert_eq!((end.mv, end.stopped_by), (None, StoppedBy::OnlyMove));
    }
}

#[test]
fn documents_have_the_fields_that_scripts_depend_on() {
    let games = games();
    let mut session = games.find("nim").unwrap().open(&rules("stones=9"), None, 1).unwrap();
    let player = session.seat_player(&spec("mcts:simulations=40"), 7).unwrap();
    let decision = session.ask(player, &session.budget(player), &mut ());
    let question = document::Question {
        game: "nim".to_owned(),
        rules: "stones=9".to_owned(),
        position: session.position(),
        player: "mcts:simulations=40".to_owned(),
        seeing: false,
        seed: 7,
        opening: None,
    };
    let json = document::decision(&question, &decision, session.unit(player), "points");
    let keys: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
    for key in ["schema", "game", "rules", "position", "player", "seed", "move", "value", "unit"] {
        assert!(keys.contains(&key), "{key} is missing");
    }
    assert_eq!(json["candidates"][0]["move"], json["move"]);
    assert_eq!(json["stopped_by"], decision.stopped_by.name());
    let tree = session.tree(player, &Cut::default()).unwrap();
    let tree = document::tree(&question, &tree);
    assert_eq!(tree["tree"]["children"].as_array().unwrap().len(), 3);
}

#[test]
fn errors_name_the_wrong_input_and_the_valid_one() {
    let games = games();
    let message = |error: InputError| error.to_string();
    let error = message(games.find("nym").err().unwrap());
    assert_eq!(error, r#"unknown game "nym"; did you mean "nim"? valid: nim"#);
    let entry = games.find("nim").unwrap();
    let error = message(entry.open(&rules("heap=3"), None, 1).err().unwrap());
    assert_eq!(error, r#"unknown key "heap"; valid: stones"#);
    let error = message(entry.open(&rules("stones=0"), None, 1).err().unwrap());
    assert_eq!(error, r#"stones="0" is not valid: expected 1 to 200"#);
    let error = message(entry.open(&rules(""), Some("x"), 1).err().unwrap());
    assert!(error.starts_with("the position cannot be read"), "{error}");
    let mut session = entry.open(&rules(""), None, 1).unwrap();
    for bad in ["hrad", "mcts:sims=3", "mcts:c=NaN", "mcts:simulations=0", "mcts:threads=0"] {
        assert!(session.seat_player(&spec(bad), 1).is_err(), "{bad} was accepted");
    }
}

/// An omniscient player with principal variations of three moves in its decision and in its
/// progress report.
struct Planner;

impl OmniscientPlayer<Nim> for Planner {
    fn decide(
        &mut self,
        _state: &Nim,
        _budget: &Budget,
        observer: &mut dyn Observer<u8>,
    ) -> Decision<u8> {
        let candidate = |mv| {
            let mut candidate = Candidate::unsearched(mv, Some(1.0));
            candidate.pv = vec![mv, 3, 2];
            candidate
        };
        let candidates = vec![candidate(1), candidate(2)];
        observer.progress(&Progress::new(candidates.clone(), Stats::default()));
        Decision::new(candidates, Stats::default(), StoppedBy::Decided)
    }
}

/// An observer that records the principal variations of all reports.
struct Variations(Vec<Vec<String>>);

impl Observer<String> for Variations {
    fn progress(&mut self, progress: &Progress<String>) {
        self.0.extend(progress.candidates.iter().map(|candidate| candidate.pv.clone()));
    }
}

#[test]
fn plans_of_omniscient_players_are_cut_in_decisions_and_in_progress_reports() {
    let planner = PlayerKind::omniscient("planner", "plans", &[], |_, _| {
        Ok((Planner, Budget::simulations(1), "win probability".into()))
    });
    let entry = Entry::new("nim", "take one to three", |_| Nim::new(12)).player(planner);
    let mut session = entry.open(&Settings::default(), None, 1).unwrap();
    let player = session.seat_player(&spec("planner"), 1).unwrap();
    let mut reported = Variations(Vec::new());
    let decision = session.ask(player, &Budget::simulations(1), &mut reported);
    let decided: Vec<_> = decision.candidates.into_iter().map(|one| one.pv).collect();
    assert_eq!(decided, [["1"], ["2"]]);
    assert_eq!(reported.0, [["1"], ["2"]]);
    let player = session.seat_player(&spec("mcts:simulations=100"), 1).unwrap();
    let decision = session.ask(player, &session.budget(player), &mut ());
    assert!(decision.candidates[0].pv.len() > 1, "other players show their plans");
}

#[test]
fn errors_quote_only_the_beginning_of_long_input() {
    let games = games();
    let entry = games.find("nim").unwrap();
    let long = "x".repeat(200_000);
    let mut session = entry.open(&rules(""), None, 1).unwrap();
    let bad_rules = |text: &str| text.parse::<Settings>().unwrap_err();
    let bad_spec = |text: &str| text.parse::<Spec>().unwrap_err();
    let untrusted = rules(&format!("file={long}")).untrusted();
    let errors = [
        games.find(&long).err().unwrap(),
        bad_rules(&long),
        bad_rules(&format!("{long}:=1")),
        bad_rules(&format!("{long}=1,{long}=2")),
        bad_rules(&format!("a=\"{long}")),
        bad_spec(&format!("{long}!")),
        bad_spec(&format!("{long}:")),
        entry.open(&rules(&format!("{long}=3")), None, 1).err().unwrap(),
        entry.open(&rules(&format!("stones={long}")), None, 1).err().unwrap(),
        entry.open(&rules(""), Some(&long), 1).err().unwrap(),
        session.seat_player(&spec(&long), 1).unwrap_err(),
        session.seat_player(&spec(&format!("mcts:{long}=1")), 1).unwrap_err(),
        session.seat_player(&spec(&format!("mcts:c={long}")), 1).unwrap_err(),
        session.play(&long).unwrap_err(),
        untrusted.local("file").unwrap_err(),
    ];
    for error in errors {
        let message = error.to_string();
        assert!(message.len() < 400, "{} characters: {}", message.len(), &message[..400]);
        assert!(message.contains("xxx\"...") || message.contains("x\"..."), "{message}");
    }
}

#[test]
fn openings_and_symmetries_are_those_of_the_entry() {
    let plain = Entry::new("nim", "take one to three", |_seed| Nim::new(9));
    let named = Entry::new("nim", "take one to three", |_seed| Nim::new(9))
        .with_openings(|nim| (nim.stones() == 8).then_some("Careful"))
        .with_symmetry(|nim| Nim::new(nim.stones() % 4));
    let play = |entry: &dyn GameEntry, moves: &[&str]| {
        let mut session = entry.open(&Settings::default(), None, 1).unwrap();
        moves.iter().for_each(|mv| drop(session.play(mv).unwrap()));
        session
    };
    assert_eq!(play(&named, &[]).opening(0), None);
    // Later positions without a name keep the last name.
    assert_eq!(play(&named, &["1"]).opening(0), Some("Careful"));
    assert_eq!(play(&named, &["1", "3"]).opening(1), Some("Careful"));
    assert_eq!(play(&named, &["3"]).opening(0), None);
    assert_eq!(play(&plain, &["1"]).opening(0), None);
    let session = play(&plain, &["1"]);
    assert_eq!(session.canonical_position(), session.position());
    let [one, other] = [&["1", "3", "1"][..], &["3", "2"]].map(|moves| play(&named, moves));
    assert_ne!(one.position(), other.position());
    assert_eq!(one.canonical_position(), other.canonical_position());
}
