"""The one page of the web client, under several addresses, and a few pictures. Everything else is static files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import qrcode
from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers
from qrcode.image.svg import SvgPathFillImage

from chkobba_api.rest.language import said, spoken
from games.engine.messages import say
from games.texts.page import direction
from games.web import previews, shell

POLICY: Final = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],
    "manifest-src": [SELF],
    "worker-src": [SELF],
    "connect-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": [NONE],
    "object-src": [NONE],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["worker"],
}
"""The page runs and shows its own files and talks to its own server; no text can ever become markup or code.

What may start a worker is made once, by the policy of that name, which knows one address (``app.js``).
"""
WORKER_POLICY: Final = {"default-src": [NONE], "connect-src": [SELF], "img-src": [SELF]}
"""The worker fetches files, shows notifications with the icon of the page, and runs nothing but itself."""


LONGEST_CODE: Final = 40
"""Letters; more than room codes have, and so few that the picture stays small."""

Page = Callable[..., HttpResponseBase]


def as_page(view: Page) -> Page:
    """Return a view whose answers are guarded, and are asked for anew each time: they name the files of a release."""
    for decorate in (
        vary_on_headers("Accept-Language"),
        conditional_page,
        cache_control(no_cache=True),
        csp(POLICY),
        require_safe,
    ):
        view = decorate(view)
    return view


@as_page
def page(request: HttpRequest) -> HttpResponse:
    """Answer with the page: the same for everybody but for the language that the browser asks for.

    What language its player has chosen, it finds out by itself; until then, the little that stands here is in the
    browser's.
    """
    return _page(request)


@as_page
def table(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer with the page at the address of a match, also of one that there is not: who may see it, the page finds."""
    return _page(request, previews.of_match(match_id), shared=True)


@as_page
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with the page at the address of an invitation, also of a wrong one: the page says so when it is tried."""
    return _page(request, previews.of_invitation(code), shared=True)


def _page(request: HttpRequest, preview: previews.Preview | None = None, *, shared: bool = False) -> HttpResponse:
    language = spoken()
    words = {name: said(say(f"html.{name}")) for name in ("description", "noscript")}
    preview = preview or previews.Preview("Chkobba", words["description"])
    context = {
        "language": language,
        "direction": direction(language),
        "texts": f"web/texts/{language}.js",
        "preview": preview,
        "picture": request.build_absolute_uri(static("web/icons/icon-512.png")),
        "listed": not shared,
        **words,
    }
    answer = render(request, "web/index.html", context)
    answer.headers["Content-Language"] = language
    return answer


@require_safe
@cache_control(private=True, max_age=3600)
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with the address of an invitation as a picture for cameras, whatever its code: no match is looked for."""
    if not code.isalnum() or len(code) > LONGEST_CODE:
        raise Http404
    address = request.build_absolute_uri(reverse("invitation", args=[code]))
    picture = qrcode.make(address, image_factory=SvgPathFillImage, border=2)
    return HttpResponse(picture.to_string(), content_type="image/svg+xml")


@require_safe
@cache_control(no_cache=True)
@conditional_page
@vary_on_headers("Accept-Language")
def manifest(request: HttpRequest) -> HttpResponse:
    """Answer with what makes the page an app, in the language of the browser."""
    return JsonResponse(shell.manifest(), content_type="application/manifest+json")


@require_safe
@csp(WORKER_POLICY)
@cache_control(no_cache=True)
@conditional_page
def worker(request: HttpRequest) -> HttpResponse:
    """Answer with the program that keeps the files of the page; it stands at the root, and so works for all of it."""
    return HttpResponse(shell.worker(), content_type="text/javascript")


@require_safe
def icon(request: HttpRequest) -> HttpResponse:
    """Lead to the icon, for pages that name none, such as those of the admin."""
    return redirect(static("web/style/icon.svg"))
