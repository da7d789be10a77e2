//! Requests from pages of other sites.

use crate::page::Page;
use crate::server::Server;

#[test]
#[ignore = "needs Chromium"]
fn other_origins_cannot_read_answers() {
    let mut page = Page::expecting("blocked by CORS policy");
    page.expect_console_error("net::ERR_FAILED");
    page.navigate("data:text/html,elsewhere");
    let url = page.server.url("api/v1/games");
    let answer =
        page.eval(&format!("fetch('{url}').then(answer => answer.status, () => 'refused')"));
    assert_eq!(answer, "refused");
}

#[test]
fn other_origins_and_hosts_are_refused() {
    let server = Server::start();
    assert_eq!(server.status_with("Accept: */*"), 200);
    assert_eq!(server.status_with("Origin: http://elsewhere.example"), 403);
    assert_eq!(server.status_with("Host: elsewhere.example"), 403);
}
