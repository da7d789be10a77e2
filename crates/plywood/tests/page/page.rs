//! The fixture of every test: a server, a browser, and the actions of a person who plays a game.

use std::ops::{Deref, DerefMut};

use serde_json::json;

use crate::browser::Browser;
use crate::input::Point;
use crate::server::Server;

pub const GAMES: [&str; 4] = ["othello", "klondike", "woodblock", "tetris"];
/// An expression that is true if no search is running and the page knows the game's state.
pub const IDLE: &str = "document.querySelector('.play')?.dataset.thinking === 'no'";
/// An expression for the position as text.
pub const POSITION: &str = "document.querySelector('#panel-share textarea').value";

/// A page of a real server in a real browser. Dereferences to the [`Browser`].
pub struct Page {
    // Declared first, so that the browser is dropped before the server. Otherwise the lost connection
    // would be a console error, which fails the test.
    browser: Browser,
    pub server: Server,
}

impl Deref for Page {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl DerefMut for Page {
    fn deref_mut(&mut self) -> &mut Browser {
        &mut self.browser
    }
}

impl Page {
    /// An empty page, and a server with Plywood's own games.
    pub fn start() -> Self {
        Page::of(Server::start())
    }

    /// An empty page whose console may have errors with this text; see [`Browser::expect_console_error`].
    pub fn expecting(error: &'static str) -> Self {
        let mut page = Page::start();
        page.expect_console_error(error);
        page
    }

    /// An empty page with a script of its own; see [`Browser::before_each_page`].
    pub fn with_script(script: &str) -> Self {
        let mut page = Page::start();
        page.before_each_page(script);
        page
    }

    /// An empty page for any server.
    pub fn of(server: Server) -> Self {
        Page { browser: Browser::start(), server }
    }

    /// An empty page on a phone, with a touch screen.
    pub fn on_phone() -> Self {
        let mut page = Page::start();
        page.resize(390, 844);
        page
    }

    /// A page that shows a link; see [`Page::open`].
    pub fn at(link: &str) -> Self {
        let mut page = Page::start();
        page.open(link);
        page
    }

    /// A page that shows the game of a link; see [`Page::open_game`].
    pub fn with_game(link: &str, moves: u64) -> Self {
        let mut page = Page::start();
        page.open_game(link, moves);
        page
    }

    /// A page with a new game; see [`Page::open_new_game`].
    pub fn with_new_game(game: &str) -> Self {
        let mut page = Page::start();
        page.open_new_game(game);
        page
    }

    /// Opens a new game of each of Plywood's games on one page, and calls `check` with the page and the game's name.
    pub fn for_every_game(mut check: impl FnMut(&mut Page, &str)) {
        let mut page = Page::start();
        for game in GAMES {
            page.open_new_game(game);
            check(&mut page, game);
        }
    }

    /// Opens `link`, the part of a URL after `http://HOST:PORT/`.
    pub fn open(&mut self, link: &str) {
        let url = self.server.url(link);
        self.browser.navigate(&url);
    }

    /// Opens a link and waits until the game has this many moves and no search is running.
    pub fn open_game(&mut self, link: &str, moves: u64) {
        self.open(link);
        self.wait_for_moves(moves);
    }

    /// Opens a new game with a fixed seed.
    pub fn open_new_game(&mut self, game: &str) {
        self.open_game(&format!("#/play/{game}?seed=5"), 0);
    }

    /// Opens the first page and waits for its list of games.
    pub fn open_home(&mut self) {
        self.open("");
        self.wait_for_element(".game-card");
    }

    /// Goes to the first page by its link in the head of the page.
    pub fn go_home(&mut self) {
        self.click("nav a[href='#/']");
        self.wait_for_element(".game-card");
    }

    /// Pastes a text into the field for positions, moves and links, and opens it.
    pub fn paste(&mut self, text: &str) {
        self.fill_paste_field(text);
        self.click("[data-tool=open]");
    }

    /// Pastes a text into the field for positions, moves and links.
    pub fn fill_paste_field(&mut self, text: &str) {
        let text = json!(text);
        self.eval(&format!("document.querySelector('.open-box textarea').value = {text}"));
    }

    /// The number of moves that the page shows.
    pub fn moves(&mut self) -> u64 {
        let text = self.text("document.querySelector('.play').dataset.moves");
        text.parse().expect("a number of moves")
    }

    /// Waits until the game has exactly this many moves and no search is running.
    pub fn wait_for_moves(&mut self, moves: u64) {
        self.wait_for_moves_that(&format!("=== {moves}"));
    }

    /// Waits until the number of moves fulfils a condition and no search is running.
    pub fn wait_for_moves_that(&mut self, condition: &str) {
        self.wait_for(&format!(
            "Number(document.querySelector('.play')?.dataset.moves ?? NaN) {condition} && {IDLE}"
        ));
    }

    /// Waits until the game has at least this many moves; a search may be running.
    pub fn wait_for_at_least(&mut self, moves: u64) {
        self.wait_for(&format!(
            "Number(document.querySelector('.play')?.dataset.moves) >= {moves}"
        ));
    }

    /// Makes move `number` of the person, counted from 1, and waits for the opponent's reply.
    pub fn play_by_hand(&mut self, game: &str, number: u64) {
        match game {
            "othello" => self.click(".square.legal"),
            "klondike" => self.click("[data-key=stock]"),
            "woodblock" => {
                self.eval("document.querySelector('.board').focus()");
                self.put_block_down(number);
            }
            "tetris" => {
                self.eval("document.querySelector('.board').focus()");
                for key in ["ArrowLeft", "ArrowUp", "ArrowDown"] {
                    self.press(key);
                }
            }
            _ => unreachable!("{game} is not in the list of games"),
        }
        self.wait_for_moves(with_replies(game, number));
    }

    /// Places block `number` of the first hand of Wood Block by keyboard. Block 2 goes to the top and
    /// block 3 to the bottom, so that the blocks do not overlap.
    pub fn put_block_down(&mut self, number: u64) {
        self.press(&number.to_string());
        if number > 1 {
            let key = if number == 2 { "ArrowUp" } else { "ArrowDown" };
            (0..10).for_each(|_| self.press(key));
        }
        self.press("Enter");
    }

    /// Asks for a hint and waits until its search has ended.
    pub fn hint(&mut self) {
        self.click("[data-tool=hint]");
        self.wait_for_hint();
    }

    /// Waits until a hint is shown and no search is running.
    pub fn wait_for_hint(&mut self) {
        self.wait_for(&format!("document.querySelector('.candidate.best') && {IDLE}"));
    }

    /// Chooses a player with a tree for the hints of a game. Wood Block's default plans whole hands, without a tree.
    pub fn choose_player_with_tree(&mut self, game: &str) {
        if game == "woodblock" {
            self.choose("[data-seat=Hints] select", "mcts");
        }
    }

    /// Asks for a hint, opens the tree below the best move and hovers over the first reply.
    pub fn open_tree(&mut self) {
        self.hint();
        self.click("#tab-tree");
        self.click(".branches summary");
        self.wait_for_element(".branches .branches summary");
        self.hover_over(".branches .branches summary");
    }

    /// Calls `start`, which lets players play, and pauses the players after `moves` moves. A script
    /// in the page counts the moves, because a fast game may end before the test can pause it.
    pub fn watch(&mut self, moves: u64, start: impl FnOnce(&mut Page)) {
        self.eval(&format!(
            "window.watched = false;
             new MutationObserver((_, observer) => {{
               if (document.querySelector('.play').dataset.moves < {moves}) return;
               observer.disconnect();
               document.querySelector('[data-tool=pause]').click();
               window.watched = true;
             }}).observe(document.querySelector('.play'), {{ attributeFilter: ['data-moves'] }})"
        ));
        start(self);
        self.wait_for(&format!("watched && {IDLE}"));
    }

    /// Returns the middle points of two cards of Klondike.
    pub fn middles_of_cards(&mut self, cards: [&str; 2]) -> [Point; 2] {
        cards.map(|card| self.middle_of(&format!("[data-card='{card}']")))
    }

    /// Kills the server, and waits until the page shows that the server is gone.
    pub fn kill_server(&mut self) {
        self.server.kill();
        self.wait_for("!document.getElementById('banner').hidden");
    }

    /// Starts the server again, and waits until the page has restored its game.
    pub fn restart_server(&mut self) {
        self.server.restart();
        self.wait_for(&format!("document.getElementById('banner').hidden && {IDLE}"));
    }
}

/// Returns the number of moves of a game after `own` moves of the person, including replies.
pub fn with_replies(game: &str, own: u64) -> u64 {
    if game == "othello" { 2 * own } else { own }
}
