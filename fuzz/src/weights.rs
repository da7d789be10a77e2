//! Files of weights.

use std::fs;

use plywood_learn::{Archive, Choices};
use plywood_registry::{Settings, Spec};
use plywood_tetris::features::FeatureSet;
use plywood_tetris::linear::Weights;
use plywood_tetris::value_network::ValueNetwork;
use plywood_tetris::{Rules, Tetris};

use crate::games::GAMES;

/// Reads an archive, then a network, linear weights and the value network of Klondike from it. Checks that a written
/// archive is read again, and that an accepted network evaluates a position.
pub fn weights(input: &[u8]) {
    let Ok(archive) = Archive::from_bytes(input) else { return };
    let written = archive.to_bytes();
    let again = Archive::from_bytes(&written).expect("a written archive is valid");
    assert_eq!(again.to_bytes(), written);
    for features in [FeatureSet::Design29, FeatureSet::Compact4] {
        if let Ok(network) = ValueNetwork::from_archive(&archive, features) {
            let game = Tetris::new(Rules::default(), 7);
            let best = network.best_placement(game.position(), &mut Choices::default());
            assert!(best.is_some(), "no placement on an empty board");
        }
    }
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    fs::write(file.path(), &written).expect("a temporary file");
    // An error is a correct result for invalid weights. Only a panic is a fault.
    let _ = Weights::read(file.path());
    let path = file.path().display().to_string();
    let settings = Settings::default().with("simulations", "1").with("weights", &path);
    let klondike = GAMES.find("klondike").expect("a game of the program");
    let mut session = klondike.open(&Settings::default(), None, 7).expect("the usual rules");
    if let Ok(player) = session.seat_player(&Spec { name: "easy".to_owned(), settings }, 7) {
        session.ask(player, &session.budget(player), &mut ());
    }
}
