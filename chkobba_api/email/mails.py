"""Mails: their composition, with the same content as text and as HTML, and their sending."""

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
"""The most characters of a subject."""
_ISOLATED: Final = ("\u2068", "\u2069")
"""Characters around a name: it keeps its own direction, and does not change that of the words around it."""


class Part(NamedTuple):
    """A paragraph of a mail: a sentence, a detail, and a link."""

    text: str
    detail: str = ""
    url: str = ""
    label: str = ""
    """The label of the button with the link."""


class Sent(NamedTuple):
    """The result of sending a mail."""

    is_taken: bool
    said: str
    """The SMTP code, as digits; or `no_answer`."""
    is_final: bool = False
    """True if the mailbox does not exist."""
    blames_receiver: bool = False
    """True if the failure is about this mailbox, and not about the host's own mail server."""


class InSevenBits(EmailMultiAlternatives):
    """A mail in seven bits, which every server accepts.

    Django sends eight bits, even to servers that have not offered that.
    """

    def message(self, **options: Any) -> Any:
        """Return the message as it is sent."""
        message = super().message(**options)
        for part in message.walk():
            if part.get_content_maintype() == "text":
                del part["Content-Transfer-Encoding"]
                encode_quopri(part)
        return message


SendMail = Callable[[EmailMultiAlternatives], Sent]


def isolated(name: str) -> str:
    """Return a name for a sentence, independent of the directions of both."""
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
    """Return a mail. A mail that is sent again has the same ``name``, so that the receiver can drop the second."""
    subject = " ".join(subject.split())[:LONGEST_SUBJECT]  # a line break would begin another header
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
    """Return a name as the id of a mail, or of a thread of mails, in headers."""
    return f"<{what}@{domain()}>"


def domain() -> str:
    """Return the domain from which the server sends mails."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def _as_text(part: Part) -> str:
    return "\n".join(line for line in (part.text, part.detail, part.url) if line)


# --- sending ----------------------------------------------------------------------------------------------------------


@contextmanager
def connected() -> Iterator[SendMail]:
    """Yield a function that sends mails, over one connection for all of them."""
    connection = get_connection()
    try:
        yield partial(_send, connection)
    finally:
        _hang_up(connection)


def _send(connection: Any, mail: EmailMultiAlternatives) -> Sent:
    """Send a mail. Only the codes of the answer are read, since its text repeats the address."""
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
        logger.warning("the mail server refused a mail: %s", refused.smtp_code)
        return Sent(
            is_taken=False,
            said=str(refused.smtp_code),
            blames_receiver=isinstance(refused, smtplib.SMTPDataError) and refused.smtp_code >= 500,
        )
    except OSError as error:  # also errors of SMTP
        _hang_up(connection)
        logger.warning("cannot send a mail: %s", type(error).__name__)
        return Sent(is_taken=False, said="no_answer")
    return Sent(is_taken=True, said="250")


def _no_such_mailbox(code: int, words: bytes | str) -> bool:
    """Return whether a refusal is permanent: by its enhanced code (RFC 3463) if it has one.

    A full mailbox, and a server that rejects the host's server, may accept a mail later.
    """
    text = words.decode("ascii", "replace") if isinstance(words, bytes) else words
    if enhanced := re.match(r"5\.(\d+)\.(\d+)\b", text):
        return enhanced[1] == "1" or enhanced.groups() == ("2", "1")
    return code in (550, 551, 553)


def _hang_up(connection: Any) -> None:
    with suppress(OSError):
        connection.close()
