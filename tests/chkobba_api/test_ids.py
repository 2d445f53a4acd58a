"""Identifiers: ordered by creation, and unguessable."""

from __future__ import annotations

from datetime import timedelta

from chkobba_api.ids import new_id


def test_ids_of_one_moment_keep_their_order(frozen):
    """Identifiers stay in order when a millisecond exhausts the counter, and when the clock is set back."""
    ids = [new_id() for _ in range(5_000)]
    frozen.shift(timedelta(hours=-1))
    ids.append(new_id())

    assert ids == sorted(set(ids))
    assert {(one.version, one.variant) for one in ids} == {(7, "specified in RFC 4122")}


def test_ids_cannot_be_guessed():
    """No two identifiers share their last 62 bits."""
    assert len({one.int & (1 << 62) - 1 for one in (new_id() for _ in range(100))}) == 100
