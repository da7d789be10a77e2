//! Who is measured on which game, and in which order.

use std::path::Path;

use anyhow::Result;
use plywood::search::Notation;
use plywood_othello::Othello;

use crate::connect_four::ConnectFour;
use crate::entrant::Entrant;
use crate::report::{GameReport, SearchReport, Spread, median};
use crate::searches::ours;

/// How often each search is asked the question.
const ASKED: u64 = 5;

/// One game and the searches that play it.
pub struct Contest {
    game: &'static str,
    /// Of a decision from the start position.
    simulations: u64,
    question: Question,
    ours: Entrant,
    peers: Vec<Entrant>,
}

/// A position whose best move is beyond doubt: a search that is quick but
/// broken misses it.
struct Question {
    position: &'static str,
    best: &'static str,
    simulations: u64,
}

/// Othello against OpenSpiel; the question is whether to take a corner.
pub fn othello(python: Option<&Path>) -> Result<Contest> {
    let question = Question { position: "e6f6f5d6g7", best: "h8", simulations: 2_000 };
    let start = Othello::start();
    let corner = start.read_position(question.position)?;
    Ok(Contest {
        game: "Othello",
        simulations: 10_000,
        ours: Entrant::plywood(ours::from(start), ours::from(corner)),
        peers: openspiel(python, "othello", question.position).into_iter().collect(),
        question,
    })
}

/// Connect Four against everybody; the centre is the only opening that wins.
pub fn connect_four(python: Option<&Path>) -> Contest {
    let start = ConnectFour::default();
    let mut peers = Vec::from(Entrant::crates());
    peers.extend(openspiel(python, "connect_four", ""));
    Contest {
        game: "Connect Four",
        simulations: 100_000,
        question: Question { position: "start", best: "4", simulations: 100_000 },
        ours: Entrant::plywood(ours::from(start.clone()), ours::from(start)),
        peers,
    }
}

/// The comparison goes on without OpenSpiel, but not silently.
fn openspiel(python: Option<&Path>, game: &str, transcript: &str) -> Option<Entrant> {
    let entrant = Entrant::openspiel(python?, game, transcript);
    entrant.inspect_err(|error| eprintln!("OpenSpiel is not measured: {error:#}")).ok()
}

impl Contest {
    /// Measures each peer right after Plywood, round by round: what slows the
    /// machine down for a while slows both sides of a ratio.
    pub fn run(mut self, rounds: u32) -> Result<GameReport> {
        let mut seed = 0;
        let mut our_rates = Vec::new();
        let mut peer_rates = vec![Vec::new(); self.peers.len()];
        let mut ratios = peer_rates.clone();
        for round in 1..=rounds {
            for (index, peer) in self.peers.iter_mut().enumerate() {
                let ours = self.ours.rate(self.simulations, &mut seed)?;
                let theirs = peer.rate(self.simulations, &mut seed)?;
                let ratio = ours / theirs;
                eprintln!("{}, {}: round {round}, {ratio:.2}", self.game, peer.name);
                our_rates.push(ours);
                peer_rates[index].push(theirs);
                ratios[index].push(ratio);
            }
        }
        if our_rates.is_empty() {
            our_rates.push(self.ours.rate(self.simulations, &mut seed)?);
        }
        let mut searches = vec![self.question.ask(&mut self.ours, &our_rates, None)?];
        for (index, peer) in self.peers.iter_mut().enumerate() {
            let ratio = Spread::of(&ratios[index]);
            searches.push(self.question.ask(peer, &peer_rates[index], Some(ratio))?);
        }
        Ok(GameReport {
            game: self.game,
            simulations: self.simulations,
            question: self.question.position,
            answer: self.question.best,
            searches,
        })
    }
}

impl Question {
    /// Asks `entrant` with several seeds, and writes down all that is known of it.
    fn ask(
        &self,
        entrant: &mut Entrant,
        rates: &[f64],
        ratio: Option<Spread>,
    ) -> Result<SearchReport> {
        let mut right = 0;
        for seed in 0..ASKED {
            right += u64::from(entrant.answer(self.simulations, seed)? == self.best);
        }
        Ok(SearchReport {
            name: entrant.name,
            version: entrant.version.clone(),
            simulations_per_second: median(rates),
            times_as_fast: ratio,
            right,
            asked: ASKED,
            simulation: entrant.counts,
        })
    }
}
