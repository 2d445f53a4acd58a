"""Look at a kept database that was migrated: ``python -m tests.proofs.kept look NAME`` prints what is not as it was."""

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
from tests.eventually import drain
from tests.proofs.kept.comparing import differences, undecided
from tests.proofs.kept.databases import shown_by
from tests.proofs.kept.house import House, reopened
from tests.proofs.kept.shown import shown


def main(name: str) -> None:
    """Compare what is shown, answered again and told with what the release has kept of it."""
    kept = shown_by(name)
    with reopened(name, kept, "look") as house:
        now_shown = json.loads(json.dumps(shown(house)))
        report = {
            "verified": verified(),
            "differences": undecided(differences(kept["shown"], now_shown)),
            "answered_anew": list(answered_anew(house, kept["sent"])),
            "not_told": not_told(house, kept["told"]),
        }
    json.dump(report, sys.stdout)


def verified() -> str:
    """Return the last line of ``verify_matches``, and what is wrong before it."""
    said = StringIO()
    call_command("verify_matches", stdout=said)
    return said.getvalue().strip()


def answered_anew(house: House, sent: list[Any]) -> Iterator[str]:
    """Yield which moves do not get their first answer when they are sent again with their key."""
    for player, path, body, key, answer in sent:
        again = house.answer(house.guests[player], "POST", path, body, **{"Idempotency-Key": key})
        if again != (201, answer):
            yield f"{key}: {again}"


def not_told(house: House, kept: dict[str, Any]) -> list[str]:
    """Return the ids of notices that do not reach a receiver as they were written, and of unknown ones that do.

    One that is out of date may not.
    """
    with receiver() as (address, taken), override_settings(WEBHOOK_URL=address):
        drain(lambda: delivery.send_due(house.now + delivery.LONGEST_WAIT, 50))
    missed = {one for one in {*kept, *taken} if kept.get(one) != taken.get(one)}
    outdated = Delivery.objects.filter(pk__in=missed - set(taken), state=Delivery.State.OUTDATED)
    since = {str(one.pk) for one in outdated.select_related("notification__match") if _has_gone_on(one.notification)}
    return sorted(missed - since)


def _has_gone_on(notification: Notification) -> bool:
    """Say whether something has happened at the match since, or at the one that it is about."""
    later = Match.objects.filter(pk=notification.facts.get("rematch")).exclude(status=Status.LOBBY)
    return notification.match.version > notification.version or later.exists()


@contextmanager
def receiver() -> Iterator[tuple[str, dict[str, Any]]]:
    """Listen for notices; yields the address, and what was taken by its id."""
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
