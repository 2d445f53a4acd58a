"""The page in other languages: French, and a pseudo-language of brackets that shows each untranslated text."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.eventually import eventually
from tests.proofs.browser.table import OVER, SHEET, Player, new_match, short_match
from tests.proofs.live.server import ROOT, Server, at_turn_or_over, view_when
from tests.texts.pseudo import outside, page_module

PHONE, DESKTOP = (360, 740), (1440, 900)

PSEUDO = "uvicorn tests.texts.pseudo_server:application --port {port} --timeout-keep-alive 75"

SAID = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(".prose [lang]")) texts.push(walker.currentNode.data);
  }
  const names = ["aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt", "label"];
  const named = names.flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)));
  return [texts.join("\\u2009"), document.title, ...named];
}"""
"""Returns all that can be read or heard on the page: its texts in their order, its title, and accessible names."""

RULES = (ROOT / "games" / "engine" / "fishing" / "rulesets").glob("*.py")
OF_RULES = sorted({name for path in RULES for name in re.findall(r'name="([^"]+)"', path.read_text())}, reverse=True)
"""Names of sweeps and scores, which players of every language use: Chkobba, Karta, primiera."""

FREE = (
    r"Amel|Sami"  # players
    r"|English|Français|العربية \(تجربة\)"  # languages by their own names
    r"|[A-Z0-9]{4}(?:-[A-Z0-9]{2,4})+"  # codes of rooms and of devices
    r"|[\w-]{32,}"  # secrets and fingerprints
    r"|https?://\S+|/api/docs/"
    r"|\b(?:and|AM|PM|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b"  # lists and dates from Intl
    rf"|{'|'.join(map(re.escape, OF_RULES))}"
)
"""Texts that need no translation."""


def escaped(said: list[str]) -> set[str]:
    """Return the words that come from no catalogue."""
    return {word for text in said for word in re.findall(r"[^\W\d_]{2,}", re.sub(FREE, "", outside(text)))}


@pytest.fixture(scope="module")
def pseudo_server(tmp_path_factory):
    """Return a server with the pseudo-language of brackets."""
    with Server(tmp_path_factory.mktemp("pseudo"), web=PSEUDO) as running:
        yield running


def answering(module):
    """Return a route handler that answers with a module."""
    return lambda route: route.fulfill(body=module, content_type="text/javascript")


class Walker(Player):
    """A player who reads all texts on every page."""

    def __init__(self, browsers, server, **options):
        page = browsers.open(**options)
        for address, later in (("**/web/texts/en*.js", False), ("**/web/texts/later/en*.js", True)):
            page.context.route(address, answering(page_module(later=later)))
        super().__init__(page)
        self.server = server
        self.read = 0
        """The number of sentences, and parts of sentences, that the player read."""
        self.escaped: set[str] = set()

    def go(self, address, there):
        """Go to a page, wait until a part of it shows, and read it."""
        self.page.goto(f"{self.server.url}/{address}")
        self.page.locator(there).first.wait_for()
        self.look()

    def look(self):
        """Read all texts of the page."""
        if not self.page.locator(".table-page").count():  # which always holds a request
            self.page.wait_for_load_state("networkidle")
        said = self.page.evaluate(SAID)
        self.read += sum(text.count("⟦") for text in said)
        self.escaped |= escaped(said)

    def tap(self, act, then):
        """Press a button, wait for its effect, and read the page."""
        self.page.locator(f"[data-act='{act}']:visible").first.click()
        self.page.locator(then).first.wait_for()
        self.look()

    def fold_menu(self, *, open_):
        """Open or close the menu of a table; it stays so during the match."""
        if (self.page.locator("details.menu").get_attribute("open") is not None) != open_:
            self.page.locator("[data-act='menu']").click()

    def close(self):
        """Close the open dialog, and a score sheet that may have opened above it."""
        eventually(lambda: self.page.keyboard.press("Escape") or not self.page.locator("dialog").count())

    def close_sheet(self):
        """Read the explanation of the points, and close the score sheet."""
        self.look()
        super().close_sheet()


def test_no_sentence_of_the_page_escapes(browsers, pseudo_server):
    """On every page, table and dialog, all that can be read or heard is in the brackets of a catalogue."""
    walker = Walker(browsers, pseudo_server, color_scheme="light")
    page = walker.page
    walker.remember(pace="none")
    walker.go("", "[name='avatar']")
    walker.go("#/rules/scopa", "article.prose h1")
    walker.go("#/match/nothing", "[role='alert']")
    walker.go("#/device/nothing", "[data-act='accept-device']")
    walker.go("#/join/AAAABBBB", "[data-act='join']")
    page.locator("#nickname").fill("Amel")
    browsers.expect("404")
    walker.tap("join", "[role='alert']:not(:empty)")
    for game in ("chkobba", "camba", "haggis", "cirulla"):
        walker.go("#/make", "[data-zone='details']:not([inert])")
        page.locator("#game").select_option(game)
        page.locator(f".quiet a[href='/#/rules/{game}']").wait_for()
        page.locator("[data-act='options']").click()
        walker.look()
    walker.tap("create", "[data-act='share-code']")
    page.locator("[data-key='seed']").click()
    page.locator("[data-act='seed']").dispatch_event("click")  # the page closes it when it draws the list again
    page.locator("[data-zone='secrets']").wait_for()
    walker.look()
    walker.tap("share-code", ".toast, dialog[open]")
    walker.come_in(pseudo_server)
    room = walker.view()
    walker.go("", f"[data-match='{room['id']}']")
    visitor = Walker(browsers, pseudo_server)
    visitor.api = pseudo_server.guest("Sami")
    visitor.come_back(pace="none")
    api = walker.api
    public = new_match(api, game="scopone", seats=4, visibility="public")
    visitor.go("", f"[data-act='sit-down'][data-match='{public}']")
    visitor.tap("sit-down", "[data-act='leave']")
    for game, seats in (("chkobba", 4), ("camba", 3), ("haggis", 3), ("cirulla", 2)):
        bots = {str(seat): "easy" for seat in range(1, seats)}
        match = new_match(api, game=game, seats=seats, bots=bots)
        walker.go(f"#/match/{match}", "[data-act='menu']")
        for _ in range(3):
            if not walker.wait_for_turn():
                break
            page.locator("[data-act='sentences']").click()
            walker.look()
            walker.make_a_move()
            walker.look()
        for act in ("look", "resign"):
            walker.fold_menu(open_=True)
            walker.tap(act, "dialog[open]")
            walker.close()
        walker.fold_menu(open_=False)
        if page.locator("[data-act='pile']").count():
            walker.tap("pile", "dialog[open]")
            walker.close()
    over = short_match(api)
    walker.go(f"#/match/{over['id']}", OVER)
    page.remove_locator_handler(page.locator(SHEET))
    walker.tap("scores", SHEET)
    walker.close()
    walker.tap("replay", "#replay-slider")
    for step in range(0, int(page.locator("#replay-slider").get_attribute("max")), 9):
        page.locator("#replay-slider").fill(str(step))
        walker.look()
    walker.go(f"#/check/{over['id']}", "[data-result='unchecked'] details")
    walker.go("#/you", "[data-act='add-device']")
    walker.tap("make-recovery", "[data-zone='recovery-code']")
    walker.tap("add-device", "dialog[open]")
    walker.tap("show-link", ".toast, dialog[open]")
    walker.go("#/stored", "[data-key='matches']")
    walker.go("", "li.match-row")

    assert walker.escaped | visitor.escaped == set()
    assert walker.read > 3000


def test_french(browsers, server, shoot):
    """A player who reads French gets the page and the sentences of the server in it, on a phone and on a desktop."""
    for size in (PHONE, DESKTOP):
        player = Player(browsers.open(size, locale="fr-FR"))
        page = player.page
        player.remember(pace="none")
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        page.locator("#nickname").fill("Amel")
        page.get_by_role("button", name="Jouer contre des robots").click()
        player.table.wait_for()
        player.come_in(server)
        for _ in range(4):
            player.wait_for_turn()
            player.make_a_move()
        story = page.locator("[data-zone='story']")
        expect(story).to_contain_text(re.compile("Vous (prenez|posez)"))
        player.wait_for_turn()
        page.locator("[data-act='sentences']").click()
        expect(page.locator("[data-act='sentence']").first).to_have_text(re.compile("^(Prendre|Poser) (l’|le |la )"))
        shoot(page, f"playing-{size[0]}-french")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert cut_off(page) == []


def test_kinds_of_moves_are_called_by_their_names(visitor):
    """The page groups many moves by names of their kinds, not by the keys in the API.

    The test deals matches until one has more than 60 moves, with runs among them.
    """
    player = visitor(locale="fr-FR")
    api = player.api
    for _ in range(50):
        match = view_when(api, new_match(api, game="haggis", seats=2, bots={"1": "easy"}), at_turn_or_over)
        bets = [legal["move"] for legal in match["legal_moves"]["moves"] if legal["kind"] == "bet"]
        if bets:
            bet = {"move": bets[0], "expected_version": match["version"]}
            match = api.post(f"matches/{match['id']}/moves", json=bet).json()["view"]
        moves = match["legal_moves"]
        if moves and moves["count"] > 60 and any(kind["kind"].startswith("run") for kind in moves["kinds"]):
            break
    else:
        pytest.fail("50 deals, and no hand of more than 60 moves with a run")
    player.page.goto(f"/#/match/{match['id']}")
    player.page.locator("[data-act='sentences']").click()
    groups = player.page.locator(".sentence-group")
    in_french = api.get(f"matches/{match['id']}", headers={"Accept-Language": "fr"}).json()["legal_moves"]["kinds"]
    expect(groups.locator("summary")).to_have_text([f"{kind['label']} ({kind['count']})" for kind in in_french])
    runs = groups.filter(has_text="suite").first
    runs.locator("summary").click()
    expect(runs.locator("[data-act='sentence']").first).to_contain_text("suite")


def cut_off(page):
    """Return the texts that are cut off."""
    return page.evaluate("""() => [...document.querySelectorAll("main *")]
      .filter((element) => !element.closest(".spoken, svg, .face-name") && element.children.length === 0)
      .filter((element) => getComputedStyle(element).overflowX !== "visible" &&
        (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2))
      .map((element) => element.textContent)""")


def test_a_language_is_chosen(browsers, visitor):
    """The menu changes it at once on the same page. The server keeps it for the player, and so for every device."""
    player = visitor()
    page, api = player.page, player.api
    page.goto("/#/you")
    page.locator("#nickname").fill("Amel la Grande")
    page.locator("#language").focus()
    page.locator("#language").select_option("fr")
    expect(page.locator("[data-act='save-me']")).to_have_text("Enregistrer")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#language")).to_be_focused()
    expect(page.locator("#nickname")).to_have_value("Amel la Grande")
    expect(page.get_by_label("Chat", exact=True)).to_have_count(1)  # the cat avatar, as the server names it
    assert api.get("me").json()["language"] == "fr"

    another = Player(browsers.open(), api)
    another.come_back()
    another.page.goto("/#/you")
    expect(another.page.locator("[data-act='save-me']")).to_have_text("Enregistrer")

    page.locator("#language").select_option("")
    expect(page.locator("[data-act='save-me']")).to_have_text("Save")
    assert api.get("me").json()["language"] is None


def test_cards_are_called_as_they_are_drawn(visitor):
    """With Italian suits, the page and the server write of coins and cups."""
    player = visitor(locale="fr-FR")
    player.page.goto("/#/you")
    with player.page.expect_response(lambda answer: answer.request.method == "PATCH"):  # not an earlier request
        player.page.get_by_text("Italiennes").click()
    expect(player.page.locator(".samples [data-card='QH'] svg")).to_have_attribute("aria-label", "cavalier de coupe")

    assert player.api.get("me").json()["cards"] == "italian"


def test_a_language_is_chosen_before_one_has_a_name(browsers, server):
    """A visitor who becomes a player later keeps it."""
    player = Player(browsers.open())
    page = player.page
    page.goto("/#/you")
    page.locator("#language").select_option("fr")
    page.get_by_role("link", name="Chkobba").click()
    page.locator("#nickname").fill("Amel")
    page.get_by_role("button", name="Jouer contre des robots").click()
    page.locator(".table-page").wait_for()
    player.come_in(server)

    assert player.api.get("me").json()["language"] == "fr"
