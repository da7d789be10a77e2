//! The speed and size of the page. The tests print the medians of several tries.

use crate::page::{GAMES, IDLE, Page};

const TRIES: usize = 7;
/// Target on an idle machine: milliseconds until the page is painted for the first time.
const FIRST_PAINT_MS: f64 = 300.0;
/// Target on an idle machine: milliseconds until a search shows its first candidates.
const FIRST_CANDIDATES_MS: f64 = 100.0;
/// Tests fail only above this multiple of a target, since the test machine may be busy.
const TOLERANCE: f64 = 5.0;
/// Limit for the uncompressed size of all files that a page loads, in bytes.
const PAGE_BYTES: f64 = 300_000.0;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
#[ignore = "needs Chromium"]
fn first_paint_is_quick_and_the_page_is_small() {
    let mut page = Page::start();
    for link in ["", "#/play/othello"] {
        let mut paints = Vec::new();
        for _ in 0..TRIES {
            page.open(link);
            let paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
            page.wait_for(paint);
            paints.push(page.number(paint));
        }
        let paint = median(paints);
        println!("first paint of /{link}: {paint:.0} ms");
        assert!(paint < TOLERANCE * FIRST_PAINT_MS, "{paint} ms");
        page.wait_for_element("h1");
        let size = page.number(
            "['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
             .reduce((sum, one) => sum + one.decodedBodySize, 0)",
        );
        println!("size of /{link}: {size} bytes");
        assert!((10_000.0..PAGE_BYTES).contains(&size), "{size} bytes");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn first_candidates_appear_quickly() {
    let mut page = Page::start();
    for game in GAMES {
        let mut delays = Vec::new();
        for seed in 0..TRIES {
            page.open_game(&format!("#/play/{game}?seed={seed}"), 0);
            delays.push(page.number(
                "new Promise(resolve => {
                   const asked = performance.now();
                   new MutationObserver((_, observer) => {
                     if (!document.querySelector('.candidate')) return;
                     observer.disconnect();
                     resolve(performance.now() - asked);
                   }).observe(document.querySelector('.candidates'), { childList: true });
                   document.querySelector('[data-tool=hint]').click();
                 })",
            ));
            page.wait_for(IDLE);
        }
        let delay = median(delays);
        println!("first candidates of {game}: {delay:.0} ms");
        assert!(delay < TOLERANCE * FIRST_CANDIDATES_MS, "{game}: {delay} ms");
    }
}
