"""The single page of the web client at several addresses, and a few pictures. All other files are static."""

from __future__ import annotations

from typing import Final

import qrcode
from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.vary import vary_on_headers
from qrcode.image.svg import SvgPathFillImage

from chkobba_api.rest.language import as_text, spoken
from chkobba_api.rest.read_only import Page, read_only, with_etag
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
"""The page loads only its own files and calls only its own server. No text can become markup or code.

The Trusted Types policy ``worker`` may create one URL, that of the service worker (``app.js``).
"""
WORKER_POLICY: Final = {
    "default-src": [NONE],
    "connect-src": [SELF],
    "img-src": [SELF],
    "base-uri": [NONE],
    "frame-ancestors": [NONE],
}
"""The worker fetches files and shows notifications with the icon of the page. It loads no other scripts."""


LONGEST_CODE: Final = 40
"""Upper bound in letters: longer than room codes, and short enough for a small picture."""


def as_page(view: Page) -> Page:
    """Return a read-only view with the content security policy.

    Browsers revalidate the response each time, because it names the files of a release.
    """
    for decorate in (
        vary_on_headers("Accept-Language"),
        with_etag,
        cache_control(no_cache=True),
        csp(POLICY),
        read_only,
    ):
        view = decorate(view)
    return view


@as_page
def page(request: HttpRequest) -> HttpResponse:
    """Return the page in the language that the browser asks for. Otherwise it is the same for all players.

    The page switches by itself to the language that the player has chosen.
    """
    return _page(request)


@as_page
def table(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the page at the address of a match, also of an unknown one. The API checks what the player may see."""
    return _page(request, previews.of_match(match_id), shared=True)


@as_page
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Return the page at the address of an invitation, also of a wrong code. The page reports that on joining."""
    return _page(request, previews.of_invitation(code), shared=True)


def _page(request: HttpRequest, preview: previews.Preview | None = None, *, shared: bool = False) -> HttpResponse:
    language = spoken()
    words = {name: as_text(say(f"html.{name}")) for name in ("description", "noscript")}
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


@read_only
@cache_control(private=True, max_age=3600)
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """Return the address of an invitation as a QR code. The match need not exist; the server does not look it up."""
    if not code.isalnum() or len(code) > LONGEST_CODE:
        raise Http404
    address = request.build_absolute_uri(reverse("invitation", args=[code]))
    picture = qrcode.make(address, image_factory=SvgPathFillImage, border=2)
    return HttpResponse(picture.to_string(), content_type="image/svg+xml; charset=utf-8")


@read_only
@cache_control(no_cache=True)
@with_etag
@vary_on_headers("Accept-Language")
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest in the language of the browser."""
    return JsonResponse(shell.manifest(), content_type="application/manifest+json")


@read_only
@csp(WORKER_POLICY)
@cache_control(no_cache=True)
@with_etag
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker that caches the files of the page. At the root, its scope is the whole site."""
    return HttpResponse(shell.worker(), content_type="text/javascript; charset=utf-8")


@read_only
def icon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for pages without a link to one, such as those of the admin."""
    return redirect(static("web/style/icon.svg"))
