//! Answers and events that arrive up to 400 ms late, at random: the page ends in the server's state.

use crate::page::{IDLE, POSITION, Page};

/// A script that delays every answer and every event by a random time of up to 400 ms, with a seeded
/// generator. Events stay in order.
const DELAYS: &str = "
    let state = SEED;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const late = (time) => new Promise((done) => setTimeout(done, time));
    const ask = window.fetch;
    window.fetch = async (...words) => {
      const answer = await ask(...words);
      await late(400 * random());
      return answer;
    };
    let last = Promise.resolve();
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (type, listener) {
      listen.call(this, type, (event) => {
        const wait = late(400 * random());
        last = last.then(() => wait).then(() => listener(event));
      });
    };
    window.pick = (list) => list[Math.floor(random() * list.length)];
    window.act = async () => {
      const tools = ['undo', 'redo', 'hint', 'step', 'pause', 'undo'].map((tool) => `[data-tool=${tool}]:not(:disabled)`);
      for (let step = 0; step < 25; step += 1) {
        const moves = document.querySelectorAll('.square.legal, .plain-moves button:not(:disabled)');
        const place = moves.length && random() < 0.6 ? pick([...moves]) : document.querySelector(pick(tools));
        place?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        await late(150 * random());
      }
      const pause = document.querySelector('[data-tool=pause]:not(:disabled)');
      if (pause?.title === 'Pause') pause.click();
      return true;
    };";

#[test]
#[ignore = "needs Chromium"]
fn the_page_ends_in_the_servers_state() {
    for (seed, seats) in [(1, "you|you"), (2, "you|easy"), (3, "easy|you"), (4, "easy|easy")] {
        let mut page = Page::with_script(&DELAYS.replace("SEED", &seed.to_string()));
        page.open(&format!("#/play/othello?seed=5&seats={seats}"));
        page.wait_for(IDLE);
        page.choose("[data-tool=speed]", "Fast");
        assert_eq!(page.eval("act()"), true);
        page.wait_for(IDLE);
        // A game that the server restores from the link has the position that the page shows.
        let linked =
            "(new URLSearchParams(location.hash.split('?')[1]).get('moves')?.split(';') ?? [])";
        page.wait_for(&format!(
            "{IDLE} && {linked}.length === Number(document.querySelector('.play').dataset.moves)"
        ));
        let shown = page.text(POSITION);
        let replayed = page.text(&format!(
            "fetch('/api/v1/look', {{
               method: 'POST', body: JSON.stringify({{ game: 'othello', moves: {linked} }}) }})
             .then((answer) => answer.json()).then(({{ state }}) => state.position)"
        ));
        assert_eq!(shown, replayed, "seed {seed}, {seats}");
    }
}
