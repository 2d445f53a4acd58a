"""Mails: how each is made, in text and in HTML that say the same, and how they are sent."""

from __future__ import annotations

import logging
import re
import smtplib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from email.encoders import encode_quopri
from email.utils import parseaddr
from functools import partial
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string

from games.texts.page import direction

logger = logging.getLogger(__name__)

LONGEST_SUBJECT: Final = 200
"""Characters."""
_ISOLATED: Final = ("\u2068", "\u2069")
"""Between these a name keeps its own direction, and changes none of the words around it."""


class Part(NamedTuple):
    """Something that a mail says: a sentence, more about it, and where to go."""

    text: str
    detail: str = ""
    url: str = ""
    label: str = ""
    """What stands on the button that leads there."""


class Sent(NamedTuple):
    """What came of sending a mail."""

    is_taken: bool
    said: str
    """The code of SMTP, as digits; `no_answer`."""
    is_final: bool = False
    """Whether there is no such mailbox."""
    blames_receiver: bool = False
    """Whether it is about this mailbox, and not about the host's own server for mail."""


class InSevenBits(EmailMultiAlternatives):
    """A mail that every server takes; Django's own is in eight bits, also where the other side has not offered that."""

    def message(self, **options: Any) -> Any:
        """Return it, as it is sent."""
        message = super().message(**options)
        for part in message.walk():
            if part.get_content_maintype() == "text":
                del part["Content-Transfer-Encoding"]
                encode_quopri(part)
        return message


SendMail = Callable[[EmailMultiAlternatives], Sent]


def is_offered() -> bool:
    """Say whether this server sends mails: links in them need to lead to it."""
    return bool(settings.MAILS and settings.PUBLIC_URL)


def isolated(name: str) -> str:
    """Return a name for a sentence, whichever way either is written."""
    return name.join(_ISOLATED)


def composed(
    to: str,
    *,
    name: str,
    language: str,
    subject: str,
    parts: Sequence[Part],
    footer: Sequence[Part],
    headers: Mapping[str, str] | None = None,
) -> EmailMultiAlternatives:
    """Return a mail. ``name`` is the same whenever the same one is sent: who gets it twice can drop the second."""
    subject = " ".join(subject.split())[:LONGEST_SUBJECT]  # a line's end would begin another header
    said = {"language": language, "direction": direction(language), "subject": subject}
    said |= {"parts": parts, "footer": footer}  # type: ignore[dict-item]
    mail = InSevenBits(
        subject=subject,
        body="\n\n".join(_as_text(part) for part in [*parts, Part("-- "), *footer]) + "\n",
        to=[to],
        headers={
            "Message-ID": name_of(name),
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            "Content-Language": language,
            **(headers or {}),
        },
    )
    mail.attach_alternative(render_to_string("mail.html", said), "text/html")
    return mail


def name_of(what: str) -> str:
    """Return the id of a mail, or of what mails are about, as headers have it."""
    return f"<{what}@{domain()}>"


def domain() -> str:
    """Return of which domain our mails are."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def _as_text(part: Part) -> str:
    return "\n".join(line for line in (part.text, part.detail, part.url) if line)


# --- sending ----------------------------------------------------------------------------------------------------------


@contextmanager
def connected() -> Iterator[SendMail]:
    """Return what sends mails, over one connection for all of them."""
    connection = get_connection()
    try:
        yield partial(_send, connection)
    finally:
        _hang_up(connection)


def _send(connection: Any, mail: EmailMultiAlternatives) -> Sent:
    """Send a mail. What the other side says is read for its codes alone: it repeats the address."""
    try:
        connection.open()
        connection.send_messages([mail])
    except smtplib.SMTPRecipientsRefused as refused:
        ((code, words),) = refused.recipients.values()
        if code == 421:
            _hang_up(connection)
        return Sent(is_taken=False, said=str(code), is_final=_no_such_mailbox(code, words), blames_receiver=True)
    except smtplib.SMTPResponseException as refused:
        _hang_up(connection)
        logger.warning("a mail was not taken: %s", refused.smtp_code)
        return Sent(
            is_taken=False,
            said=str(refused.smtp_code),
            blames_receiver=isinstance(refused, smtplib.SMTPDataError) and refused.smtp_code >= 500,
        )
    except OSError as error:  # those of SMTP, too
        _hang_up(connection)
        logger.warning("a mail was not taken: %s", type(error).__name__)
        return Sent(is_taken=False, said="no_answer")
    return Sent(is_taken=True, said="250")


def _no_such_mailbox(code: int, words: bytes | str) -> bool:
    """Say whether a refusal is for ever: by its enhanced code (RFC 3463) where there is one.

    A mailbox that is full, and a server that does not like ours, may take something tomorrow.
    """
    text = words.decode("ascii", "replace") if isinstance(words, bytes) else words
    if enhanced := re.match(r"5\.(\d+)\.(\d+)\b", text):
        return enhanced[1] == "1" or enhanced.groups() == ("2", "1")
    return code in (550, 551, 553)


def _hang_up(connection: Any) -> None:
    with suppress(OSError):
        connection.close()
