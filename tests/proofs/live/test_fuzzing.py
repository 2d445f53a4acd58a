"""Requests drawn from the schema: a few of those that `python -m tests.proofs.torture.fuzz` sends."""

from __future__ import annotations

import re

from tests.proofs.live.server import ROOT, Server
from tests.proofs.torture.fuzz import UNTHROTTLED, fuzz

SCHEMA = ROOT / "openapi" / "schema.yaml"


def test_every_answer_is_what_the_schema_promises(tmp_path):
    """The test sends valid and invalid requests to every operation; then some that follow from one another."""
    with Server(tmp_path, **UNTHROTTLED) as server:
        found = fuzz(server, cases=40, stateful=10, seed=1)
        verified = server.manage("verify_matches").stdout.strip()

    assert not found.failures, "\n".join(found.failures.values())
    assert set(found.statuses) == set(re.findall(r"operationId: (\w+)", SCHEMA.read_text()))
    assert found.count >= 200
    assert verified.endswith(" 0 broken")
