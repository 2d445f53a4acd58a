"""The control of docs/adding-a-time-control.md, added to a copy of the server by one file and one line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Final

from tests.helpers.adding_pages import Page
from tests.helpers.databases import ROOT

PAGE: Final = Page("adding-a-time-control.md")

PLAYED = """
import django
django.setup()
from datetime import UTC, datetime, timedelta
from django.core.management import call_command
from django.test import Client
from games.models import Match
from games.services import due_matches
from games.services.log.verification import faults_of
from games.services.staff import match_actions
from accounts.models import Player

call_command("migrate", verbosity=0)
http = Client(HTTP_HOST="localhost")

def send(method, path, token=None, **body):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = getattr(http, method)(f"/api/v1/{path}", body, content_type="application/json", headers=headers)
    return answer.status_code, answer.json()

token = send("post", "players/guests", nickname="Amel")[1]["token"]
control = {"type": "evening", "days": 2}
status, view = send(
    "post", "matches", token, game="chkobba", bots={"1": "easy"}, autostart=True, control=control,
    options={"cut": False},
)
assert (status, view["control"], view["turn_seconds"]) == (201, control, 172_800), (status, view)
woken = [due_matches.wake(view["id"], datetime.now(UTC)) for _ in range(9)]
assert not woken[-1], woken
match = Match.objects.get(pk=view["id"])
assert (match.due_at.hour, match.due_at.minute) == (20, 0), match.due_at
assert timedelta(days=2) <= match.due_at - datetime.now(UTC) + timedelta(minutes=5), match.due_at
order = match_actions.Order(Player.objects.create_superuser("root", None), "Why", datetime.now(UTC))
match_actions.pause(match.pk, order)
match_actions.resume(match.pk, order)
assert list(faults_of(Match.objects.get(pk=match.pk))) == []
assert send("post", "matches", token, game="chkobba", control={"type": "evening", "days": 15})[0] == 400
assert send("post", "matches", token, game="chkobba", control={"type": "morning", "days": 1})[0] == 400
print("played")
"""


def test_a_control_is_one_file_and_one_line(tmp_path):
    """With them the API takes it and shows it, matches are played by it, paused, and verified."""
    for name in ("accounts", "chkobba_api", "games", "openapi", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("static"))
    PAGE.add_to(tmp_path)

    env = {
        **os.environ,
        "PYTHONPATH": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "chkobba_api.settings",
        "CHKOBBA_TRYOUT": "1",
        "CHKOBBA_VAR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path}/evening.sqlite3",
    }
    done = subprocess.run(
        [sys.executable, "-c", PLAYED], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=False
    )

    assert (done.stdout.splitlines()[-1:], done.returncode) == (["played"], 0), done.stderr[-3000:]
