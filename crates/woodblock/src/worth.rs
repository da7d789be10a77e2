//! The worth of positions on the scale of an evaluation, so that values from different positions can be compared.

use plywood_registry::kind::Worth;

use crate::bits::Cells;
use crate::evaluations::{Chosen, Evaluation};
use crate::layout::Layout;
use crate::plan::BoardValue;
use crate::position::SLOTS;
use crate::tuned::Tuned;
use crate::woodblock::Woodblock;

/// Returns the worth of a position by this evaluation: its points, and the number of hands so far if the evaluation
/// values hands.
pub(crate) fn worth(evaluation: &Evaluation, game: &Woodblock) -> Worth {
    let layout = Layout::<Cells>::new(game.position().rules());
    match evaluation.chosen(game.position().rules()) {
        Chosen::Features(weights) => by_value(&Tuned::new(weights, &layout.shares), game),
        Chosen::Learned(weights) => {
            let value = weights.value(&layout).expect("checked when the player was seated");
            by_value(&value, game)
        }
    }
}

fn by_value(value: &impl BoardValue<Cells>, game: &Woodblock) -> Worth {
    let position = game.position();
    let worth = |hands: u32| {
        let points = i64::from(value.points(position.score()));
        points + i64::from(hands) * i64::from(value.hand())
    };
    let blocks = position.hand().iter().flatten().count();
    let result = match blocks {
        // The game reached its cap.
        0 => worth(position.hands()),
        // No block of the hand fits, so the hand was not placed.
        SLOTS => worth(position.hands().saturating_sub(1)) + i64::from(value.lost()),
        _ => worth(position.hands()) + i64::from(value.lost()),
    };
    let base = worth(position.hands()) as f64;
    Worth { base: value.in_points(base), result: value.in_points(result as f64) }
}
