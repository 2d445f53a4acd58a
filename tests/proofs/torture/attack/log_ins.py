"""A client that guesses passwords and codes, and tries to find out which names and mail addresses exist."""

from __future__ import annotations

import math
import random
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

import httpx

from chkobba_api.ids import draw_code
from tests.helpers.eventually import attempts, during, pause
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.attack.wrong_codes import HOME, guest
from tests.proofs.torture.stack import Stack

SETTINGS: Final = {
    "PUBLIC_URL": "https://cards.example",
    "EMAIL_URL": "smtp://127.0.0.1:9",
    "DEFAULT_FROM": "a@b.example",
}
"""Settings under which the server offers links by mail; the mails go nowhere."""
PASSWORD: Final = "mint tea at nine"
AN_ADDRESS, AT_A_NAME = 60, 10
A_NETWORK: Final = 30
"""The limit of wrong codes and links of one address in an hour."""
CONFIRM: Final = """
from django.utils import timezone
from accounts.models import EmailAddress, Player
owner = Player.objects.get(username="owner")
there = {{"language": "en", "logs_in": True, "confirmed_at": timezone.now()}}
EmailAddress.objects.bulk_create(
    EmailAddress(player=owner, address=f"{{number}}owner@home.example", **there) for number in range({rounds})
)
"""
"""Makes confirmed mail addresses."""
ROUNDS: Final = 40
TRIES: Final = 20
"""The logins of a bystander, a second apart."""
LET_IN: Final = 3.0
"""Seconds within which each of them succeeds, with half a second between two requests."""
STAFF_PASSWORD: Final = "a long enough password"
STAFF: Final = f"""
from accounts.models import Player
for number in range(4):
    Player.objects.create_superuser(f"steward{{number}}", "{STAFF_PASSWORD}")
"""
APART: Final = 0.35
"""The share of the spread of answers that may lie between the medians of known and unknown ones."""
IN_A_FLOOD: Final = 5.0
"""Seconds until a login succeeds beside many addresses; the client tries again after half a second."""
AT_ONCE: Final = 2.0
"""Seconds within which others get their answers meanwhile."""


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
        stack.manage("shell", "-c", STAFF)
        for loops in (1, 3):
            yield beside_loops(
                stack.urls[0], "players", loops, [as_player(http, number) for number in range(loops + 1)]
            )
            names = [f"steward{number}" for number in range(loops + 1)]
            yield beside_loops(stack.urls[0], "the staff", loops, [partial(as_staff, name=name) for name in names])


def log_in(
    http: httpx.Client, name: str, password: str, address: str, rest: float = 0.05
) -> tuple[str, float, dict[str, Any]]:
    """Try to log in, again while the server is busy with passwords; return the code, the seconds, and the answer."""
    for _ in attempts(1_000, "the password is looked at"):
        begin = time.perf_counter()
        answer = http.post(
            "auth/log-in", json={"name": name, "password": password}, headers={"X-Forwarded-For": address}
        )
        code = answer.json().get("code", "")
        if code != "throttled":
            break
        pause(rest, "a client comes again soon")
    return code, time.perf_counter() - begin, answer.json()


def answers(http: httpx.Client) -> Iterator[Finding]:
    """Look for differences between the answers about existing and missing names and addresses."""
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
            answer = http.post("auth/login-links", json={"mail": f"{number}{mail}"}, headers=sender)
            times.append(time.perf_counter() - begin)
            told.add((answer.status_code, answer.text))
    yield Finding(
        len(told) == 1, f"a link for an address that is confirmed and for another: {len(told)} kind of answer"
    )
    yield apart("a link for a confirmed address and for another", asked)


def apart(what: str, took: dict[str, list[float]]) -> Finding:
    """Return whether the times of two kinds of answers overlap."""
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
    """Guess a password from one address, and from many; then log in as its owner at home."""
    one = Counter(log_in(http, "sultan", f"guess {number}", "203.0.113.50")[0] for number in range(2 * AT_A_NAME))
    yield Finding(one["wrong_login"] <= AT_A_NAME, f"twenty guesses at a name from one address: {dict(one)}")
    many = Counter(log_in(http, f"name{number}", "guess", "203.0.113.51")[0] for number in range(2 * AN_ADDRESS))
    yield Finding(many["wrong_login"] <= AN_ADDRESS, f"120 names from one address: {dict(many)}")
    spread = Counter(
        log_in(http, "owner", f"guess {number}", f"203.0.113.{100 + number % 2}")[0] for number in range(40)
    )
    yield Finding(
        spread["wrong_login"] <= 2 * AT_A_NAME,
        f"forty guesses at a name from two addresses: {dict(spread)}",
    )
    code, _, _ = log_in(http, "owner", PASSWORD, HOME["X-Forwarded-For"])
    yield Finding(code == "", f"its owner logs in at home meanwhile: {code or 'is let in'}")


def codes(http: httpx.Client, owner: dict[str, str]) -> Iterator[Finding]:
    """Guess codes for devices and links of mails from one address; then sign in as their owner at home."""
    code = http.post("me/recovery-code", headers=owner).json()["code"]
    tried = Counter[str]()
    for number in range(2 * A_NETWORK):
        path, body = (
            ("device-codes/redeem", {"code": draw_code(20)}),
            ("login-links/redeem", {"link": f"guess{number}"}),
        )[number % 2]
        answer = http.post(f"auth/{path}", json=body, headers={"X-Forwarded-For": "203.0.113.60"})
        tried[answer.json()["code"]] += 1
    yield Finding(
        0 < tried["wrong_code"] <= A_NETWORK, f"sixty guesses at codes and links from one address: {dict(tried)}"
    )
    brought = {"X-Forwarded-For": HOME["X-Forwarded-For"], "Cookie": "sessionid=chosen; token=chosen"}
    came = http.post("auth/device-codes/redeem", json={"code": code}, headers=brought)
    yield Finding(came.status_code == 201, f"their owner comes in at home meanwhile: {came.status_code}")
    kept = "chosen" in came.text or "set-cookie" in came.headers
    yield Finding(not kept, f"a session that was brought along is {'kept' if kept else 'left out of account'}")


LogIn = Callable[[httpx.Client, str], bool]
"""Logs in once from an address; returns whether that succeeded."""


def as_player(http: httpx.Client, number: int) -> LogIn:
    """Return a function that logs a player in with the right name and password."""
    name = f"right{number}{random.randrange(10**6)}"
    owner = guest(http, {"X-Forwarded-For": f"192.0.2.{random.randrange(250)}"})
    http.put("me/name", json={"name": name}, headers=owner)
    for _ in attempts(100, "the password is set"):
        if http.put("me/password", json={"password": PASSWORD}, headers=owner).status_code == 200:
            break
        pause(0.1, "other passwords are hashed")
    body = {"name": name, "password": PASSWORD}
    return lambda line, address: (
        line.post("/api/v1/auth/log-in", json=body, headers={"X-Forwarded-For": address}).status_code == 201
    )


def as_staff(line: httpx.Client, address: str, name: str) -> bool:
    """Log in as staff with the right password; the cookie is sent by hand, since it is meant for HTTPS."""
    line.headers["X-Forwarded-For"] = address
    if "Cookie" not in line.headers:
        asked = line.get("/admin/login/")
        if "Set-Cookie" not in asked.headers:
            raise AssertionError(f"the page of the staff's login has no cookie: {asked.status_code} {asked.text[:500]}")
        line.headers["Cookie"] = asked.headers["Set-Cookie"].partition(";")[0]
    token = line.headers["Cookie"].partition("=")[2]
    form = {"username": name, "password": STAFF_PASSWORD, "csrfmiddlewaretoken": token}
    return line.post("/admin/login/", data=form).status_code == 302


def let_in_after(line: httpx.Client, log_in_once: LogIn, address: str) -> float:
    """Log in, again while the server hashes other passwords; return the seconds, 10 and more without success."""
    begin = time.monotonic()
    for _ in during(10, "the bystander is let in"):
        if log_in_once(line, address):
            break
        pause(0.5, "a client comes again soon")
    return time.monotonic() - begin


def beside_loops(url: str, whom: str, loops: int, log_ins: Sequence[LogIn]) -> Finding:
    """Log in once a second beside loops of right logins, each from its own address."""
    over = threading.Event()
    network = random.randrange(250)

    def loop(number: int) -> None:
        with httpx.Client(base_url=url, timeout=30) as line:
            for _ in during(120, "the bystander has tried"):
                if over.is_set():
                    break
                log_ins[number](line, f"10.77.{network}.{number}")

    with httpx.Client(base_url=url, timeout=30) as line:
        alone = statistics.median(let_in_after(line, log_ins[0], f"10.78.{network}.{number}") for number in range(3))
    took = []
    with ThreadPoolExecutor(loops) as pool, httpx.Client(base_url=url, timeout=30) as line:
        for number in range(1, loops + 1):
            pool.submit(loop, number)
        for _ in range(TRIES):
            took.append(let_in_after(line, log_ins[0], f"10.77.{network}.200"))
            pause(max(0, 1 - took[-1]), "the bystander tries once a second")
        over.set()
    let_in = sum(seconds <= LET_IN for seconds in took)
    return Finding(
        let_in == TRIES,
        f"beside {loops} loops of right log-ins of {whom} a bystander is let in {let_in} of {TRIES} times within "
        f"{LET_IN:.0f} s (the slowest {max(took):.2f} s; alone it takes {alone:.2f} s)",
    )


def flood(http: httpx.Client, owner: dict[str, str]) -> Iterator[Finding]:
    """Send passwords from many addresses at once, while a player reads their own profile."""
    waits, tried = [], Counter[str]()

    def hammer(number: int) -> None:
        for _ in during(10, "passwords are tried all the time"):
            body = {"name": f"flood{number}", "password": "x" * 200}
            sender = {"X-Forwarded-For": f"10.{number}.{int(time.monotonic() * 10) % 250}.1"}
            answer = http.post("auth/log-in", json=body, headers=sender)
            tried[answer.json().get("code", "")] += 1

    def comes_in() -> float:
        begin = time.monotonic()
        with httpx.Client(base_url=str(http.base_url), timeout=30) as line:
            code = log_in(line, "owner", PASSWORD, "192.0.2.251", rest=0.5)[0]
        return time.monotonic() - begin if code == "" else math.inf

    let_in: list[float] = []
    with ThreadPoolExecutor(13) as pool:
        for number in range(12):
            pool.submit(hammer, number)
        came = pool.submit(comes_in)
        for _ in during(10, "passwords are tried all the time"):
            begin = time.monotonic()
            http.get("me", headers=owner)
            waits.append(time.monotonic() - begin)
        let_in.append(came.result())
    longest = max(waits)
    yield Finding(
        max(let_in) < IN_A_FLOOD,
        f"a right password meanwhile, from another address: let in after {let_in[0]:.2f} s (bound {IN_A_FLOOD:.0f} s)",
    )
    yield Finding(
        longest < AT_ONCE, f"twelve lines try passwords for 10 s ({dict(tried)}): others wait {longest:.2f} s at most"
    )
