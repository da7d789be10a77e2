//! How many requests a second are answered.

use std::sync::Mutex;
use std::time::Instant;

use crate::ApiError;
use crate::lock::lock;

/// So many seconds' worth of requests are answered at once after a pause.
const BURST: f64 = 2.0;

/// A bucket that fills with time, from which every request takes.
pub(super) struct Rate {
    per_second: f64,
    bucket: Mutex<Bucket>,
}

struct Bucket {
    left: f64,
    seen: Instant,
}

impl Rate {
    pub(super) fn new(per_second: u32) -> Self {
        let per_second = f64::from(per_second);
        let bucket = Bucket { left: BURST * per_second, seen: Instant::now() };
        Rate { per_second, bucket: Mutex::new(bucket) }
    }

    /// Takes one request's worth.
    pub(super) fn take(&self) -> Result<(), ApiError> {
        self.take_at(Instant::now())
    }

    fn take_at(&self, now: Instant) -> Result<(), ApiError> {
        let (per_second, mut bucket) = (self.per_second, lock(&self.bucket));
        let passed = now.saturating_duration_since(bucket.seen).as_secs_f64();
        bucket.left = (bucket.left + passed * per_second).min(BURST * per_second);
        bucket.seen = now;
        if bucket.left < 1.0 {
            return Err(ApiError::Limit(format!("at most {per_second} requests a second")));
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
        let rate = Rate::new(1000);
        let start = Instant::now();
        let taken = (0..10_000).take_while(|_| rate.take_at(start).is_ok()).count();
        assert_eq!(taken, 2000);
        let later = start + Duration::from_millis(500);
        let taken = (0..10_000).take_while(|_| rate.take_at(later).is_ok()).count();
        assert!((450..=510).contains(&taken), "{taken} after half a second");
    }
}
