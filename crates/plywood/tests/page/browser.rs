//! A headless browser, driven by the DevTools protocol.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const PATIENCE: Duration = Duration::from_secs(30);

/// A running browser with one page.
pub struct Browser {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    sent: u64,
    problems: Vec<String>,
    _profile: TempDir,
}

/// How large the window is, and which colours the system asks for.
pub struct Screen {
    pub width: u32,
    pub height: u32,
    pub dark: bool,
}

impl Browser {
    /// Starts a browser with an empty page.
    pub fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let mut process = NAMES
            .iter()
            .find_map(|name| {
                Command::new(name)
                    .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
                    .args(["--disable-background-networking", "--disable-component-update"])
                    .args(["--disable-sync", "--disable-quic", "--disable-dev-shm-usage"])
                    .args(["--hide-scrollbars", "--remote-debugging-port=0"])
                    .arg(format!("--user-data-dir={}", profile.path().display()))
                    .stderr(Stdio::piped())
                    .stdout(Stdio::null())
                    .spawn()
                    .ok()
            })
            .expect("chromium is installed: cargo xtask test does it where it may");
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = lines
            .find_map(|line| Some(line.ok()?.strip_prefix("DevTools listening on ")?.to_owned()))
            .expect("the browser tells where it listens");
        // A full pipe would stop the browser.
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) = tungstenite::connect(&address).unwrap();
        let mut browser = Browser {
            process,
            socket,
            session: String::new(),
            sent: 0,
            problems: Vec::new(),
            _profile: profile,
        };
        browser.new_page();
        browser
    }

    fn new_page(&mut self) {
        let target = self.call("Target.createTarget", &json!({"url": "about:blank"}));
        let params = json!({"targetId": target["targetId"], "flatten": true});
        let attached = self.call("Target.attachToTarget", &params);
        self.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            self.call(domain, &json!({}));
        }
        self.set_screen(&Screen { width: 1280, height: 900, dark: false });
    }

    pub fn set_screen(&mut self, screen: &Screen) {
        let size = json!({"width": screen.width, "height": screen.height, "deviceScaleFactor": 1,
            "mobile": screen.width < 500});
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let colours = if screen.dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": colours}]});
        self.call("Emulation.setEmulatedMedia", &media);
    }

    /// Sends a command and waits for its answer.
    fn call(&mut self, method: &str, params: &Value) -> Value {
        self.sent += 1;
        let mut message = json!({"id": self.sent, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let text = self.socket.read().unwrap().into_text().unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["id"] == json!(self.sent) {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.notice(&message);
        }
    }

    fn notice(&mut self, event: &Value) {
        let params = &event["params"];
        let is_problem = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => params["type"] == "error",
            Some("Log.entryAdded") => params["entry"]["level"] == "error",
            _ => false,
        };
        if is_problem {
            self.problems.push(params.to_string());
        }
    }

    /// What the console complained about since this was asked last.
    pub fn problems(&mut self) -> Vec<String> {
        self.eval("0");
        std::mem::take(&mut self.problems)
    }

    /// Goes to an address, as if it was typed into a new page.
    pub fn open(&mut self, url: &str) {
        self.call("Page.navigate", &json!({"url": "about:blank"}));
        self.call("Page.navigate", &json!({"url": url}));
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let answer = self.call("Runtime.evaluate", &params);
        let trouble = &answer["exceptionDetails"];
        assert!(trouble.is_null(), "{expression}: {trouble}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) {
        let started = Instant::now();
        while self.eval(&format!("Boolean({expression})")) != json!(true) {
            if started.elapsed() > PATIENCE {
                let seen = self.eval("document.body.innerText");
                let problems = self.problems();
                panic!("in vain: {expression}\npage: {seen}\nconsole: {problems:?}");
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Waits for an element and clicks into its middle with the mouse.
    pub fn click(&mut self, selector: &str) {
        let found = format!("document.querySelector({})", json!(selector));
        self.wait_for(&format!("{found} && !{found}.disabled"));
        let place = self.eval(&format!(
            "(() => {{ const element = {found}; element.scrollIntoView({{block: 'nearest'}});
               const box = element.getBoundingClientRect();
               return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let params = json!({"type": kind, "x": place[0], "y": place[1], "button": "left",
                "clickCount": 1});
            self.call("Input.dispatchMouseEvent", &params);
        }
    }

    /// Presses a key in whatever has the focus.
    pub fn press(&mut self, key: &str) {
        let text = if key.len() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let params = json!({"type": kind, "key": key, "text": text});
            self.call("Input.dispatchKeyEvent", &params);
        }
    }

    /// Chooses a word in a list.
    pub fn choose(&mut self, selector: &str, word: &str) {
        let found = format!("document.querySelector({})", json!(selector));
        self.wait_for(&found);
        self.eval(&format!(
            "{found}.value = {}; {found}.dispatchEvent(new Event('change'))",
            json!(word)
        ));
    }

    /// A picture of what is seen, as a PNG.
    pub fn screenshot(&mut self) -> Vec<u8> {
        let answer = self.call("Page.captureScreenshot", &json!({"format": "png"}));
        let data = answer["data"].as_str().unwrap();
        base64::engine::general_purpose::STANDARD.decode(data).unwrap()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
