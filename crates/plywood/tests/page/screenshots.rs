//! Takes the screenshots of `cargo xtask screenshots`: every page and state. Checks nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::browser::Preferences;
use crate::own_game::connect_four;
use crate::page::{GAMES, IDLE, Page};
use crate::quality::measure_players;

/// The name of a screenshot, the link of its page, and a function that prepares the page.
type Scene = (&'static str, &'static str, fn(&mut Page));

const SCENES: [Scene; 30] = [
    ("home", "", |_| ()),
    ("othello-fresh", "#/play/othello?seed=1", |_| ()),
    ("othello-hint", OTHELLO, Page::hint),
    ("klondike-fresh", "#/play/klondike?seed=21&rules=draw%3D1", |_| ()),
    ("woodblock-fresh", "#/play/woodblock?seed=5", |_| ()),
    ("tetris-fresh", "#/play/tetris?seed=4", |_| ()),
    ("tree", OTHELLO, Page::open_tree),
    ("moves", OTHELLO, |page| {
        page.click("[data-tool=undo]");
        page.click("#tab-moves");
    }),
    ("share", "#/play/klondike?seed=21", |page| page.click("#tab-share")),
    ("advanced", "#/play/othello?seed=1", |page| {
        page.click(".players summary");
        page.click(".drawer summary");
    }),
    ("options", "#/play/tetris?seed=4", |page| page.click("[data-tool=options]")),
    ("rules-othello", "#/play/othello?seed=1", |page| page.click("[data-tool=rules]")),
    ("rules-klondike", "#/play/klondike?seed=1", |page| page.click("[data-tool=rules]")),
    ("rules-woodblock", "#/play/woodblock?seed=1", |page| page.click("[data-tool=rules]")),
    ("rules-tetris", "#/play/tetris?seed=1", |page| page.click("[data-tool=rules]")),
    ("setup", "#/analysis/othello?moves=d3", |page| page.click("[data-tool=setup]")),
    ("line", OTHELLO, |page| {
        page.hint();
        page.hover_over(".candidate");
        page.wait_for_element(".tracing");
    }),
    ("earlier-position", OTHELLO, |page| {
        page.hint();
        page.click("[data-tool=undo]");
        page.wait_for_element(".thinking.past");
    }),
    ("dead-end", DEAD_END, |page| page.wait_for_element(".board-note:not([hidden])")),
    ("illegal", "#/play/othello?seed=1", |page| page.click("[data-key=a1]")),
    ("sorry", "#/play/othello?moves=a1", |_| ()),
    ("arena-fresh", "#/arena/othello", |_| ()),
    ("arena", "#/arena/othello", finish_a_tournament),
    ("quality", "#/arena/othello", measure_players),
    ("review-othello", "", |page| review_recorded(page, "othello")),
    ("review-klondike", "", |page| review_recorded(page, "klondike")),
    ("review-woodblock", "", |page| review_recorded(page, "woodblock")),
    ("review-tetris", "", |page| review_recorded(page, "tetris")),
    ("reviewed-moves", "", |page| {
        review_recorded(page, "othello");
        page.click("#tab-moves");
    }),
    ("exercise", "", |page| {
        review_recorded(page, "othello");
        page.click(".review a[href^='#/exercises']");
        page.wait_for_element(".square.legal");
        page.click("[data-tool=solution]");
    }),
];
const DEAD_END: &str = "#/play/klondike?seats=you&from=view:QC|??+QH|??+??+7H|??+??+??+7S|??+??+??+??+5D|??+??+??+??+??+2C|??+??+??+??+??+??+5S+home:0,0,0,0+waste:6D+4H+9D+5C+5H+9H+AH+9C+KC+6C+3C+KD+TD+4D+KH+QD+TC+TS+8D+AS+2H+JH+7D+3H+pass:1+commands:8";
const OTHELLO: &str = "#/play/othello?seed=1&moves=d3;c3;c4;e3;f4;c5;b4;f3";
/// Pause before a screenshot, so that animations have ended.
const MOMENT: Duration = Duration::from_millis(400);
/// How long an analysis searches before its screenshot.
const THOUGHT: Duration = Duration::from_millis(1500);

/// Writes screenshots of one window size and colour scheme.
struct Camera {
    folder: PathBuf,
    /// The end of the file names, such as `390-dark`.
    screen: String,
}

impl Camera {
    fn take(&self, page: &mut Page, name: &str) {
        std::thread::sleep(MOMENT);
        page.eval("scrollTo(0, 0)");
        let path = self.folder.join(format!("{name}-{}.png", self.screen));
        std::fs::write(path, page.screenshot()).unwrap();
    }
}

#[test]
#[ignore = "takes screenshots, checks nothing"]
fn screenshots() {
    let folder =
        std::env::var("PLYWOOD_SCREENSHOTS").expect("PLYWOOD_SCREENSHOTS names the folder");
    let own = connect_four();
    let mut page = Page::start();
    for words in ["net::ERR_", "status of 404", "status of 400"] {
        page.expect_console_error(words);
    }
    let middles = GAMES.map(|game| play_to_the_middle(&mut page, game));
    for (width, height) in [(1280, 800), (1920, 1080), (390, 844)] {
        for dark in [false, true] {
            page.resize(width, height);
            page.set_preferences(Preferences { dark, reduced_motion: false });
            let colours = if dark { "dark" } else { "light" };
            let screen = format!("{width}-{colours}");
            let camera = Camera { folder: Path::new(&folder).to_owned(), screen };
            for (name, hash, act) in SCENES {
                page.open(hash);
                page.wait_for_element("h1");
                if hash.starts_with("#/play/") && name != "sorry" || hash.starts_with("#/analysis/")
                {
                    page.wait_for(IDLE);
                }
                act(&mut page);
                camera.take(&mut page, name);
            }
            for (game, hash) in GAMES.iter().zip(&middles) {
                page.open(hash);
                think(&mut page);
                camera.take(&mut page, &format!("{game}-thinking"));
            }
            page.navigate(&own.url(""));
            page.wait_for_element("h1");
            camera.take(&mut page, "own-game-home");
            page.navigate(&own.url("#/play/connect-four?seed=3&moves=4;4;3"));
            page.wait_for_moves(4);
            page.hint();
            camera.take(&mut page, "own-game");

            page.open_game(OTHELLO, 8);
            page.kill_server();
            camera.take(&mut page, "gone");
            page.server.restart();
        }
    }
}

/// Lets players make 22 moves, and returns a link that opens the game on the analysis page.
fn play_to_the_middle(page: &mut Page, game: &str) -> String {
    let players = if game == "othello" { "easy|easy" } else { "easy" };
    page.open(&format!("#/play/{game}?seed=21&seats={players}"));
    page.wait_for(IDLE);
    page.watch(22, |page| page.choose("[data-tool=speed]", "Instant"));
    std::thread::sleep(2 * MOMENT);
    page.text("location.hash").replace("#/play/", "#/analysis/")
}

fn think(page: &mut Page) {
    page.wait_for(IDLE);
    page.wait_for_element(".candidate");
    std::thread::sleep(THOUGHT);
}

/// Reviews the recorded game of the first page, and plays the better line of its worst move.
fn review_recorded(page: &mut Page, game: &str) {
    page.eval(&format!(
        "Promise.all([import('/recorded.js'), import('/share.js')]).then(([{{ recorded }}, {{ link }}]) => {{
           const fields = {{ name: '{game}', ...recorded.{game}, seats: ['you', 'medium'].slice(0, '{game}' === 'othello' ? 2 : 1) }};
           location.hash = link('play', {{ ...fields, review: 'hard,simulations=100' }});
         }})"
    ));
    page.wait_for("document.querySelector('.review .status')?.dataset.how === 'done'");
    page.click("[data-worst='0']");
    page.wait_for_element(".tracing");
    std::thread::sleep(THOUGHT);
}

fn finish_a_tournament(page: &mut Page) {
    page.choose("[aria-label='Player 1: who plays']", "easy");
    page.choose("[aria-label='Player 2: who plays']", "greedy");
    page.click("[data-tool=start]");
    page.wait_for("document.querySelector('.status').dataset.how === 'done'");
}
