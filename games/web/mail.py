"""Pages behind the links in mails, which need neither a login nor JavaScript; and the mailbox of a try-out server."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from typing import Any, Final
from uuid import UUID

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.login.email import email_addresses as accounts_mail
from accounts.models import Player
from accounts.services import HasLeft
from chkobba_api.email import backends
from chkobba_api.rest.language import as_text, prefer, spoken
from chkobba_api.rest.read_only import Page, read_only
from games.engine.messages import say
from games.notifications import player_channels
from games.notifications.mail import found_by
from games.texts.page import direction

POLICY: Final = {
    "default-src": [NONE],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],
    "base-uri": [NONE],
    "form-action": [SELF],
    "frame-ancestors": [NONE],
}
"""The pages run no scripts, load nothing from other sites, and send their form only to this site."""
POLICY_OF_MAILS: Final = {"default-src": [NONE], "style-src": [UNSAFE_INLINE], "frame-ancestors": [NONE]}
"""A mail may have inline styles but loads nothing."""


def _open_to_links(view: Page) -> Page:
    """Return a view for GET and POST. The secret in its URL is the only permission needed.

    Mail clients send a POST without an earlier GET and without cookies, so there is no CSRF token (RFC 8058).
    """
    return csrf_exempt(csp(POLICY)(never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))))


def _to_be_read(policy: dict[str, list[str]]) -> Callable[[Page], Page]:
    """Return a decorator for read-only views with a content security policy."""

    def guarded(view: Page) -> Page:
        return csp(policy)(never_cache(read_only(view)))

    return guarded


def _page(request: HttpRequest, what: str, player: Player | None = None, status: int = 200) -> HttpResponse:
    """Return a page with a text, and with a button if the reader has something to confirm."""
    named = {"who": player.shown_name} if player else {}
    words = {part: as_text(say(f"html.mail.{what}{part}", **named)) for part in ("", ".text")}
    context: dict[str, Any] = {
        "title": words[""],
        "text": words[".text"],
        "settings": as_text(say("html.mail.settings")),
    }
    if what in ("confirm", "confirm_login", "off"):
        context["button"] = as_text(say(f"html.mail.{what}.button"))
    return _answer(request, "web/mail.html", context, status)


def _answer(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    language = spoken()
    context |= {"language": language, "direction": direction(language)}
    answer = render(request, template, context, status=status)
    answer.headers["Content-Language"] = language
    return answer


@_open_to_links
def confirm(request: HttpRequest, secret: str) -> HttpResponse:
    """Show a page with a button. A POST confirms the mail address; a GET changes nothing."""
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
def unsubscribe(request: HttpRequest, channel_id: UUID, secret: str) -> HttpResponse:
    """Show a page with a button. A POST, also of a mail client, turns the mails of a channel off."""
    channel = found_by(channel_id, secret)
    if channel is None:
        return _page(request, "gone", status=404)
    prefer(channel.player.language, channel.player.cards)
    if request.method == "POST":
        try:
            player_channels.turn_off(channel)
        except HasLeft:
            return _page(request, "gone", status=404)
        channel.is_on = False
    return _page(request, "off" if channel.is_on else "is_off", channel.player)


# --- the mailbox of a try-out server ----------------------------------------------------------------------------------


@_to_be_read(POLICY)
def box(request: HttpRequest) -> HttpResponse:
    """Show the mails that a try-out server has stored instead of sending them. Other servers answer 404."""
    _only_in_tryout()
    mails = [
        {"id": name, "subject": mail["Subject"], "to": mail["To"], "text": _part(mail, "plain")}
        for name, mail in backends.stored_mails()
    ]
    title, text = (as_text(say(f"html.mail.{part}")) for part in ("box", "box.text"))
    return _answer(request, "web/mailbox.html", {"title": title, "text": text, "mails": mails})


@_to_be_read(POLICY_OF_MAILS)
def one(request: HttpRequest, mail_id: UUID) -> HttpResponse:
    """Show the HTML part of a mail of a try-out server."""
    _only_in_tryout()
    mail = dict(backends.stored_mails()).get(str(mail_id))
    if mail is None:
        raise Http404
    return HttpResponse(_part(mail, "html"))


def _only_in_tryout() -> None:
    if not backends.is_open():
        raise Http404


def _part(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    return str(part.get_content()) if part else ""
