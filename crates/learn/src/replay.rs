//! The replay buffer: the afterstates of the latest moves in the order of play, so that each afterstate
//! is followed by its successor.

use crate::archive::Archive;
use crate::error::ArchiveError;

/// How a game continued after an afterstate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Next {
    /// The next afterstate in the buffer is its successor.
    Played,
    /// The game was lost.
    Lost,
    /// The game was truncated, or its next move is not known yet.
    Truncated,
}

/// The rewards of a few moves after an afterstate, and the afterstate that these moves lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// The sum of the discounted rewards.
    pub(crate) rewards: f32,
    /// The factor of the value of `last` in the target; 0 after a lost game.
    pub(crate) discount: f32,
    /// The index of the afterstate after these moves, counted from 0 over all pushes. If no move
    /// follows, the index of the first afterstate.
    pub(crate) last: u64,
}

/// A ring buffer of afterstates. The number of an afterstate is its index in the sequence of all
/// pushes, from 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Replay {
    inputs: usize,
    capacity: usize,
    pushed: u64,
    features: Vec<f32>,
    rewards: Vec<f32>,
    nexts: Vec<Next>,
}

impl Replay {
    /// Creates an empty buffer for `capacity` afterstates of `inputs` features.
    pub(crate) fn new(inputs: usize, capacity: usize) -> Self {
        let (features, rewards, nexts) = (Vec::new(), Vec::new(), Vec::new());
        Replay { inputs, capacity, pushed: 0, features, rewards, nexts }
    }

    /// Adds the afterstate of a move.
    pub(crate) fn push(&mut self, features: &[f32]) {
        let slot = self.slot(self.pushed);
        if slot == self.rewards.len() {
            self.features.extend_from_slice(features);
            self.rewards.push(0.0);
            self.nexts.push(Next::Truncated);
        } else {
            self.features[slot * self.inputs..][..self.inputs].copy_from_slice(features);
            (self.rewards[slot], self.nexts[slot]) = (0.0, Next::Truncated);
        }
        self.pushed += 1;
    }

    /// Records what followed the latest afterstate.
    pub(crate) fn follow(&mut self, reward: f32, next: Next) {
        if let Some(latest) = self.pushed.checked_sub(1) {
            let slot = self.slot(latest);
            (self.rewards[slot], self.nexts[slot]) = (reward, next);
        }
    }

    /// Returns the range of the numbers of those afterstates that at least `steps` later afterstates
    /// follow in the buffer.
    pub(crate) fn known(&self, steps: u64) -> std::ops::Range<u64> {
        let first = self.pushed - self.rewards.len() as u64;
        first..self.pushed.saturating_sub(steps).max(first)
    }

    /// Returns the features of an afterstate in the buffer.
    pub(crate) fn features(&self, number: u64) -> &[f32] {
        &self.features[self.slot(number) * self.inputs..][..self.inputs]
    }

    /// Adds up the discounted rewards of at most `steps` moves after the afterstate `number`.
    pub(crate) fn outcome(&self, number: u64, steps: u64, discount: f32) -> Outcome {
        let mut outcome = Outcome { rewards: 0.0, discount: 1.0, last: number };
        while outcome.last < number + steps {
            let slot = self.slot(outcome.last);
            match self.nexts[slot] {
                Next::Truncated => break,
                Next::Played => outcome.last += 1,
                Next::Lost => {
                    outcome.rewards += outcome.discount * self.rewards[slot];
                    outcome.discount = 0.0;
                    break;
                }
            }
            outcome.rewards += outcome.discount * self.rewards[slot];
            outcome.discount *= discount;
        }
        outcome
    }

    fn slot(&self, number: u64) -> usize {
        (number % self.capacity as u64) as usize
    }

    /// Returns an archive with the buffer.
    pub(crate) fn to_archive(&self) -> Archive {
        let mut archive = Archive::default();
        let count = self.rewards.len();
        archive.set_floats("features", &[count, self.inputs], self.features.clone());
        archive.set_floats("rewards", &[count], self.rewards.clone());
        archive.set_integers("nexts", self.nexts.iter().map(|&next| next as u64).collect());
        archive.set_integers("pushed", vec![self.pushed]);
        archive
    }

    /// Replaces the buffer by one that [`to_archive`](Replay::to_archive) returned.
    pub(crate) fn restore(&mut self, archive: &Archive) -> Result<(), ArchiveError> {
        let nexts = archive.integers("nexts")?;
        let next = |&number: &u64| match number {
            0 => Ok(Next::Played),
            1 => Ok(Next::Lost),
            2 => Ok(Next::Truncated),
            other => Err(ArchiveError::tensor("nexts", &other.to_string(), "0, 1 or 2")),
        };
        let [pushed] = archive.integer_array("pushed")?;
        let (count, expected) = (nexts.len(), pushed.min(self.capacity as u64));
        if count as u64 != expected {
            let found = format!("of {count} moves");
            return Err(ArchiveError::tensor("nexts", &found, expected.to_string()));
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
    fn the_buffer_keeps_the_latest_moves() {
        let replay = filled(5, 12);
        assert_eq!(replay.known(1), 7..11);
        assert_eq!(replay.known(3), 7..9);
        for number in 7..12 {
            assert_eq!(replay.features(number), [number as f32]);
        }
        assert!(filled(5, 2).known(3).is_empty());
    }

    #[test]
    fn rewards_are_discounted_up_to_the_end_of_the_game() {
        let mut replay = filled(10, 4);
        // The two moves after afterstate 1 have the rewards 2 and 3.
        assert_eq!(replay.outcome(1, 1, 0.5), Outcome { rewards: 2.0, discount: 0.5, last: 2 });
        assert_eq!(replay.outcome(1, 2, 0.5), Outcome { rewards: 3.5, discount: 0.25, last: 3 });
        replay.follow(-1.0, Next::Lost);
        let lost = Outcome { rewards: 3.0 - 0.5, discount: 0.0, last: 3 };
        assert_eq!(replay.outcome(2, 5, 0.5), lost);
        replay.follow(0.0, Next::Truncated);
        assert_eq!(replay.outcome(2, 5, 0.5), Outcome { rewards: 3.0, discount: 0.5, last: 3 });
        assert_eq!(replay.outcome(3, 5, 0.5), Outcome { rewards: 0.0, discount: 1.0, last: 3 });
    }

    #[test]
    fn buffers_round_trip_through_archives() {
        for replay in [filled(5, 0), filled(5, 3), filled(5, 12)] {
            let mut again = Replay::new(1, 5);
            again.restore(&replay.to_archive()).unwrap();
            assert_eq!(again, replay);
            assert!(Replay::new(2, 5).restore(&replay.to_archive()).is_err() || replay.pushed == 0);
        }
        assert!(Replay::new(1, 4).restore(&filled(5, 12).to_archive()).is_err());
    }
}
