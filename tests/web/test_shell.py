"""The installable app: its manifest, and the service worker that caches its files."""

from __future__ import annotations

import json
import re
import struct

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.web.files import FOLDER, run_in_node


def read_manifest(language: str = "en") -> dict:
    """Return the manifest as JSON."""
    return json.loads(Client().get("/app.webmanifest", headers={"Accept-Language": language}).content)


def kept() -> dict:
    """Return the list of cached files from the worker."""
    text = Client().get("/worker.js").content.decode()
    return json.loads(json.loads(re.search(r"= JSON\.parse\((.*)\);", text)[1]))


def test_the_page_names_what_makes_it_an_app():
    """The page has the manifest, an icon for systems without manifests, and theme colours."""
    page = Client().get("/").content.decode()

    assert '<link rel="manifest" href="/app.webmanifest">' in page
    assert re.search(r'<link rel="apple-touch-icon" href="/static/(web/icons/touch-180\.png)">', page)
    assert (
        len(re.findall(r'<meta name="theme-color" content="#\w{6}" media="\(prefers-color-scheme: \w+\)">', page)) == 2
    )


@pytest.mark.parametrize(("language", "words"), [("en", "New game"), ("fr", "Nouvelle partie")])
def test_the_manifest_is_in_the_language_of_the_browser(language, words):
    """Manifest and shortcuts are in the browser's language, and the shortcuts lead to existing pages."""
    answer = Client().get("/app.webmanifest", headers={"Accept-Language": language})
    manifest = json.loads(answer.content)

    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (manifest["lang"], manifest["dir"], manifest["display"]) == (language, "ltr", "standalone")
    assert manifest["shortcuts"][0] == {"name": words, "url": "/#/make"}
    main = (FOLDER / "main.js").read_text(encoding="utf-8")
    assert all(f"  {one['url'][3:]}: () => import(" in main for one in manifest["shortcuts"])


def test_icons_are_as_large_as_is_said():
    """Icons have their declared sizes, two of each purpose."""
    icons = read_manifest()["icons"]

    assert [(icon["purpose"], icon["sizes"]) for icon in icons] == [
        (purpose, f"{size}x{size}") for purpose in ("any", "maskable") for size in (192, 512)
    ]
    for icon in icons:
        with open(finders.find(icon["src"].removeprefix("/static/")), "rb") as file:
            assert "{}x{}".format(*struct.unpack(">16x2I", file.read(24))) == icon["sizes"]


def test_the_worker_keeps_the_files_of_the_page_and_nothing_else():
    """The worker caches every module, style sheet and drawing, and nothing of the API."""
    files = kept()["files"]
    modules = {f"/static/web/{path.relative_to(FOLDER).as_posix()}" for path in FOLDER.rglob("*.js")}

    assert modules < set(files)
    assert [name for name in files if not finders.find(name.removeprefix("/static/"))] == []
    assert {name.rpartition(".")[2] for name in files} == {"js", "css", "svg"}


def test_the_worker_is_asked_for_each_time_and_may_do_little():
    """The worker is revalidated each time to find new releases; its policy allows only connections to this server."""
    answer = Client().get("/worker.js")

    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-cache" in answer.headers["Cache-Control"]
    policy = answer.headers["Content-Security-Policy"].split("; ")
    nothing = ["base-uri 'none'", "default-src 'none'", "frame-ancestors 'none'"]
    assert sorted(policy) == sorted(["connect-src 'self'", "img-src 'self'", *nothing])
    assert Client().get("/worker.js", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_the_worker_names_no_address_of_the_api():
    """The worker handles no requests to the API."""
    assert "/api/" not in Client().get("/worker.js").content.decode()


FETCHED = """
globalThis.location = { origin: "https://chkobba.example" };
globalThis.fetch = async () => { throw new TypeError("offline"); };
const listeners = {};
globalThis.addEventListener = (type, listener) => (listeners[type] = listener);
globalThis.clients = { claim: () => {} };
const stored = %s;
globalThis.caches = {
  keys: async () => Object.keys(stored),
  delete: async (name) => delete stored[name],
  match: async (asked, { cacheName } = {}) => {
    const path = new URL(asked.url ?? asked, location.origin).pathname;
    const name = Object.keys(stored).find((one) => path in stored[one] && (!cacheName || cacheName === one));
    return name && new Response(stored[name][path]);
  },
};
"""
ANSWERS = """
const answer = (pathname, mode) => new Promise((resolve) => listeners.fetch({
  request: { url: location.origin + pathname, method: "GET", mode }, respondWith: resolve,
}) ?? resolve(null));
const text = async (found) => (found && found.type !== "error" ? found.text() : null);
const shown = await text(await answer("/match/1", "navigate"));
const named = await text(await answer("/static/web/rest.0123456789ab.js", "cors"));
await new Promise((resolve) => listeners.activate({ waitUntil: (done) => done.then(resolve) }));
console.log(JSON.stringify([shown, named, Object.keys(stored)]));
"""


@pytest.mark.node
def test_an_update_works_offline():
    """The page is that of the new release, an open page still finds its files, and only older releases are deleted."""
    worker = Client().get("/worker.js").content.decode()
    current = f"page-{kept()['release']}"
    old = {"page-oldest": {}, current: {"/": "new"}, "page-old": {"/static/web/rest.0123456789ab.js": "rest"}}
    before = {"page-before": {"/": "old"}, **old}

    assert run_in_node(FETCHED % json.dumps(before) + worker + ANSWERS) == ["new", "rest", [current, "page-old"]]


TAPPED = """
const [waits, led] = [[], []];
globalThis.MessageChannel = class { port1 = {}; port2 = {}; };
globalThis.setTimeout = (then, milliseconds) => (waits.push(milliseconds), queueMicrotask(then));
const tabs = %s.map((path) => ({
  url: location.origin + path,
  postMessage: () => {},
  focus: () => led.push(["focus", path]),
  async navigate(to) { led.push([path, to]); return this; },
}));
globalThis.clients = { matchAll: async () => tabs, openWindow: async (to) => led.push(["new", to]) };
await new Promise((resolve) => listeners.notificationclick({
  notification: { close: () => {}, data: "/match/1" }, waitUntil: (done) => done.then(resolve),
}));
console.log(JSON.stringify([led, Math.max(0, ...waits)]));
"""
FOREIGN = ["/admin/games/match/", "/mail/box", "/api/docs/"]


@pytest.mark.node
@pytest.mark.parametrize(
    ("paths", "led"),
    [
        ([*FOREIGN, "/"], [["/", "/match/1"], ["focus", "/"]]),
        ([*FOREIGN, "/match/2"], [["/match/2", "/match/1"], ["focus", "/match/2"]]),
        (FOREIGN, [["new", "/match/1"]]),
    ],
    ids=["first-page", "match", "none"],
)
def test_a_tap_on_a_notification_leaves_other_pages_alone(paths, led):
    """It leads a window of the page, or opens one, in less than the second for which Firefox allows that."""
    worker = Client().get("/worker.js").content.decode()
    done, longest = run_in_node(FETCHED % "{}" + worker + TAPPED % json.dumps(paths))

    assert done == led
    assert longest < 1000
