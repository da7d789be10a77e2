//! The rate limit of requests.

use std::sync::Mutex;
use std::time::Instant;

use crate::{ApiError, lock};

/// Seconds in which an empty bucket becomes full.
const BURST_SECONDS: f64 = 2.0;

/// A token bucket: it gains `per_second` tokens a second, and every request takes one token.
pub(super) struct RateLimit {
    per_second: f64,
    bucket: Mutex<Bucket>,
}

struct Bucket {
    tokens: f64,
    updated: Instant,
}

impl RateLimit {
    pub(super) fn new(per_second: u32) -> Self {
        let per_second = f64::from(per_second);
        let bucket = Bucket { tokens: BURST_SECONDS * per_second, updated: Instant::now() };
        RateLimit { per_second, bucket: Mutex::new(bucket) }
    }

    /// Takes one token; an empty bucket is an error.
    pub(super) fn take(&self, now: Instant) -> Result<(), ApiError> {
        let (per_second, mut bucket) = (self.per_second, lock(&self.bucket));
        let elapsed = now.saturating_duration_since(bucket.updated).as_secs_f64();
        let tokens = bucket.tokens + elapsed * per_second;
        bucket.tokens = tokens.min(BURST_SECONDS * per_second);
        bucket.updated = now;
        if bucket.tokens < 1.0 {
            return Err(ApiError::Limit(format!("at most {per_second} requests a second")));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_empties_the_bucket_and_time_fills_it() {
        let rate = RateLimit::new(1000);
        let start = Instant::now();
        let taken = (0..10_000).take_while(|_| rate.take(start).is_ok()).count();
        assert_eq!(taken, 2000);
        let later = start + Duration::from_millis(500);
        let taken = (0..10_000).take_while(|_| rate.take(later).is_ok()).count();
        assert!((450..=510).contains(&taken), "{taken} after half a second");
    }
}
