"""Limits of guesses hold against many concurrent requests, in one web process and in two that share a cache."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from chkobba_api.ids import new_id
from tests.proofs.live.server import Server

GUESSES = 200
SHARED = next((url for url in map(os.environ.get, ("CACHE_URL", "CELERY_BROKER_URL")) if url and "redis" in url), None)
"""A cache that processes can share, where the environment has one; without it, a server has one web process."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server that allows ten wrong codes to a player, and three hundred requests to an address.

    It has two web processes where these can count together. The window is a day, so that none ends during a test,
    except at midnight UTC.
    """
    few = {
        "THROTTLE_CODES": "10/day",
        "THROTTLE_CODES_ADDRESS": "10/day",
        "THROTTLE_ADDRESS": "300/day",
        "THROTTLE_GUESTS": "1000000/day",
    }
    cache = {"CACHE_URL": f"{SHARED}?key_prefix={new_id().hex}"} if SHARED else {}
    with Server(tmp_path_factory.mktemp("server"), **few, **cache) as running:
        if SHARED:
            running.start("another web")
            running.wait_until_ready()
        yield running


def web_processes(server):
    """Return the addresses of the web processes."""
    return [server.url, server.another_url] if SHARED else [server.url]


def at_once(server, tokens, addresses, count=GUESSES):
    """Guess codes concurrently, with all tokens, from all addresses, at all processes in turn; count the answers."""
    transports = {address: httpx.HTTPTransport(local_address=address) for address in addresses}
    clients = {address: httpx.Client(transport=transport, timeout=60) for address, transport in transports.items()}

    def guess(number):
        client = clients[addresses[number % len(addresses)]]
        url = web_processes(server)[number // len(addresses) % len(web_processes(server))]
        headers = {"Authorization": f"Bearer {tokens[number % len(tokens)]}"}
        answer = client.post(f"{url}/api/v1/matches/join", json={"code": "ACDEFGHJ"}, headers=headers)
        return answer.status_code, answer.json()["code"]

    with ThreadPoolExecutor(50) as pool:
        answers = Counter(pool.map(guess, range(count)))
    for client in clients.values():
        client.close()
    return answers


def token(server, nickname):
    """Return the token of a new guest."""
    return server.client().post("players/guests", json={"nickname": nickname}).json()["token"]


def test_a_player_has_his_wrong_codes_and_not_one_more(server):
    """Two hundred concurrent guesses come from twenty addresses: the server looks up ten."""
    answers = at_once(server, [token(server, "Guesser")], [f"127.0.1.{number}" for number in range(1, 21)])

    assert answers == {(404, "wrong_code"): 10, (429, "too_many_wrong_codes"): GUESSES - 10}


def test_an_address_has_its_wrong_codes_and_not_one_more(server):
    """The limit is the same for any number of players at the address."""
    answers = at_once(server, [token(server, f"Guesser {number}") for number in range(20)], ["127.0.2.1"])

    assert answers == {(404, "wrong_code"): 10, (429, "too_many_wrong_codes"): GUESSES - 10}


def test_an_address_has_its_wrong_tokens_and_not_one_more(server):
    """A client that tries out tokens has the request limit of its address."""
    answers = at_once(server, [f"{number:064x}" for number in range(400)], ["127.0.3.1"], count=400)

    assert answers == {(401, "unauthenticated"): 300, (429, "throttled"): 100}
