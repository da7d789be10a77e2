//! A player that forfeits loses its game, and the record has the reason.

use plywood_arena::{Forfeit, GameRecord, Plan, Records, Summary, Tournament};
use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{Ending, Entry, Games, PlayerKind};
use plywood_search::{Budget, Cancel, Decision, Game, Observer, Player, nim::Nim};

/// A player that takes one stone at a time, and forfeits at its third decision.
struct Quitter(u32);

impl Player<Nim> for Quitter {
    fn decide(
        &mut self,
        view: &Nim,
        _budget: &Budget,
        _observer: &mut dyn Observer<<Nim as Game>::Move>,
    ) -> Decision<<Nim as Game>::Move> {
        self.0 += 1;
        if self.0 == 3 {
            return Decision::forfeit("it has had enough");
        }
        let mut moves = Vec::new();
        view.moves(&mut moves);
        Decision::unsearched(moves.first().map(|&mv| (mv, None)))
    }
}

fn games() -> Games {
    let kind = PlayerKind::new("quitter", "takes one, and leaves", &[], |_, _| {
        Ok(ConfiguredPlayer::new(Quitter(0), Budget::simulations(1), "points"))
    });
    let mut games = Games::default();
    games.add(Entry::new("nim", "take 1 to 3", |_| Nim::new(200)).player(kind));
    games
}

fn play(tournament: &Tournament) -> Vec<GameRecord> {
    tournament.run(Vec::new(), 2, &Cancel::new(), &mut ()).unwrap()
}

fn plan() -> Plan {
    Plan { opening: 4, ..Plan::new("nim", &["quitter", "random"], 10, 7) }
}

#[test]
fn a_forfeit_is_a_loss_whatever_the_scores_are() {
    let tournament = Tournament::new(&games(), plan()).unwrap();
    let played = play(&tournament);
    for game in &played {
        let seat = game.seats.iter().position(|&player| player == 0).unwrap();
        let forfeit = Forfeit { seat: seat as u8, reason: "it has had enough".to_owned() };
        assert_eq!((game.result.ending, &game.result.forfeit), (Ending::Forfeited, &Some(forfeit)));
        assert_eq!(game.times[seat].len(), 2, "the forfeit is no move");
    }
    let summary = serde_json::to_value(Summary::new(&tournament, &played, 0.0)).unwrap();
    let player = |number: usize, field: &str| summary["players"][number][field].clone();
    assert_eq!((player(0, "losses"), player(0, "forfeits")), (10.into(), 10.into()));
    assert_eq!((player(1, "wins"), player(1, "forfeits")), (10.into(), 0.into()));
}

#[test]
fn records_with_forfeits_are_read_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let games = games();
    let tournament = Tournament::new(&games, plan()).unwrap();
    let mut records = Records::begin(folder.path(), &tournament).unwrap();
    let played = play(&tournament);
    played.iter().for_each(|game| records.append(game).unwrap());
    drop(records);
    assert_eq!(Records::read(folder.path(), &tournament).unwrap(), played);
    let file = folder.path().join("games.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    for (good, bad, problem) in [
        ("\"seat\":0", "\"seat\":1", "its moves do not end the game"),
        ("\"seat\":0", "\"seat\":200", "its moves do not end the game"),
        ("\"ending\":\"forfeited\"", "\"ending\":\"over\"", "its moves give forfeited by seat"),
    ] {
        assert!(text.contains(good));
        std::fs::write(&file, text.replacen(good, bad, 1)).unwrap();
        let error = Records::read(folder.path(), &tournament).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}
