//! Mouse, touch and keyboard input.

use serde_json::json;

use crate::browser::Browser;

/// A point in the window, in CSS pixels.
pub type Point = [f64; 2];

/// Names of keys and their virtual key codes.
const KEYS: [(&str, u32); 9] = [
    ("Tab", 9),
    ("Enter", 13),
    ("Escape", 27),
    ("ArrowLeft", 37),
    ("ArrowUp", 38),
    ("ArrowRight", 39),
    ("ArrowDown", 40),
    ("Home", 36),
    (" ", 32),
];
const CONTROL: u32 = 2;
/// Maximum number of attempts to click on an element that moves.
const MAX_AIMS: u32 = 50;
/// Upper limit for the number of controls on a page.
const MAX_TABS: usize = 150;

impl Browser {
    /// Waits for an enabled element, scrolls it into view and returns its middle.
    pub fn middle_of(&mut self, selector: &str) -> Point {
        let found = format!("document.querySelector({})", json!(selector));
        self.wait_for(&format!("{found} && !{found}.disabled"));
        let place = self.eval(&format!(
            "(() => {{ const element = {found}; element.scrollIntoView({{block: 'nearest'}});
               const box = element.getBoundingClientRect();
               return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        [0, 1].map(|axis| place[axis].as_f64().expect("a coordinate"))
    }

    fn mouse(&mut self, kind: &str, [x, y]: Point, pressed: u32) {
        let params = json!({"type": kind, "x": x, "y": y, "button": "left",
            "buttons": pressed, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", &params);
    }

    /// Waits for an element and clicks on its middle with the mouse.
    ///
    /// Answers that arrive may move the element, so the mouse is pressed only if the element is still under it.
    pub fn click(&mut self, selector: &str) {
        let found = format!("document.querySelector({})", json!(selector));
        for _ in 0..MAX_AIMS {
            let place = self.middle_of(selector);
            self.hover(place);
            let [x, y] = place;
            let hit = format!("Boolean({found}?.contains(document.elementFromPoint({x}, {y})))");
            if self.eval(&hit) == json!(true) {
                self.mouse("mousePressed", place, 1);
                self.mouse("mouseReleased", place, 0);
                return;
            }
        }
        let [x, y] = self.middle_of(selector);
        let above = self.eval(&format!("document.elementFromPoint({x}, {y})?.outerHTML"));
        panic!("{selector} moves all the time, or it is covered by {above}");
    }

    /// Moves the mouse to the middle of an element.
    pub fn hover_over(&mut self, selector: &str) {
        let place = self.middle_of(selector);
        self.hover(place);
    }

    /// Moves the mouse.
    pub fn hover(&mut self, [x, y]: Point) {
        let params = json!({"type": "mouseMoved", "x": x, "y": y, "button": "none"});
        self.call("Input.dispatchMouseEvent", &params);
    }

    /// Drags with the mouse from one point to another.
    pub fn drag(&mut self, from: Point, to: Point) {
        self.hover(from);
        self.mouse("mousePressed", from, 1);
        for place in between(from, to) {
            self.mouse("mouseMoved", place, 1);
        }
        self.mouse("mouseReleased", to, 0);
    }

    /// Drags with a finger from one point to another.
    pub fn swipe(&mut self, from: Point, to: Point) {
        self.touch("touchStart", Some(from));
        for place in between(from, to) {
            self.touch("touchMove", Some(place));
        }
        self.touch("touchEnd", None);
    }

    /// Waits for an element and taps on its middle with a finger.
    pub fn tap(&mut self, selector: &str) {
        let place = self.middle_of(selector);
        self.touch("touchStart", Some(place));
        self.touch("touchEnd", None);
    }

    fn touch(&mut self, kind: &str, place: Option<Point>) {
        let fingers: Vec<_> = place.iter().map(|[x, y]| json!({"x": x, "y": y})).collect();
        self.call("Input.dispatchTouchEvent", &json!({"type": kind, "touchPoints": fingers}));
    }

    /// Presses and releases a key on the focused element.
    pub fn press(&mut self, key: &str) {
        self.press_with(key, 0);
    }

    /// Presses a key while the control key is down.
    pub fn press_control(&mut self, key: &str) {
        self.press_with(key, CONTROL);
    }

    fn press_with(&mut self, key: &str, modifiers: u32) {
        let code = KEYS.iter().find(|(name, _)| *name == key).map(|(_, code)| *code);
        let code = code.unwrap_or_else(|| u32::from(key.as_bytes()[0].to_ascii_uppercase()));
        let text = match key {
            "Enter" => "\r",
            _ if key.len() == 1 && modifiers == 0 => key,
            _ => "",
        };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let params = json!({"type": kind, "key": key, "text": text, "modifiers": modifiers,
                "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", &params);
        }
    }

    /// Presses Tab until an element that matches `selector` has the focus. Panics if none gets focus.
    pub fn tab_to(&mut self, selector: &str) {
        for _ in 0..MAX_TABS {
            self.press("Tab");
            let there = format!("document.activeElement.matches({})", json!(selector));
            if self.eval(&there) == json!(true) {
                return;
            }
        }
        panic!("{selector} is not reached by Tab");
    }

    /// Sets the value of a list or a field, and sends the `change` event of a user's input.
    pub fn choose(&mut self, selector: &str, word: &str) {
        let found = format!("document.querySelector({})", json!(selector));
        self.wait_for(&found);
        self.eval(&format!(
            "{found}.value = {}; {found}.dispatchEvent(new Event('change'))",
            json!(word)
        ));
    }
}

/// Returns points on the straight line from `from` to `to`.
fn between(from: Point, to: Point) -> impl Iterator<Item = Point> {
    const STEPS: u32 = 8;
    (1..=STEPS).map(move |step| {
        let part = f64::from(step) / f64::from(STEPS);
        [0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis]))
    })
}
