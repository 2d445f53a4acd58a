"""Lost database connections: none is reused, checking costs no query, and requests meanwhile get 503."""

from __future__ import annotations

import json
import select
import uuid

import psycopg
import pytest
from django.db import IntegrityError, OperationalError, connection
from django.db.backends.postgresql import base
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from chkobba_api.rest import problems
from games import match_sql

on_postgresql = pytest.mark.production
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture
def kept(_log_may_be_emptied):
    """Return a connection kept from an earlier request, as gunicorn workers keep theirs."""
    connection.ensure_connection()
    connection.close_at = None
    yield connection
    connection.close()


def lose(kept):
    """Let the server close a connection, and wait until that has arrived."""
    line = kept.connection
    with psycopg.connect(line.info.dsn, password=line.info.password, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [line.info.backend_pid])
    poll = select.poll()
    poll.register(line.fileno(), select.POLLIN)
    assert poll.poll(10_000)


@on_postgresql
@pytest.mark.parametrize("ask", [Player.objects.count, lambda: match_sql.read(uuid.uuid4())], ids=["orm", "statement"])
def test_a_kept_connection_that_was_lost_is_not_used(kept, ask):
    """The next request's first query succeeds, through the ORM or not."""
    ask()
    lose(kept)

    kept.close_if_unusable_or_obsolete()  # as at the beginning of each request

    assert not ask()


@on_postgresql
def test_a_statement_whose_server_goes_meanwhile_fails_as_any_other(kept):
    """A statement during the loss fails with Django's error, which becomes 503; the next request succeeds."""
    match_sql.read(uuid.uuid4())
    lose(kept)

    with pytest.raises(OperationalError):
        match_sql.read(uuid.uuid4())
    kept.close_if_unusable_or_obsolete()

    assert match_sql.read(uuid.uuid4()) is None


@on_postgresql
def test_a_statement_is_prepared_once_by_a_line(kept):
    """A connection prepares a statement once; results are the same as with cursors that record queries."""
    kept.close()
    values = [uuid.uuid4(), None, "it's", True]
    statement = "SELECT json_build_array(%s::uuid, %s::text, %s::text, %s::boolean)::text"

    with CaptureQueriesContext(kept) as noted:
        by_cursor = kept.value_of(statement, values, prepare=True)
    twice = [kept.value_of(statement, values, prepare=True) for _ in range(2)]

    assert len(noted) == 1
    assert twice == [by_cursor] * 2
    assert json.loads(by_cursor) == [str(values[0]), *values[1:]]
    with kept.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'chkobba%'")
        assert cursor.fetchone() == (1,)


@on_postgresql
def test_a_statement_that_breaks_a_constraint_says_which(kept):
    """A violated constraint raises Django's error, as services expect it."""
    with pytest.raises(IntegrityError, match="accounts_player"):
        kept.value_of("INSERT INTO accounts_player (id) VALUES (%s::uuid) RETURNING 1", [uuid.uuid4()], prepare=True)


@on_postgresql
def test_a_connection_that_is_well_is_not_asked(kept, monkeypatch):
    """Checking a healthy connection takes no round trip."""

    def ask(wrapper):
        raise AssertionError("the server got a query")

    monkeypatch.setattr(base.DatabaseWrapper, "is_usable", ask)
    Player.objects.count()
    line = kept.connection

    kept.close_if_unusable_or_obsolete()
    Player.objects.count()

    assert kept.connection is line


@pytest.mark.parametrize(("accept", "kind"), [(BROWSER, "text/html"), ("*/*", "application/problem+json")])
def test_pages_say_that_the_database_is_away(accept, kind):
    """Without a database, which sessions need, requests fail before any view, as a page or a problem document."""
    request = RequestFactory(headers={"Accept": accept}).get("/admin/")
    try:
        raise OperationalError("the line is dead, and the password is: rosebud")
    except OperationalError:
        answer = problems.server_error(request)

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.headers["Content-Type"].startswith(kind)
    assert b"rosebud" not in answer.content
    assert "database" in (json.loads(answer.content)["detail"] if "json" in kind else answer.content.decode())
