//! How quick the page is. A test machine may be busy, so the limits here are
//! five times what is promised on an idle one; the medians are printed.

use crate::browser::Browser;
use crate::server::Server;
use crate::table::{CALM, GAMES, wait_for_moves};

const TRIES: usize = 7;
const FIRST_PAINT_MS: f64 = 300.0;
const FIRST_CANDIDATES_MS: f64 = 100.0;
const PATIENCE: f64 = 5.0;
const PAGE_BYTES: f64 = 300_000.0;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
#[ignore = "needs Chromium"]
fn first_paint_is_quick_and_the_page_is_light() {
    let server = Server::start();
    let mut browser = Browser::start();
    for page in ["", "#/play/othello"] {
        let mut paints = Vec::new();
        for _ in 0..TRIES {
            browser.open(&server.url(page));
            let paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
            browser.wait_for(paint);
            paints.push(browser.number(paint));
        }
        let paint = median(paints);
        println!("first paint of /{page}: {paint:.0} ms");
        assert!(paint < PATIENCE * FIRST_PAINT_MS, "{paint} ms");
        browser.wait_for("document.querySelector('h1')");
        let weight = browser.number(
            "['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
             .reduce((sum, one) => sum + one.decodedBodySize, 0)",
        );
        println!("weight of /{page}: {weight} bytes");
        assert!((10_000.0..PAGE_BYTES).contains(&weight), "{weight} bytes");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn first_candidates_come_at_once() {
    let server = Server::start();
    let mut browser = Browser::start();
    for game in GAMES {
        let mut delays = Vec::new();
        for seed in 0..TRIES {
            browser.open(&server.url(&format!("#/play/{game}?seed={seed}")));
            wait_for_moves(&mut browser, "=== 0");
            delays.push(browser.number(
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
            browser.wait_for(CALM);
        }
        let delay = median(delays);
        println!("first candidates of {game}: {delay:.0} ms");
        assert!(delay < PATIENCE * FIRST_CANDIDATES_MS, "{game}: {delay} ms");
    }
}
