//! The comparison on one game: which searches are measured, and in which order.

use std::path::Path;

use anyhow::Result;
use plywood::search::Notation;
use plywood_othello::Othello;

use crate::connect_four::ConnectFour;
use crate::entrant::Entrant;
use crate::report::{GameReport, SearchReport, Spread, median};
use crate::searches::ours;

/// How often each search is asked the [`Question`], with a new seed each time.
const ASKED: u64 = 5;

/// One game and the searches that play it.
pub struct Contest {
    game: &'static str,
    /// Simulations per timed decision. Timed decisions start at the start position.
    simulations: u64,
    question: Question,
    ours: Entrant,
    peers: Vec<Entrant>,
}

/// A position with a known best move, to detect a search that is fast but wrong.
struct Question {
    position: &'static str,
    best: &'static str,
    simulations: u64,
}

/// Returns the contest on Othello with OpenSpiel. The question's best move is a corner.
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

/// Returns the contest on Connect Four with all libraries. The best move of the
/// question is the centre, the only first move that wins.
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

/// Starts OpenSpiel. If that fails, prints the error and returns `None`, and the comparison
/// continues without OpenSpiel.
fn openspiel(python: Option<&Path>, game: &str, transcript: &str) -> Option<Entrant> {
    let entrant = Entrant::openspiel(python?, game, transcript);
    entrant.inspect_err(|error| eprintln!("OpenSpiel is not measured: {error:#}")).ok()
}

impl Contest {
    /// Measures the speed ratios and asks the question. Each round measures Plywood right before
    /// each peer, so that a temporary slowdown affects both sides of a ratio.
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
    /// Asks `entrant` the question with several seeds, and returns its line of the report.
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
