"""Somebody who guesses passwords and codes, and wants to know which names and addresses of mail there are."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import httpx

from chkobba_api.typed_codes import draw_code
from tests.eventually import attempts, during
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.attack.wrong_codes import HOME, guest
from tests.proofs.torture.stack import Stack

SETTINGS: Final = {
    "PUBLIC_URL": "https://cards.example",
    "EMAIL_URL": "smtp://127.0.0.1:9",
    "DEFAULT_FROM": "a@b.example",
}
"""So that links in mails are offered; nobody takes the mails."""
PASSWORD: Final = "mint tea at nine"
AN_ADDRESS, AT_A_NAME, GUESSED = 30, 10, 3
A_NETWORK: Final = 30
"""Wrong codes and links of one address in an hour."""
CONFIRM: Final = """
from django.utils import timezone
from accounts.models import MailAddress, Player
owner, there = Player.objects.get(username="owner"), {{"language": "en", "confirmed_at": timezone.now()}}
MailAddress.objects.bulk_create(
    MailAddress(player=owner, address=f"{{number}}owner@home.example", **there) for number in range({rounds})
)
"""
"""Makes addresses that their player has confirmed."""
ROUNDS: Final = 40
APART: Final = 0.35
"""So much of the spread of answers may lie between the medians of known and unknown ones."""
AT_ONCE: Final = 2.0
"""Seconds within which others are answered meanwhile."""


def attack(stack: Stack) -> Iterator[Finding]:
    """Guess from one address and from many, measure, and flood."""
    with httpx.Client(base_url=f"{stack.urls[0]}/api/v1/", timeout=30) as http:
        owner = guest(http, HOME)
        http.put("me/name", json={"name": "owner"}, headers=owner)
        http.put("me/password", json={"password": PASSWORD}, headers=owner)
        stack.manage("shell", "-c", CONFIRM.format(rounds=ROUNDS))
        yield from answers(http)
        yield from guesses(http)
        yield from codes(http, owner)
        yield from flood(http, owner)


def log_in(http: httpx.Client, name: str, password: str, address: str) -> tuple[str, float, dict[str, Any]]:
    """Try to log in, again while other passwords are looked at; return the code, the seconds, and all that is said."""
    for _ in attempts(1_000, "the password is looked at"):
        begin = time.perf_counter()
        answer = http.post(
            "players/log-ins", json={"name": name, "password": password}, headers={"X-Forwarded-For": address}
        )
        code = answer.json().get("code", "")
        if code != "throttled":
            break
        time.sleep(0.05)
    return code, time.perf_counter() - begin, answer.json()


def answers(http: httpx.Client) -> Iterator[Finding]:
    """Look for what tells names and addresses that there are from others."""
    took: dict[str, list[float]] = {"owner": [], "nobody": []}
    told = set()
    for number in range(ROUNDS):
        for name, times in took.items():
            _, seconds, said = log_in(http, name, f"wrong {number}", f"192.0.2.{number}")
            told.add(str(said))
            times.append(seconds)
    yield Finding(len(told) == 1, f"a wrong password and a wrong name: {len(told)} kind of answer")
    yield apart("a wrong password and a wrong name", took)
    asked: dict[str, list[float]] = {"owner@home.example": [], "nobody@home.example": []}
    told = set()
    for number in range(ROUNDS):
        for mail, times in asked.items():
            begin = time.perf_counter()
            sender = {"X-Forwarded-For": f"198.51.100.{number}"}
            answer = http.post("players/log-in-links", json={"mail": f"{number}{mail}"}, headers=sender)
            times.append(time.perf_counter() - begin)
            told.add((answer.status_code, answer.text))
    yield Finding(
        len(told) == 1, f"a link for an address that is confirmed and for another: {len(told)} kind of answer"
    )
    yield apart("a link for a confirmed address and for another", asked)


def apart(what: str, took: dict[str, list[float]]) -> Finding:
    """Return whether the times of two kinds of answers lie within one another."""
    first, second = took.values()
    spread = statistics.quantiles(first + second, n=20)
    between = abs(statistics.median(first) - statistics.median(second))
    milliseconds = [1000 * statistics.median(times) for times in (first, second)]
    return Finding(
        between <= APART * max(spread[-1] - spread[0], 0.01),
        f"{what}: {milliseconds[0]:.1f} and {milliseconds[1]:.1f} ms, nine of ten within "
        f"{1000 * (spread[-1] - spread[0]):.1f} ms of one another",
    )


def guesses(http: httpx.Client) -> Iterator[Finding]:
    """Guess a password from one address, and from many; then its owner logs in at home."""
    one = Counter(log_in(http, "sultan", f"guess {number}", "203.0.113.50")[0] for number in range(2 * AT_A_NAME))
    yield Finding(one["wrong_log_in"] <= AT_A_NAME, f"twenty guesses at a name from one address: {dict(one)}")
    many = Counter(log_in(http, f"name{number}", "guess", "203.0.113.51")[0] for number in range(2 * AN_ADDRESS))
    yield Finding(many["wrong_log_in"] <= AN_ADDRESS, f"sixty names from one address: {dict(many)}")
    spread = Counter(
        log_in(http, "owner", f"guess {number}", f"203.0.113.{100 + number % 20}")[0] for number in range(100)
    )
    yield Finding(
        spread["wrong_log_in"] <= 20 * GUESSED,
        f"a hundred guesses at a guessed name from twenty addresses: {dict(spread)}",
    )
    code, _, _ = log_in(http, "owner", PASSWORD, HOME["X-Forwarded-For"])
    yield Finding(code == "", f"its owner logs in at home meanwhile: {code or 'is let in'}")


def codes(http: httpx.Client, owner: dict[str, str]) -> Iterator[Finding]:
    """Guess codes for devices and links of mails from one address; then their owner comes in at home."""
    code = http.post("me/recovery-code", headers=owner).json()["code"]
    tried = Counter[str]()
    for number in range(2 * A_NETWORK):
        path, body = (("codes", {"code": draw_code(20)}), ("log-in-links/use", {"link": f"guess{number}"}))[number % 2]
        answer = http.post(f"players/{path}", json=body, headers={"X-Forwarded-For": "203.0.113.60"})
        tried[answer.json()["code"]] += 1
    yield Finding(
        0 < tried["wrong_code"] <= A_NETWORK, f"sixty guesses at codes and links from one address: {dict(tried)}"
    )
    brought = {"X-Forwarded-For": HOME["X-Forwarded-For"], "Cookie": "sessionid=chosen; token=chosen"}
    came = http.post("players/codes", json={"code": code}, headers=brought)
    yield Finding(came.status_code == 201, f"their owner comes in at home meanwhile: {came.status_code}")
    kept = "chosen" in came.text or "set-cookie" in came.headers
    yield Finding(not kept, f"a session that was brought along is {'kept' if kept else 'left out of account'}")


def flood(http: httpx.Client, owner: dict[str, str]) -> Iterator[Finding]:
    """Send passwords from many addresses at once, while somebody looks at themselves."""
    waits, tried = [], Counter[str]()

    def hammer(number: int) -> None:
        for _ in during(10, "passwords are tried all the time"):
            body = {"name": f"flood{number}", "password": "x" * 200}
            sender = {"X-Forwarded-For": f"10.{number}.{int(time.monotonic() * 10) % 250}.1"}
            answer = http.post("players/log-ins", json=body, headers=sender)
            tried[answer.json().get("code", "")] += 1

    with ThreadPoolExecutor(12) as pool:
        for number in range(12):
            pool.submit(hammer, number)
        for _ in during(10, "passwords are tried all the time"):
            begin = time.monotonic()
            http.get("me", headers=owner)
            waits.append(time.monotonic() - begin)
    longest = max(waits)
    yield Finding(
        longest < AT_ONCE, f"twelve lines try passwords for 10 s ({dict(tried)}): others wait {longest:.2f} s at most"
    )
