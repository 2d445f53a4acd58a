"""Unique names, by which players are found and log in. No two names look alike.

A player claims a name and may change it. Nicknames are separate: any number of players may be called Amel.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from accounts import recent_login
from accounts.models import NameConfusable, Player, Token
from accounts.names.confusables import LIGATURES, bare, looks_of
from accounts.names.reserved import is_reserved
from accounts.services import staying
from chkobba_api.errors import DomainError, invalid
from games.engine.messages import say

SHORTEST: Final = 3
LONGEST: Final = 20
"""The most characters of a name; ``SHORTEST`` is the fewest."""
_ALONE: Final = "LATIN GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC HANGUL"
SCRIPTS: Final = {
    **{script: script for script in _ALONE.split()},
    **dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA"), "JAPANESE"),  # Japanese is written with all three
}
"""Scripts whose letters need no separate marks, by the first word of the Unicode names of their letters."""
_DIGITS: Final = "0123456789"
_BETWEEN: Final = "-_"
_TAKEN: Final = "chkobba chkobba-team guest anonymous nobody everybody player help info mail"
_RESERVED: Final = frozenset(look for name in _TAKEN.split() for look in looks_of(name))
"""Looks of names that no player may have, besides those that could be mistaken for a bot or the staff."""


def clean_name(
    text: str, *, longest: int = LONGEST, between: str = _BETWEEN, letters: str = "name.unique.letters"
) -> str:
    """Return a name in its stored form: NFKC.

    Raises DomainError ``invalid`` for a name with fewer than 3 or more than ``longest`` characters. It may contain only
    letters of one script, ASCII digits, and single characters of ``between`` (dashes or underscores) between them; the
    message ``letters`` says so. Raises ``name_reserved``.
    """
    name = unicodedata.normalize("NFKC", text).strip()
    if not SHORTEST <= len(name) <= longest:
        raise invalid("name", say("name.unique.length", count=longest, least=SHORTEST))
    scripts = {_script(character) for character in name if character not in between + _DIGITS}
    parts = re.split(f"[{re.escape(between)}]", name)
    if len(scripts) != 1 or None in scripts or not all(parts):
        raise invalid("name", say(letters))
    if is_reserved(name) or looks_of(name) & _RESERVED:
        raise DomainError("name_reserved", say("refused.name_reserved"))
    return name


def _script(letter: str) -> str | None:
    """Return the script of a letter; None for one that no name may contain, or a character that is no letter."""
    script = SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0])
    if not (letter.isalpha() and bare(letter)):
        return None
    if script == "LATIN":
        plain = unicodedata.normalize("NFKD", letter).translate(LIGATURES)
        return script if all(bare(part).isascii() for part in plain) else None
    return script


def claim(player: Player, text: str) -> Player:
    """Give a player a name, in place of the present one; return the player.

    Raises DomainError ``invalid`` and ``name_reserved`` as ``clean_name`` does, ``name_taken``, ``staff_account``,
    HasLeft.
    """
    name = clean_name(text)
    looks = looks_of(name)
    if player.is_staff:
        raise DomainError("staff_account", say("refused.staff_account"))
    try:
        with staying(player), transaction.atomic():
            if NameConfusable.objects.filter(pk__in=looks).exclude(player=player).exists():
                raise DomainError("name_taken", say("refused.name_taken"))
            player.username = name
            player.save(update_fields=["username"])
            if not player.take_looks():
                raise DomainError("name_taken", say("refused.name_taken"))  # a concurrent request was faster
    except IntegrityError:  # a name of the staff without a reserved look
        raise DomainError("name_taken", say("refused.name_taken")) from None
    return player


def claim_at(current: Token, text: str, now: datetime) -> Player:
    """Claim a name, as ``claim`` does.

    Raises DomainError ``recent_login_needed``, too, if the player has a password to log in with.
    """
    if current.user.has_usable_password() and not current.user.is_staff:
        recent_login.must_be_recent(current, now)
    return claim(current.user, text)


def find(text: str) -> Player | None:
    """Return the active player with a name, as people type it, or None. Case, accents and dashes are ignored."""
    looks = looks_of(text)
    found = Player.objects.filter(looks__in=looks, is_active=True).distinct()
    return next((player for player in found if looks_of(player.username or "") == looks), None)
