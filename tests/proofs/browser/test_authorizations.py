"""A program asks for a token: the consent page, with a third-party OAuth client."""

from __future__ import annotations

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from threading import Thread

import httpx
import pytest
from authlib.integrations.httpx_client import OAuth2Client
from playwright.sync_api import expect

from tests.proofs.browser.watching import DESKTOP
from tests.proofs.live.server import free_port

VERIFIER = "a verifier that is long enough, of letters".replace(" ", "-").replace(",", "") + "-and-more"


@contextmanager
def listening():
    """Listen on this machine as local programs do; yield the port, and the requests that come in."""
    came: Queue[str] = Queue()

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self):
            came.put(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><link rel=icon href=data:><p>Back at the program")

        def log_message(self, *said):
            pass

    port = free_port()
    with HTTPServer(("127.0.0.1", port), Listener) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield port, came
        server.shutdown()


@contextmanager
def program(server):
    """Return a program, the address to which it sends its player, and its redirect address."""
    told = httpx.get(f"{server.url}/.well-known/oauth-authorization-server").json()
    with (
        listening() as (port, came),
        OAuth2Client(
            "Card clock",
            redirect_uri=f"http://127.0.0.1:{port}/back",
            scope="read play",
            token_endpoint_auth_method="none",
            revocation_endpoint_auth_method="none",
            code_challenge_method="S256",
        ) as client,
    ):
        address, _ = client.create_authorization_url(told["authorization_endpoint"], code_verifier=VERIFIER)
        yield client, told, address, lambda: f"http://127.0.0.1:{port}{came.get(timeout=30)}"


@pytest.mark.parametrize("size", [(360, 780), DESKTOP])
def test_a_program_is_let_in(visitor, server, shoot, look_at, size):
    """The player sees the request and allows it. “You” lists the program, which then revokes its token."""
    page = visitor(size).page
    with program(server) as (client, told, address, back):
        page.goto(address)
        page.locator("[data-act='allow']").wait_for()
        assert "challenge" not in page.evaluate("location.search")
        expect(page.locator("[data-zone='authorize']")).to_contain_text("Its access ends after 180 days without use")
        look_at(page, f"authorize-{size[0]}")
        page.locator("[data-act='allow']").click()
        expect(page.get_by_text("Back at the program")).to_be_visible()

        client.fetch_token(told["token_endpoint"], authorization_response=back(), code_verifier=VERIFIER)

        assert client.get(f"{server.url}/api/v1/me").json()["nickname"] == "Amel"
        page.goto("/#/you")
        shown = page.locator("[data-program]")
        expect(shown).to_contain_text("Card clock")
        expect(shown).to_contain_text("127.0.0.1")
        shown.scroll_into_view_if_needed()
        shoot(page, f"authorized-{size[0]}")
        client.revoke_token(told["revocation_endpoint"], token=client.token["access_token"])
        assert client.get(f"{server.url}/api/v1/me").status_code == 401


def test_whoever_is_not_known_comes_in_first(browsers, server, look_at):
    """A new player enters as a guest and may still refuse, or logs in; a malformed request leads nowhere."""
    page, another = browsers.open(DESKTOP), browsers.open(DESKTOP)
    with program(server) as (_, _, address, back):
        browsers.expect("400")
        page.goto(address.replace("S256", "plain"))
        expect(page.locator("[role='alert']")).to_contain_text("in an invalid way")
        page.goto(address)
        page.locator("#nickname").fill("Zohra")
        look_at(page, "authorize-unknown")
        page.locator("[data-act='come-in']").click()
        page.locator("[data-act='refuse']").click()
        expect(page.get_by_text("Back at the program")).to_be_visible()
        assert "error=access_denied" in back()

        another.goto(address)
        another.locator("[data-act='log-in-first']").click()
        another.locator("main a[href$='device']").click()
        another.locator("#device-code").fill(server.guest("Amel").post("me/pairing-code").json()["code"])
        another.locator("[data-act='accept-device']").click()
        another.locator("[data-act='allow']").wait_for()
        expect(another.locator("[data-zone='authorize']")).to_contain_text("It acts as Amel")
