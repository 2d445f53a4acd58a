"""Pages behind the links in mails, which need neither a log-in nor JavaScript; and the mails of a try-out."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from typing import Any, Final
from uuid import UUID

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.login import email_addresses as accounts_mail
from accounts.models import Player
from accounts.services import HasLeft
from chkobba_api.email import backends
from chkobba_api.rest.language import prefer, said, spoken
from games.engine.messages import say
from games.notifications import player_channels
from games.notifications.mail import found_by
from games.texts.page import direction

Page = Callable[..., HttpResponseBase]

POLICY: Final = {
    "default-src": [NONE],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],
    "base-uri": [NONE],
    "form-action": [SELF],
    "frame-ancestors": [NONE],
}
"""These pages run nothing, load nothing from elsewhere, and can do no more than what their button says."""
POLICY_OF_MAILS: Final = {"default-src": [NONE], "style-src": [UNSAFE_INLINE], "frame-ancestors": [NONE]}
"""A mail may look as it was made to look, and load nothing."""


def _open_to_links(view: Page) -> Page:
    """Return a view that whoever has its address may ask and tell: its secret is all that is needed.

    Programs for mail tell without having asked, without a cookie, and so without a token against forgery (RFC 8058).
    """
    return csrf_exempt(csp(POLICY)(never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))))


def _to_be_read(policy: dict[str, list[str]]) -> Callable[[Page], Page]:
    """Return what guards a view that changes nothing."""

    def guarded(view: Page) -> Page:
        return csp(policy)(never_cache(require_safe(view)))

    return guarded


def _page(request: HttpRequest, what: str, player: Player | None = None, status: int = 200) -> HttpResponse:
    """Answer with a page that says something, and has a button where there is something to do."""
    named = {"who": player.shown_name} if player else {}
    words = {part: said(say(f"html.mail.{what}{part}", **named)) for part in ("", ".text")}
    context: dict[str, Any] = {"title": words[""], "text": words[".text"], "settings": said(say("html.mail.settings"))}
    if what in ("confirm", "confirm_login", "off"):
        context["button"] = said(say(f"html.mail.{what}.button"))
    return _answer(request, "web/mail.html", context, status)


def _answer(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    language = spoken()
    context |= {"language": language, "direction": direction(language)}
    answer = render(request, template, context, status=status)
    answer.headers["Content-Language"] = language
    return answer


@_open_to_links
def confirm(request: HttpRequest, secret: str) -> HttpResponse:
    """Ask, and when the button is pressed confirm an email address. Looking at the page changes nothing."""
    now = timezone.now()
    if request.method != "POST":
        mail = accounts_mail.asked_with(secret, now)
    else:
        mail = accounts_mail.confirm(secret, now)
    if mail is None:
        return _page(request, "old", status=404)
    prefer(mail.player.language, mail.player.cards)
    what = "confirmed" if mail.confirmed_at else "confirm"
    return _page(request, f"{what}_login" if mail.logs_in else what, mail.player)


@_open_to_links
def unsubscribe(request: HttpRequest, address_id: UUID, secret: str) -> HttpResponse:
    """Ask, and when the button is pressed, or a program for mail says so, send no more mails to an address."""
    address = found_by(address_id, secret)
    if address is None:
        return _page(request, "gone", status=404)
    prefer(address.player.language, address.player.cards)
    if request.method == "POST":
        try:
            player_channels.turn_off(address)
        except HasLeft:
            return _page(request, "gone", status=404)
        address.is_on = False
    return _page(request, "off" if address.is_on else "is_off", address.player)


# --- the mails of a try-out -------------------------------------------------------------------------------------------


@_to_be_read(POLICY)
def box(request: HttpRequest) -> HttpResponse:
    """Show the mails that a try-out has kept instead of sending them. Nowhere else is there such a page."""
    _only_in_tryout()
    mails = [
        {"id": name, "subject": mail["Subject"], "to": mail["To"], "text": _part(mail, "plain")}
        for name, mail in backends.kept()
    ]
    title, text = (said(say(f"html.mail.{part}")) for part in ("box", "box.text"))
    return _answer(request, "web/mailbox.html", {"title": title, "text": text, "mails": mails})


@_to_be_read(POLICY_OF_MAILS)
def one(request: HttpRequest, mail_id: UUID) -> HttpResponse:
    """Show a mail of a try-out as a program for mail would."""
    _only_in_tryout()
    mail = dict(backends.kept()).get(str(mail_id))
    if mail is None:
        raise Http404
    return HttpResponse(_part(mail, "html"))


def _only_in_tryout() -> None:
    if not backends.is_open():
        raise Http404


def _part(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    return str(part.get_content()) if part else ""
