//! The replay buffer: the afterstates of the latest moves in the order in
//! which they were played, so that each has its successor beside it.

use crate::archive::Archive;
use crate::error::ArchiveError;

/// How a game went on after an afterstate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Next {
    /// By the next afterstate in the buffer.
    Played,
    /// Not at all: it was lost.
    Lost,
    /// Not at all: it was broken off.
    BrokenOff,
}

/// What an afterstate turned out to be worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Return {
    /// The discounted rewards.
    pub rewards: f32,
    /// The discount of what followed ...
    pub discount: f32,
    /// ... after this afterstate; the same as asked about if nothing is known.
    pub last: u64,
}

/// A ring of afterstates. They are counted from the first that was ever pushed.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    inputs: usize,
    capacity: usize,
    pushed: u64,
    features: Vec<f32>,
    rewards: Vec<f32>,
    nexts: Vec<Next>,
}

impl Replay {
    /// An empty buffer for `capacity` afterstates of `inputs` features.
    pub fn new(inputs: usize, capacity: usize) -> Self {
        let (features, rewards, nexts) = (Vec::new(), Vec::new(), Vec::new());
        Replay { inputs, capacity, pushed: 0, features, rewards, nexts }
    }

    /// Adds the afterstate of a move. What comes next is not known yet.
    pub fn push(&mut self, features: &[f32]) {
        let slot = self.slot(self.pushed);
        if slot == self.rewards.len() {
            self.features.extend_from_slice(features);
            self.rewards.push(0.0);
            self.nexts.push(Next::BrokenOff);
        } else {
            self.features[slot * self.inputs..][..self.inputs].copy_from_slice(features);
            (self.rewards[slot], self.nexts[slot]) = (0.0, Next::BrokenOff);
        }
        self.pushed += 1;
    }

    /// Tells what followed the latest afterstate.
    pub fn follow(&mut self, reward: f32, next: Next) {
        if let Some(latest) = self.pushed.checked_sub(1) {
            let slot = self.slot(latest);
            (self.rewards[slot], self.nexts[slot]) = (reward, next);
        }
    }

    /// The afterstates that have `steps` moves behind them.
    pub fn known(&self, steps: u64) -> std::ops::Range<u64> {
        let first = self.pushed - self.rewards.len() as u64;
        first..self.pushed.saturating_sub(steps).max(first)
    }

    /// The features of an afterstate in the buffer.
    pub fn features(&self, number: u64) -> &[f32] {
        &self.features[self.slot(number) * self.inputs..][..self.inputs]
    }

    /// What the afterstate `number` was worth over the next `steps` moves.
    pub fn worth(&self, number: u64, steps: u64, discount: f32) -> Return {
        let mut worth = Return { rewards: 0.0, discount: 1.0, last: number };
        while worth.last < number + steps {
            let slot = self.slot(worth.last);
            match self.nexts[slot] {
                Next::BrokenOff => break,
                Next::Played => worth.last += 1,
                Next::Lost => {
                    worth.rewards += worth.discount * self.rewards[slot];
                    worth.discount = 0.0;
                    break;
                }
            }
            worth.rewards += worth.discount * self.rewards[slot];
            worth.discount *= discount;
        }
        worth
    }

    fn slot(&self, number: u64) -> usize {
        (number % self.capacity as u64) as usize
    }

    /// The buffer as named arrays.
    pub fn to_archive(&self) -> Archive {
        let mut archive = Archive::default();
        let count = self.rewards.len();
        archive.set_floats("features", &[count, self.inputs], self.features.clone());
        archive.set_floats("rewards", &[count], self.rewards.clone());
        archive.set_integers("nexts", self.nexts.iter().map(|&next| next as u64).collect());
        archive.set_integers("pushed", vec![self.pushed]);
        archive
    }

    /// Takes over what was archived.
    pub fn restore(&mut self, archive: &Archive) -> Result<(), ArchiveError> {
        let nexts = archive.integers("nexts")?;
        let wrong = |name: &str, found: String, expected: &str| ArchiveError::OtherShape {
            name: name.to_owned(),
            found,
            expected: expected.to_owned(),
        };
        let next = |&number: &u64| match number {
            0 => Ok(Next::Played),
            1 => Ok(Next::Lost),
            2 => Ok(Next::BrokenOff),
            other => Err(wrong("nexts", format!("{other}"), "0, 1 or 2")),
        };
        let &[pushed] = archive.integers("pushed")? else {
            return Err(wrong("pushed", "several numbers".to_owned(), "one"));
        };
        let count = nexts.len();
        if count as u64 != pushed.min(self.capacity as u64) {
            return Err(wrong("nexts", format!("{count} moves"), "as many as were pushed"));
        }
        self.features = archive.floats("features", &[count, self.inputs])?.to_vec();
        self.rewards = archive.floats("rewards", &[count])?.to_vec();
        self.nexts = nexts.iter().map(next).collect::<Result<_, _>>()?;
        self.pushed = pushed;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(capacity: usize, moves: u64) -> Replay {
        let mut replay = Replay::new(1, capacity);
        for number in 0..moves {
            replay.follow(number as f32, Next::Played);
            replay.push(&[number as f32]);
        }
        replay
    }

    #[test]
    fn the_latest_moves_stay_with_their_numbers() {
        let replay = filled(5, 12);
        assert_eq!(replay.known(1), 7..11);
        assert_eq!(replay.known(3), 7..9);
        for number in 7..12 {
            assert_eq!(replay.features(number), [number as f32]);
        }
        assert!(filled(5, 2).known(3).is_empty());
    }

    #[test]
    fn rewards_are_discounted_and_end_with_the_game() {
        let mut replay = filled(10, 4);
        // Afterstate 1 earned 2 and then 3.
        assert_eq!(replay.worth(1, 1, 0.5), Return { rewards: 2.0, discount: 0.5, last: 2 });
        assert_eq!(replay.worth(1, 2, 0.5), Return { rewards: 3.5, discount: 0.25, last: 3 });
        replay.follow(-1.0, Next::Lost);
        let lost = Return { rewards: 3.0 - 0.5, discount: 0.0, last: 3 };
        assert_eq!(replay.worth(2, 5, 0.5), lost);
        replay.follow(0.0, Next::BrokenOff);
        assert_eq!(replay.worth(2, 5, 0.5), Return { rewards: 3.0, discount: 0.5, last: 3 });
        assert_eq!(replay.worth(3, 5, 0.5), Return { rewards: 0.0, discount: 1.0, last: 3 });
    }

    #[test]
    fn a_buffer_comes_back_from_its_archive() {
        for replay in [filled(5, 0), filled(5, 3), filled(5, 12)] {
            let mut again = Replay::new(1, 5);
            again.restore(&replay.to_archive()).unwrap();
            assert_eq!(again, replay);
            assert!(Replay::new(2, 5).restore(&replay.to_archive()).is_err() || replay.pushed == 0);
        }
        assert!(Replay::new(1, 4).restore(&filled(5, 12).to_archive()).is_err());
    }
}
