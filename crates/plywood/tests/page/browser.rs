//! A headless browser, driven by the DevTools protocol. An unexpected error in the browser's
//! console fails the test.

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::timed_lines::TimedLines;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// Timeout for anything that a test waits for.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running browser with one page.
pub struct Browser {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    sent: u64,
    console_errors: Vec<String>,
    expected: Vec<&'static str>,
    /// The profile and temporary files of the browser.
    _folder: TempDir,
}

/// Preferences of the operating system, which style sheets can read.
#[derive(Clone, Copy, Default)]
pub struct Preferences {
    pub dark: bool,
    pub reduced_motion: bool,
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
            .expect("Chromium is installed; `cargo xtask test` installs it");
        let address = TimedLines::of(process.stderr.take().unwrap())
            .find_map(|line| Some(line.strip_prefix("DevTools listening on ")?.to_owned()))
            .expect("the browser prints its DevTools address");
        let (mut socket, _) = tungstenite::connect(&address).unwrap();
        // With a read timeout, a browser that hangs fails its test instead of blocking it.
        if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
            stream.set_read_timeout(Some(2 * TIMEOUT)).unwrap();
        }
        let mut browser = Browser {
            process,
            socket,
            session: String::new(),
            sent: 0,
            console_errors: Vec::new(),
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

    /// Sets the size of the window. Narrow windows emulate a phone with a touch screen.
    pub fn resize(&mut self, width: u32, height: u32) {
        let mobile = width < 500;
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1,
            "mobile": mobile});
        self.call("Emulation.setDeviceMetricsOverride", &size);
        self.call("Emulation.setTouchEmulationEnabled", &json!({"enabled": mobile}));
    }

    /// Emulates preferences of the operating system.
    pub fn set_preferences(&mut self, preferences: Preferences) {
        let colours = if preferences.dark { "dark" } else { "light" };
        let motion = if preferences.reduced_motion { "reduce" } else { "no-preference" };
        let media = json!({"features": [
            {"name": "prefers-color-scheme", "value": colours},
            {"name": "prefers-reduced-motion", "value": motion},
        ]});
        self.call("Emulation.setEmulatedMedia", &media);
    }

    /// Runs a script in every page that is loaded from now on, before the scripts of the page.
    pub fn before_each_page(&mut self, script: &str) {
        self.call("Page.addScriptToEvaluateOnNewDocument", &json!({"source": script}));
    }

    /// Sends a DevTools command and waits for its result.
    pub fn call(&mut self, method: &str, params: &Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Sends a DevTools command and waits for its result or its error.
    fn try_call(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        self.sent += 1;
        let mut message = json!({"id": self.sent, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        let started = Instant::now();
        loop {
            // The read timeout alone is not enough: events may keep arriving.
            assert!(started.elapsed() < 2 * TIMEOUT, "timeout: {method}");
            let text = self.socket.read().unwrap().into_text().unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["id"] == json!(self.sent) {
                let error = &message["error"];
                return if error.is_null() {
                    Ok(message["result"].clone())
                } else {
                    Err(error.clone())
                };
            }
            self.take_event(&message);
        }
    }

    /// Collects unexpected console errors and warnings.
    fn take_event(&mut self, event: &Value) {
        let params = &event["params"];
        let is_error = match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => {
                matches!(params["type"].as_str(), Some("error" | "assert" | "warning"))
            }
            Some("Log.entryAdded") => params["entry"]["level"] == "error",
            _ => false,
        };
        let text = params.to_string();
        if is_error && !self.expected.iter().any(|expected| text.contains(expected)) {
            self.console_errors.push(text);
        }
    }

    /// From now on, ignores console errors that contain `words`.
    pub fn expect_console_error(&mut self, words: &'static str) {
        self.expected.push(words);
    }

    /// Loads a URL in a new document, even if only its hash differs from the current URL.
    pub fn navigate(&mut self, url: &str) {
        self.call("Page.navigate", &json!({"url": "about:blank"}));
        self.call("Page.navigate", &json!({"url": url}));
    }

    /// Evaluates an expression in the page and returns its value. Waits for a promise.
    pub fn eval(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let answer = self.call("Runtime.evaluate", &params);
        let exception = &answer["exceptionDetails"];
        assert!(exception.is_null(), "{expression}: {exception}");
        answer["result"]["value"].clone()
    }

    /// Evaluates an expression that is a number.
    pub fn number(&mut self, expression: &str) -> f64 {
        let value = self.eval(expression);
        value.as_f64().unwrap_or_else(|| panic!("{expression} is not a number but {value}"))
    }

    /// Evaluates an expression that is a string.
    pub fn text(&mut self, expression: &str) -> String {
        let value = self.eval(expression);
        value
            .as_str()
            .unwrap_or_else(|| panic!("{expression} is not a string but {value}"))
            .to_owned()
    }

    /// Waits until an element exists.
    pub fn wait_for_element(&mut self, selector: &str) {
        self.wait_for(&format!("document.querySelector({})", json!(selector)));
    }

    /// Waits for a notice at the foot of the page that contains these words.
    pub fn wait_for_notice(&mut self, words: &str) {
        let words = json!(words);
        self.wait_for(&format!("document.getElementById('notice').textContent.includes({words})"));
    }

    /// Waits until an expression is true. Panics after a timeout.
    pub fn wait_for(&mut self, expression: &str) {
        let started = Instant::now();
        // Exceptions count as false: while a page is loading, elements may not exist yet.
        let holds = format!(
            "(() => {{ try {{ return Boolean({expression}) }} catch {{ return false }} }})()"
        );
        let params = json!({"expression": holds, "returnByValue": true});
        loop {
            match self.try_call("Runtime.evaluate", &params) {
                Ok(answer) if answer["result"]["value"] == true => return,
                Ok(_) => {}
                // A page that is reloading ends the evaluation.
                Err(error) => {
                    assert!(error.to_string().contains("navigated"), "{expression}: {error}");
                }
            }
            if started.elapsed() > TIMEOUT {
                let seen = self.eval("document.body.innerText");
                panic!("timeout: {expression}\npage: {seen}\nconsole: {:?}", self.console_errors);
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Takes a PNG of the window, or of the whole page on a phone.
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

    /// Closes the browser and waits until its process ends, so that its folder can be removed.
    /// Kills the process after 10 seconds.
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
            // Receives all console errors so far: they arrive before the result of this call.
            self.eval("0");
        }
        self.end();
        if !std::thread::panicking() {
            assert!(
                self.console_errors.is_empty(),
                "errors in the console: {:#?}",
                self.console_errors
            );
        }
    }
}
