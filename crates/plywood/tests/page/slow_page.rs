//! A page that receives the server's answers and events late or never.

use std::ops::{Deref, DerefMut};

use crate::page::Page;

/// A script that delays or drops what the page receives. Its variables in the page:
/// - `delayed`: an API method; its answers are kept in `waiting` until `release()` is called.
/// - `dropped`: an API method; the page does not receive its next answer.
/// - `muted`: a promise; events arrive only after it is resolved. `unheard` counts these events.
/// - `pending`: the number of answers that are requested, delayed or being read.
/// - `settled()`: resolves when the page has handled all answers but the delayed ones. The code after
///   an answer runs before the next task of the browser, and may send another request.
const CONTROL: &str = "
    const ask = window.fetch;
    window.delayed = window.dropped = window.muted = null;
    window.waiting = [];
    window.unheard = 0;
    window.pending = 0;
    window.settled = async () => {
      do await new Promise(task => setTimeout(task)); while (pending > waiting.length);
    };
    window.release = () => {
      delayed = null;
      waiting.splice(0).forEach(go => go());
      return settled();
    };
    const count = async (work) => {
      pending += 1;
      try {
        return await work();
      } finally {
        pending -= 1;
      }
    };
    window.fetch = (...words) => count(async () => {
      const answer = await ask(...words);
      const method = words[0].split('/').at(-1);
      if (method === delayed) await new Promise(go => waiting.push(go));
      if (method !== dropped) return answer;
      dropped = null;
      throw new TypeError('lost');
    });
    const json = Response.prototype.json;
    Response.prototype.json = function () {
      return count(() => json.call(this));
    };
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (type, listener) {
      listen.call(this, type, (event) => {
        if (!muted || event.data === undefined) return listener(event);
        unheard += 1;
        muted.then(() => listener(event));
      });
    };";

/// A page that receives answers and events late or never, as the test requires.
pub struct SlowPage(Page);

impl Deref for SlowPage {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.0
    }
}

impl DerefMut for SlowPage {
    fn deref_mut(&mut self) -> &mut Page {
        &mut self.0
    }
}

impl SlowPage {
    pub fn start() -> Self {
        let mut page = Page::start();
        page.before_each_page(CONTROL);
        SlowPage(page)
    }

    pub fn with_game(link: &str, moves: u64) -> Self {
        let mut page = SlowPage::start();
        page.open_game(link, moves);
        page
    }

    /// Delays the answers of a method until `release` is called.
    pub fn delay(&mut self, method: &str) {
        self.eval(&format!("delayed = '{method}'"));
    }

    pub fn wait_for_delayed_answer(&mut self) {
        self.wait_for("waiting.length > 0");
    }

    /// Clicks elements one after the other, and waits until an answer to the API method `method`, which
    /// a click has called, is delayed.
    pub fn click_and_delay(&mut self, selectors: &[&str], method: &str) {
        self.delay(method);
        self.click_at_once(selectors);
        self.wait_for_delayed_answer();
    }

    /// Delivers the delayed answers, and waits until the page has handled them.
    pub fn release(&mut self) {
        self.eval("release()");
    }

    /// Delays all events until `unmute` is called.
    pub fn mute(&mut self) {
        self.eval("window.muted = new Promise(hear => (window.hear = hear)); 0");
    }

    pub fn wait_for_muted_event(&mut self) {
        self.wait_for("unheard > 0");
    }

    /// Delivers the delayed events, and waits until the page has handled them.
    pub fn unmute(&mut self) {
        self.eval("muted = null; hear(); settled()");
    }

    /// Clicks on elements one after the other, without waiting for any effect.
    pub fn click_at_once(&mut self, selectors: &[&str]) {
        for selector in selectors {
            self.eval(&format!(
                "document.querySelector('{selector}')
                   .dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
            ));
        }
    }
}
