//! The registry entry: rules by their keys, players by name.

use std::io::Write;

use plywood_registry::{GameEntry, InputError, Settings, Spec};
use plywood_woodblock::entry;

fn open(rules: &str) -> Result<String, InputError> {
    let rules: Settings = rules.parse()?;
    entry().open(&rules, None, 1).map(|session| session.position())
}

#[test]
fn rules_are_read_by_their_keys() {
    let rows = |rules: &str| open(rules).unwrap().split(' ').next().unwrap().split('/').count();
    assert_eq!(rows(""), 10);
    assert_eq!(rows("variant=blast8"), 8);
    assert_eq!(rows("variant=woodoku9,rotate=true,cap=5"), 9);
    let problem = |rules: &str| open(rules).unwrap_err().to_string();
    let unknown = "unknown variant \"clasic10\"; did you mean \"classic10\"? \
                   valid: classic10, blast8, woodoku9";
    assert_eq!(problem("variant=clasic10"), unknown);
    assert!(problem("variant=/no/such.toml").contains("expected a variant file (/no/such.toml: "));
    assert!(problem("variant=/").contains("expected a regular file"));
    assert!(problem("variant=/dev/zero").contains("expected a regular file"));
    assert!(problem("rotate=yes").contains("expected one of true, false"));
    assert!(problem("cap=0").contains("a whole number from 1"));
    assert!(problem("size=9").contains("valid: variant, rotate, cap"));
}

#[test]
fn variant_files_are_read() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let rules = format!("variant=\"{}\"", file.path().display());
    let head = "name = \"own\"\nsize = 4\nboxes = false\nscoring = \"lines\"\n";
    write!(file, "{head}shapes = [{{ rows = [\"##\"], weight = 1 }}]").unwrap();
    assert_eq!(open(&rules).unwrap(), "..../..../..../.... hand:##,##,## score:0 streak:0");
    file.as_file().set_len(0).unwrap();
    assert!(open(&rules).unwrap_err().to_string().contains("missing field"));
    file.write_all(&[0xff, 0xfe]).unwrap();
    assert!(open(&rules).unwrap_err().to_string().contains("invalid utf-8"));
}

/// Specs of players, each with the simulations and the milliseconds of its budget.
const PLAYERS: [(&str, u64, Option<u128>); 15] = [
    ("random", 1, None),
    ("greedy", 1, None),
    ("original", 50, None),
    ("original:rollout=random", 50, None),
    ("easy", 200, None),
    ("medium", 100, None),
    ("hard", 60, None),
    ("expert", 2000, Some(100)),
    ("exhaustive", 1, None),
    ("exhaustive:weights=learned", 1, None),
    ("lookahead:weights=tuned,plans=4,width=8,next_width=2", 1000, None),
    ("mcts", 1000, None),
    ("mcts:simulations=20,rollout=random", 20, None),
    ("mcts:simulations=20,rollout=greedy,max_rollout=3", 20, None),
    ("mcts:simulations=20,rollout=heuristic,max_rollout=0,values=raw", 20, None),
];

#[test]
fn every_player_plays_a_game_within_its_budget() {
    let woodblock = entry();
    let rules: Settings = "variant=blast8,cap=4".parse().unwrap();
    for (text, simulations, milliseconds) in PLAYERS {
        let mut session = woodblock.open(&rules, None, 1).unwrap();
        let spec: Spec = text.parse().unwrap();
        let player = session.seat_player(&spec, 7).unwrap();
        let budget = session.budget(player);
        assert_eq!(budget.simulations, Some(simulations), "{text}");
        assert_eq!(budget.time.map(|time| time.as_millis()), milliseconds, "{text}");
        let plans = ["hard", "expert", "exhaustive", "lookahead"];
        let unit =
            if plans.iter().any(|name| text.starts_with(name)) { "evaluation" } else { "points" };
        assert_eq!(session.unit(player), unit, "{text}");
        let mut budget = budget.with_stop_early(true);
        budget.simulations = budget.simulations.map(|limit| limit.min(200));
        while session.seat().is_some() {
            let decision = session.ask(player, &budget, &mut ());
            assert_eq!(decision.candidates.len(), session.legal_moves().len(), "{text}");
            session.play(&decision.mv.unwrap()).unwrap();
        }
        assert!(session.played().len() <= 12, "{text}");
    }
    let unknown: Spec = "original:rollout=greedy".parse().unwrap();
    let mut session = woodblock.open(&rules, None, 1).unwrap();
    assert!(session.seat_player(&unknown, 7).is_err());
}
