"""The one page of the web client, and where browsers look for an icon. Everything else is static files."""

from __future__ import annotations

from typing import Final

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers

from chkobba_api.rest.language import said, spoken
from games.engine.messages import say
from games.texts.page import direction

POLICY: Final = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],
    "connect-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": [NONE],
    "object-src": [NONE],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": [NONE],
}
"""The page runs and shows its own files and talks to its own server; no text can ever become markup or code."""


@require_safe
@csp(POLICY)
@cache_control(no_cache=True)
@conditional_page
@vary_on_headers("Accept-Language")
def page(request: HttpRequest) -> HttpResponse:
    """Answer with the page: the same for everybody but for the language that the browser asks for.

    It is asked for anew each time, since it names the files of a release. What language its player has chosen, it finds
    out by itself; until then, the little that stands here is in the browser's.
    """
    language = spoken()
    words = {name: said(say(f"html.{name}")) for name in ("description", "noscript")}
    texts = f"web/texts/{language}.js"
    context = {"language": language, "direction": direction(language), "texts": texts, **words}
    answer = render(request, "web/index.html", context)
    answer.headers["Content-Language"] = language
    return answer


@require_safe
def icon(request: HttpRequest) -> HttpResponse:
    """Lead to the icon, for pages that name none, such as those of the admin."""
    return redirect(static("web/style/icon.svg"))
