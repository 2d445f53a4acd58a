"""A real SMTP server for tests (RFC 5321), which checks each mail against the RFCs."""

from __future__ import annotations

import email
import re
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default
from itertools import takewhile
from typing import Any

from tests.notifications.receiving import listening

LINKS = re.compile(r"https?://[^\s\"<>]+")


class MailServer:
    """Accepts mails, drops duplicates by Message-ID, and can fail every nth mail.

    Every second failure has accepted the mail nonetheless, as if its answer was lost.
    """

    def __init__(self) -> None:
        self.taken: dict[str, EmailMessage] = {}
        """The accepted mails by Message-ID, without duplicates."""
        self.recipients: list[str] = []
        """The recipient of each accepted mail, duplicates included."""
        self.connections = 0
        self.asked = 0
        self.fails_every: int | None = None
        self.refuses: bytes | None = None
        """The answer to every recipient instead of 250, if set."""
        self.faults: list[str] = []
        receiver = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                receiver.connections += 1
                receiver.talk(self.rfile, self.wfile)

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    @property
    def mails(self) -> list[EmailMessage]:
        """The accepted mails in order of arrival."""
        return list(self.taken.values())

    def talk(self, heard: Any, say: Any) -> None:
        """Speak SMTP with a client until it disconnects."""
        sender = to = None
        say.write(b"220 mail.example ESMTP\r\n")
        for line in heard:
            verb = line.split(b":")[0].strip().upper() if b":" in line else line.split()[0].upper()
            if verb in (b"EHLO", b"HELO"):
                say.write(b"250 mail.example\r\n")
            elif verb == b"MAIL FROM":
                sender = line
                say.write(b"250 yes\r\n")
            elif verb == b"RCPT TO":
                to = re.search(rb"<(.*)>", line)[1].decode()
                self.asked += self.refuses is not None
                say.write((self.refuses or b"250 yes") + b"\r\n")
            elif verb == b"DATA":
                if not (sender and to):
                    self.faults.append("a mail from nobody, or to nobody")
                say.write(b"354 go on\r\n")
                say.write(self.take(to, b"".join(takewhile(b".\r\n".__ne__, heard))) + b"\r\n")
            elif verb == b"QUIT":
                say.write(b"221 bye\r\n")
                return
            else:
                sender = to = None
                say.write(b"250 yes\r\n")

    def take(self, to: str, data: bytes) -> bytes:
        """Check and store a mail; return the answer."""
        self.asked += 1
        fails = self.fails_every and self.asked % self.fails_every == 0
        if fails and self.asked % 2:
            return b"451 4.3.0 not now"
        lines = data.split(b"\r\n")
        mail = email.message_from_bytes(b"\r\n".join(line.removeprefix(b".") for line in lines), policy=default)
        self.faults += faults_of(mail, lines, to)
        self.recipients.append(to)
        self.taken.setdefault(mail["Message-ID"], mail)
        return b"451 4.3.0 it was taken, but nobody is to know" if fails else b"250 2.0.0 taken"


def faults_of(mail: EmailMessage, lines: list[bytes], to: str) -> list[str]:
    """Return the faults of a mail."""
    plain, html = (mail.get_body((kind,)) for kind in ("plain", "html"))
    if mail.get_content_type() != "multipart/alternative" or plain is None or html is None:
        return ["it is not in text and in HTML"]
    links = [set(LINKS.findall(part.get_content().replace("&amp;", "&"))) for part in (plain, html)]
    headers = ("From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Auto-Submitted")
    faults = {
        "a line is too long (RFC 5322, 2.1.1)": any(len(line) > 998 for line in lines),
        "a line ends otherwise": any(b"\n" in line or b"\r" in line for line in lines),
        "it is not in 7 bits": any(not line.isascii() for line in lines),
        "a header is missing, or there twice": any(len(mail.get_all(name, [])) != 1 for name in headers),
        "a header is broken": any(header.defects for header in mail.values()),
        "it is defective": bool(mail.defects),
        "it is not to whom it says": [one.addr_spec for one in mail["To"].addresses] != [to],
        "its parts do not lead to the same": not links[0] or not links[0] <= links[1] or not links[1] <= links[0],
        "it is not said to be automatic (RFC 3834)": mail["Auto-Submitted"] != "auto-generated",
        "its id is none": not re.fullmatch(r"<[^<>@\s]+@[^<>@\s]+>", mail["Message-ID"]),
        "it loads something": "<img" in html.get_content() or "<script" in html.get_content(),
    }
    if "List-Id" in mail:  # the recipient can unsubscribe from it
        off = (mail["List-Unsubscribe"] or "").strip()
        faults["one press does not end it (RFC 8058)"] = mail[
            "List-Unsubscribe-Post"
        ] != "List-Unsubscribe=One-Click" or not off.startswith("<https://")
        faults["who reads it finds no way to end it"] = off.strip("<>") not in links[0]
    return [fault for fault, is_so in faults.items() if is_so]


@contextmanager
def mail_server(settings: Any) -> Iterator[MailServer]:
    """Let the server under test send its mails to a listening mail server."""
    receiver = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", receiver.port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.MAILS, settings.PUBLIC_URL = True, "https://cards.example"
    settings.DEFAULT_FROM_EMAIL = "Chkobba <cards@cards.example>"
    with listening(receiver.server):
        yield receiver
