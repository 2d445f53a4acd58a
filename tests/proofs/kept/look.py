"""Check a migrated database of a release: ``python -m tests.proofs.kept look NAME`` prints the differences."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.test import override_settings

from games.models import Delivery, Match, Notification, Status
from games.notifications import delivery
from tests.helpers.eventually import drain
from tests.proofs.kept.comparing import differences, undecided
from tests.proofs.kept.databases import shown_by
from tests.proofs.kept.local_server import LocalServer, reopened
from tests.proofs.kept.shown import shown


def main(name: str) -> None:
    """Compare views, repeated answers and notifications with those that the release has kept."""
    kept = shown_by(name)
    with reopened(name, kept, "look") as server:
        now_shown = json.loads(json.dumps(shown(server)))
        report = {
            "verified": verified(),
            "differences": undecided(differences(kept["shown"], now_shown)),
            "answered_anew": list(answered_anew(server, kept["sent"])),
            "not_told": not_told(server, kept["told"]),
        }
    json.dump(report, sys.stdout)


def verified() -> str:
    """Return the output of ``verify_matches``."""
    said = StringIO()
    call_command("verify_matches", stdout=said)
    return said.getvalue().strip()


def answered_anew(server: LocalServer, sent: list[Any]) -> Iterator[str]:
    """Yield the moves that do not get their first answer when they are sent again with their key."""
    for player, path, body, key, answer in sent:
        again = server.answer(server.guests[player], "POST", path, body, **{"Idempotency-Key": key})
        if again != (201, answer):
            yield f"{key}: {again}"


def not_told(server: LocalServer, kept: dict[str, Any]) -> list[str]:
    """Return the ids of notifications that arrive at a receiver changed, or not, and of unknown ones.

    An outdated one may be missing.
    """
    with receiver() as (address, taken), override_settings(WEBHOOK_URL=address):
        drain(lambda: delivery.send_due(server.now + delivery.BACKOFF.longest, 50))
    missed = {one for one in {*kept, *taken} if kept.get(one) != taken.get(one)}
    outdated = Delivery.objects.filter(pk__in=missed - set(taken), state=Delivery.State.OUTDATED)
    since = {str(one.pk) for one in outdated.select_related("notification__match") if _has_gone_on(one.notification)}
    return sorted(missed - since)


def _has_gone_on(notification: Notification) -> bool:
    """Return whether something has happened since in the match, or in its rematch."""
    later = Match.objects.filter(pk=notification.facts.get("rematch")).exclude(status=Status.LOBBY)
    return notification.match.version > notification.version or later.exists()


@contextmanager
def receiver() -> Iterator[tuple[str, dict[str, Any]]]:
    """Listen for webhooks; yield the address, and the received notifications by id."""
    taken: dict[str, Any] = {}

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            taken[self.headers["webhook-id"]] = json.loads(body)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Taking) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", taken
        server.shutdown()
