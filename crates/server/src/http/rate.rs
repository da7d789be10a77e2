//! How many requests a second are answered.

use std::sync::Mutex;
use std::time::Instant;

use crate::ApiError;
use crate::lock::lock;

/// Requests a second that are answered for long: five each for 200 pages.
const PER_SECOND: f64 = 1000.0;
/// Requests that are answered at once after a pause.
const BURST: f64 = 2000.0;

/// A bucket that fills with time, from which every request takes.
pub(super) struct Rate(Mutex<Bucket>);

struct Bucket {
    left: f64,
    seen: Instant,
}

impl Default for Rate {
    fn default() -> Self {
        Rate(Mutex::new(Bucket { left: BURST, seen: Instant::now() }))
    }
}

impl Rate {
    /// Takes one request's worth.
    pub(super) fn take(&self) -> Result<(), ApiError> {
        self.take_at(Instant::now())
    }

    fn take_at(&self, now: Instant) -> Result<(), ApiError> {
        let mut bucket = lock(&self.0);
        let passed = now.saturating_duration_since(bucket.seen).as_secs_f64();
        bucket.left = (bucket.left + passed * PER_SECOND).min(BURST);
        bucket.seen = now;
        if bucket.left < 1.0 {
            return Err(ApiError::Limit(format!("at most {PER_SECOND} requests a second")));
        }
        bucket.left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_ends_and_time_heals_it() {
        let rate = Rate::default();
        let start = Instant::now();
        let taken = (0..10_000).take_while(|_| rate.take_at(start).is_ok()).count();
        assert_eq!(taken, BURST as usize);
        let later = start + Duration::from_millis(500);
        let taken = (0..10_000).take_while(|_| rate.take_at(later).is_ok()).count();
        assert!((450..=510).contains(&taken), "{taken} after half a second");
    }
}
