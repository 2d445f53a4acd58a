"""The ASGI entry point. It serves everything, also held requests."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, Final

import django
from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponse
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")
django.setup(set_prefix=False)

from chkobba_api import msgspec_warmup, urls  # noqa: E402, F401  (load all modules now, and not at the first request)
from chkobba_api.middleware.bodies import Bounded  # noqa: E402  (needs Django to be set up)
from chkobba_api.middleware.early_answers import guarded  # noqa: E402  (needs Django to be set up)
from chkobba_api.rest.language import Heard  # noqa: E402
from games.api.live.long_poll import Hold  # noqa: E402


class InOneThread(ASGIHandler):
    """Runs each request in one thread of a pool: no middleware and no view knows asyncio.

    Django's own handler makes a thread for each request, and changes to it and back for most middleware. That would
    double the cost of a held request.
    """

    threads: Final = ThreadPoolExecutor(40, "request")  # few run at once; others wait for the database or a receiver

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the chain of middleware as under WSGI."""
        super().load_middleware()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request from a thread."""
        if scope["type"] != "http":
            raise ValueError(f"There are no connections of the type {scope['type']}.")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        respond = sync_to_async(self._respond, thread_sensitive=False, executor=self.threads)
        await self.send_response(await respond(scope, body), send)

    def _respond(self, scope: Any, body: Any) -> HttpResponse:
        """Return the response to a request, read to its end and closed."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        refused: Any
        request, refused = self.create_request(scope, body)
        response: Any = guarded(scope, refused) if request is None else self.get_response(request)
        response._handler_class = type(self)
        with closing(body), closing(response):
            return _whole(response) if response.streaming else response


def _whole(stream: Any) -> HttpResponse:
    """Return the response with all of a stream, such as a file."""
    response = HttpResponse(b"".join(stream), status=stream.status_code, headers=stream.headers)
    response.cookies = stream.cookies
    return response


msgspec_warmup.prepare()
application = Heard(Bounded(Hold(InOneThread())))
