"""The ASGI application: a request is answered in one thread, from its first signal to its last."""

from __future__ import annotations

from threading import current_thread

import pytest
from django.core.signals import request_finished, request_started
from django.http import StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from chkobba_api.urls import urlpatterns as real
from tests.helpers.asgi import answer_of

ENDED: list[str] = []


class Parts:
    """The parts of a stream, which note the thread that closes them."""

    def __iter__(self):
        return iter([b"one ", b"two"])

    def close(self):
        """Note the thread of the request."""
        ENDED.append(current_thread().name)


def stream(request):
    """Return a stream with a header and a cookie."""
    response = StreamingHttpResponse(Parts(), headers={"X-Of-Stream": "yes"})
    response.set_cookie("of", "stream")
    return response


urlpatterns = [*real, path("stream", stream)]


@pytest.fixture
def seen():
    """Return the signals of requests, with the names of their threads."""
    signals: list[tuple[str, str]] = []

    def started(**_):
        signals.append(("started", current_thread().name))

    def finished(**_):
        signals.append(("finished", current_thread().name))

    request_started.connect(started)
    request_finished.connect(finished)
    yield signals
    request_started.disconnect(started)
    request_finished.disconnect(finished)


def test_a_request_is_answered_in_one_thread(seen):
    """The thread that began a request ends it, so that it gives back its own database connection."""
    assert answer_of("/healthz")[0] == 200
    (first, thread), (last, same) = seen
    assert (first, last) == ("started", "finished")
    assert thread == same
    assert thread.startswith("request")


def test_a_stream_is_read_and_closed_in_the_same_thread(seen):
    """A stream, such as a file, is read to its end and closed by the thread of its request."""
    ENDED.clear()
    with override_settings(ROOT_URLCONF=__name__):
        status, headers, body = answer_of("/stream")

    assert (status, headers["X-Of-Stream"], body) == (200, "yes", b"one two")
    assert headers["Set-Cookie"].startswith("of=stream")
    assert [thread for _, thread in seen] == 2 * ENDED


def test_a_malformed_query_is_refused(seen):
    """A request that Django cannot read gets an answer, and is closed, too."""
    assert answer_of("/healthz", b"name=caf\xe9")[0] == 400
    assert [signal for signal, _ in seen] == ["started", "finished"]
