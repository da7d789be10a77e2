//! Small games with hidden facts, or with more than two seats.

pub mod auction;
pub mod leduc;
