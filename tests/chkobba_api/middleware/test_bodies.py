"""Requests whose types Django cannot read are repaired in front of Django, and bodies are cut to the largest size."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory

from chkobba_api.middleware.bodies import Bounded, bounded, plain_type

UNREADABLE = [
    *("a/b; charset=hex", "a/b; charset=undefined", "a/b; charset=utf-7", "a/b; charset=unicode_escape"),
    *("application/json; charset*=foo''x", "application/json; x*=utf-99''%ff", "multipart/form-data; boundary*=x''y"),
]
QUERY = "x=%2B2AA-&y=%5Cud800"


@pytest.mark.parametrize("given", UNREADABLE)
def test_the_charset_of_a_request_does_not_decode_its_query(given):
    """Under WSGI and ASGI the query is UTF-8, whatever the type of the body claims."""
    read: list[Any] = []

    def of_wsgi(environ: dict[str, Any], start_response: object) -> list[bytes]:
        read.append(WSGIRequest(environ).GET)
        return []

    async def of_asgi(scope: Any, receive: object, send: object) -> None:
        read.append(ASGIRequest(scope, BytesIO()).GET)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    asked = RequestFactory().get(f"/api/v1/games?{QUERY}")
    bounded(of_wsgi)(asked.environ | {"CONTENT_TYPE": given}, None)
    scope = {"type": "http", "method": "GET", "path": "/api/v1/games", "query_string": QUERY.encode()}
    headers = [(b"host", b"testserver"), (b"content-type", given.encode())]
    async_to_sync(Bounded(of_asgi))({**scope, "http_version": "1.1", "headers": headers}, receive, None)

    assert [dict(one.items()) for one in read] == [{"x": "+2AA-", "y": "\\ud800"}] * 2


def test_django_reads_no_more_of_a_body_than_is_allowed(settings):
    """Under WSGI a larger body is cut, else Django would write the files of a form to the disk, whatever their size."""
    largest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    read: dict[str, int] = {}

    def of_wsgi(environ: dict[str, Any], start_response: object) -> list[bytes]:
        read[said] = len(WSGIRequest(environ).read())
        return []

    for said in (str(3 * largest), str(largest + 1), str(largest), "5", "many", ""):
        asked = RequestFactory().post(
            "/oauth/token", b"x" * 3 * largest, content_type="multipart/form-data; boundary=x"
        )
        bounded(of_wsgi)(asked.environ | {"CONTENT_LENGTH": said, "wsgi.input_terminated": False}, None)

    cut = {str(3 * largest): largest + 1, str(largest + 1): largest + 1}
    assert read == {**cut, str(largest): largest, "5": 5, "many": 0, "": 0}


def test_types_that_can_be_read_stay():
    """A boundary is kept, also beside a charset."""
    for given in ("application/json", "multipart/form-data; boundary=x", "text/plain; format=flowed", ""):
        assert plain_type(given) == given
    assert plain_type("application/json; charset=utf-8") == "application/json"
    assert plain_type('multipart/form-data; charset=hex; boundary="a;b"') == 'multipart/form-data; boundary="a;b"'
