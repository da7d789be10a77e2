//! A headless browser, driven by the DevTools protocol. What its console
//! complains about fails the test, unless the test said that it would.

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
const PATIENCE: Duration = Duration::from_secs(60);

/// A running browser with one page.
pub struct Browser {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    sent: u64,
    problems: Vec<String>,
    expected: Vec<&'static str>,
    /// Its profile, and whatever it leaves in the temporary folder.
    _folder: TempDir,
}

/// What the system asks of a page.
#[derive(Clone, Copy, Default)]
pub struct Wishes {
    pub dark: bool,
    pub stillness: bool,
}

impl Browser {
    /// Starts a browser with an empty page.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut process = NAMES
            .iter()
            .find_map(|name| {
                Command::new(name)
                    .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
                    .args(["--disable-background-networking", "--disable-component-update"])
                    .args(["--disable-sync", "--disable-quic", "--disable-dev-shm-usage"])
                    .args(["--hide-scrollbars", "--remote-debugging-port=0"])
                    .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
                    .env("TMPDIR", folder.path())
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
        let (mut socket, _) = tungstenite::connect(&address).unwrap();
        // A browser that hangs fails its test, and the others go on.
        if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
            stream.set_read_timeout(Some(2 * PATIENCE)).unwrap();
        }
        let mut browser = Browser {
            process,
            socket,
            session: String::new(),
            sent: 0,
            problems: Vec::new(),
            expected: Vec::new(),
            _folder: folder,
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
        self.resize(1280, 900);
    }

    /// Makes the window so large; narrow ones are telephones.
    pub fn resize(&mut self, width: u32, height: u32) {
        let mobile = width < 500;
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1,
            "mobile": mobile});
        self.call("Emulation.setDeviceMetricsOverride", &size);
        self.call("Emulation.setTouchEmulationEnabled", &json!({"enabled": mobile}));
    }

    /// Lets the system ask for something.
    pub fn wish(&mut self, wishes: Wishes) {
        let colours = if wishes.dark { "dark" } else { "light" };
        let motion = if wishes.stillness { "reduce" } else { "no-preference" };
        let media = json!({"features": [
            {"name": "prefers-color-scheme", "value": colours},
            {"name": "prefers-reduced-motion", "value": motion},
        ]});
        self.call("Emulation.setEmulatedMedia", &media);
    }

    /// Runs a script in every page before its own.
    pub fn before_each_page(&mut self, script: &str) {
        self.call("Page.addScriptToEvaluateOnNewDocument", &json!({"source": script}));
    }

    /// Sends a command and waits for its answer.
    pub fn call(&mut self, method: &str, params: &Value) -> Value {
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
            Some("Runtime.consoleAPICalled") => {
                matches!(params["type"].as_str(), Some("error" | "assert" | "warning"))
            }
            Some("Log.entryAdded") => params["entry"]["level"] == "error",
            _ => false,
        };
        let text = params.to_string();
        if is_problem && !self.expected.iter().any(|expected| text.contains(expected)) {
            self.problems.push(text);
        }
    }

    /// From now on the console may complain in these words.
    pub fn expect_complaint(&mut self, words: &'static str) {
        self.expected.push(words);
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

    /// The same, as a number.
    pub fn number(&mut self, expression: &str) -> f64 {
        let value = self.eval(expression);
        value.as_f64().unwrap_or_else(|| panic!("{expression} is no number but {value}"))
    }

    /// The same, as a text.
    pub fn text(&mut self, expression: &str) -> String {
        let value = self.eval(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression} is no text but {value}")).to_owned()
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) {
        let started = Instant::now();
        // As long as a page is loading, what is looked for may be part of nothing.
        let holds = format!(
            "(() => {{ try {{ return Boolean({expression}) }} catch {{ return false }} }})()"
        );
        while self.eval(&holds) != json!(true) {
            if started.elapsed() > PATIENCE {
                let seen = self.eval("document.body.innerText");
                panic!("in vain: {expression}\npage: {seen}\nconsole: {:?}", self.problems);
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// A picture of what is seen as a PNG; on telephones, of the whole page.
    pub fn screenshot(&mut self) -> Vec<u8> {
        let whole = self.eval(
            "innerWidth < 500 && ({ x: 0, y: 0, width: innerWidth, scale: 1,
               height: document.documentElement.scrollHeight })",
        );
        let mut params = json!({"format": "png"});
        if whole.is_object() {
            params["captureBeyondViewport"] = json!(true);
            params["clip"] = whole;
        }
        let answer = self.call("Page.captureScreenshot", &params);
        let data = answer["data"].as_str().unwrap();
        base64::engine::general_purpose::STANDARD.decode(data).unwrap()
    }

    /// Asks the browser to end, so that nothing writes into its folder any more.
    fn end(&mut self) {
        self.sent += 1;
        let message = json!({"id": self.sent, "method": "Browser.close"});
        let _ = self.socket.send(Message::text(message.to_string()));
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(10) {
            if let Ok(Some(_)) = self.process.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            // What the console said last arrives with the answer.
            self.eval("0");
        }
        self.end();
        if !std::thread::panicking() {
            assert!(self.problems.is_empty(), "the console complains: {:#?}", self.problems);
        }
    }
}
