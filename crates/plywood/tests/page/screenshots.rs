//! Not a test: `cargo xtask screenshots` looks at every page and state through it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::browser::{Browser, Wishes};
use crate::own_game::connect_four;
use crate::server::Server;
use crate::table::{CALM, GAMES, hint, wait_for_moves, watch};

/// A page, and what is done there before the picture is taken.
type Scene = (&'static str, &'static str, fn(&mut Browser));

const SCENES: [Scene; 15] = [
    ("home", "", |_| ()),
    ("othello-fresh", "#/play/othello?seed=1", |_| ()),
    ("othello-hint", OTHELLO, hint),
    ("klondike-fresh", "#/play/klondike?seed=21&rules=draw%3D1", |_| ()),
    ("woodblock-fresh", "#/play/woodblock?seed=5", |_| ()),
    ("tetris-fresh", "#/play/tetris?seed=4", |_| ()),
    ("tree", OTHELLO, open_tree),
    ("moves", OTHELLO, |browser| {
        browser.click("[data-tool=undo]");
        browser.click("#tab-moves");
    }),
    ("share", "#/play/klondike?seed=21", |browser| browser.click("#tab-share")),
    ("advanced", "#/play/othello?seed=1", |browser| browser.click(".drawer summary")),
    ("rules", "#/play/tetris?seed=4", |browser| browser.click("[data-tool=rules]")),
    ("illegal", "#/play/othello?seed=1", |browser| browser.click("[data-key=a1]")),
    ("sorry", "#/play/othello?moves=a1", |_| ()),
    ("arena-fresh", "#/arena/othello", |_| ()),
    ("arena", "#/arena/othello", hold_a_tournament),
];
const OTHELLO: &str = "#/play/othello?seed=1&moves=d3;c3;c4;e3;f4;c5;b4;f3";
/// A hint that is still under way in the next moment would make another picture.
const MOMENT: Duration = Duration::from_millis(400);
/// So long an analysis has thought when it is looked at.
const THOUGHT: Duration = Duration::from_millis(1500);

struct Camera {
    folder: PathBuf,
    screen: String,
}

impl Camera {
    fn take(&self, browser: &mut Browser, name: &str) {
        std::thread::sleep(MOMENT);
        browser.eval("scrollTo(0, 0)");
        let path = self.folder.join(format!("{name}-{}.png", self.screen));
        std::fs::write(path, browser.screenshot()).unwrap();
    }
}

#[test]
#[ignore = "takes pictures, checks nothing"]
fn screenshots() {
    let folder = std::env::var("PLYWOOD_SCREENSHOTS").expect("the folder for the pictures");
    let mut server = Server::start();
    let own = connect_four();
    let mut browser = Browser::start();
    for words in ["net::ERR_", "status of 404", "status of 400"] {
        browser.expect_complaint(words);
    }
    let middles = GAMES.map(|game| play_to_the_middle(&mut browser, &server, game));
    for (width, height) in [(1440, 900), (390, 844)] {
        for dark in [false, true] {
            browser.resize(width, height);
            browser.wish(Wishes { dark, stillness: false });
            let colours = if dark { "dark" } else { "light" };
            let screen = format!("{width}-{colours}");
            let camera = Camera { folder: Path::new(&folder).to_owned(), screen };
            for (name, hash, act) in SCENES {
                browser.open(&server.url(hash));
                browser.wait_for("document.querySelector('h1')");
                if hash.contains("/play/") && name != "sorry" {
                    browser.wait_for(CALM);
                }
                act(&mut browser);
                camera.take(&mut browser, name);
            }
            for (game, hash) in GAMES.iter().zip(&middles) {
                browser.open(&server.url(hash));
                think(&mut browser);
                camera.take(&mut browser, &format!("{game}-thinking"));
                browser.click("[data-tool=think]");
                browser.wait_for(CALM);
            }
            browser.open(&own.url(""));
            browser.wait_for("document.querySelector('h1')");
            camera.take(&mut browser, "own-game-home");
            browser.open(&own.url("#/play/connect-four?seed=3&moves=4;4;3"));
            wait_for_moves(&mut browser, "=== 4");
            hint(&mut browser);
            camera.take(&mut browser, "own-game");

            browser.open(&server.url(OTHELLO));
            wait_for_moves(&mut browser, "=== 8");
            let address = server.kill();
            browser.wait_for("!document.getElementById('banner').hidden");
            camera.take(&mut browser, "gone");
            server = Server::start_at(&address.to_string());
        }
    }
}

/// Lets a player play for a while, and gives a link to analyse what came of it.
fn play_to_the_middle(browser: &mut Browser, server: &Server, game: &str) -> String {
    let players = if game == "othello" { "easy|easy" } else { "easy" };
    browser.open(&server.url(&format!("#/play/{game}?seed=21&seats={players}")));
    browser.wait_for(CALM);
    watch(browser, 22, |browser| browser.choose("[data-tool=speed]", "Instant"));
    std::thread::sleep(2 * MOMENT);
    browser.text("location.hash").replace("#/play/", "#/analysis/")
}

fn think(browser: &mut Browser) {
    browser.wait_for(CALM);
    browser.click("[data-tool=think]");
    browser.wait_for("document.querySelector('.candidate')");
    std::thread::sleep(THOUGHT);
}

fn open_tree(browser: &mut Browser) {
    hint(browser);
    browser.click("#tab-tree");
    browser.click(".branches summary");
    browser.wait_for("document.querySelector('.branches .branches summary')");
    let place = browser.middle_of(".branches .branches summary");
    browser.hover(place);
}

fn hold_a_tournament(browser: &mut Browser) {
    browser.choose("[aria-label='Player 1: who plays']", "easy");
    browser.choose("[aria-label='Player 2: who plays']", "greedy");
    browser.click("[data-tool=start]");
    browser.wait_for("document.querySelector('.status').dataset.how === 'done'");
}
