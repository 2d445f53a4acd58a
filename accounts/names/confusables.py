"""Confusable names: texts that look alike have the same look, whatever their letters are.

Unicode's table of confusables (UTS 39) takes σ for c and for o, and б for 6, so players could not tell why a name is
refused. The tables here cover letters that are on keyboards.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

OF_OTHER_SCRIPTS: Final = str.maketrans(
    "АВЕІЈКМНОРЅСТУХавеіјкмнорѕстухһԁѵԛԝүӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαειηκνορτυχγωϲ" + "աոսօհ" + "ىیکھہة",
    "abeijkmhopsctyxabeijkmhopsctyxhdvqwyl" + "abezhikmnoptyxaeinkvoptuxywc" + "wnuoh" + "ييكههه",
)
"""Letters of Cyrillic, Greek and Armenian that look like Latin ones, and Arabic ones that look like each other."""
LIGATURES: Final = str.maketrans({"æ": "ae", "œ": "oe", "ß": "ss", "Æ": "ae", "Œ": "oe", "ẞ": "ss"})
DIGITS: Final = str.maketrans("01258", "oizsb")
"""Digits that look like letters at a glance."""
JAPANESE: Final = {
    **{code: code + 0x60 for code in range(ord("ぁ"), ord("ゖ") + 1)},
    **str.maketrans("力口二八工夕卜千三一才又厶丿匕", "カロニハエタトチミーオヌムノヒ"),
}
"""Hiragana that differ from katakana only in their curves, and kanji that look like katakana."""
_SMALL_KANA: Final = str.maketrans("ァィゥェォッャュョヮヵヶ", "アイウエオツヤユヨワカケ")

_LATIN: Final = re.compile(
    r"(?:.* )?(?:LATIN|REGIONAL INDICATOR SYMBOL).* LETTER (?:SMALL CAPITAL |DOTLESS )?([A-Z])(?: WITH .*)?"
)
_OTHERWISE: Final = {"LATIN SMALL LETTER ALPHA": "a", "LATIN SMALL LETTER SCRIPT G": "g", "LATIN SMALL LETTER ETH": "d"}
_UNSEEN: Final = "\u0883\u0884\u0885\u115f\u1160"
"""Letters for Unicode that are blank or only stretch a word. Modifier letters look like accents and punctuation."""
_REPEATING: Final = "々ゝゞヽヾー"
"""Modifier letters that are read as letters."""


def bare(character: str) -> str:
    """Return the plain letter of a character in another style; an empty text if it is not seen as a letter."""
    name = unicodedata.name(character, "")
    if latin := _LATIN.fullmatch(name):
        return latin[1].lower()
    if character in _UNSEEN or (unicodedata.category(character) == "Lm" and character not in _REPEATING):
        return ""
    return _OTHERWISE.get(name) or (character if character.isalpha() else "")


def merged(letters: str) -> str:
    """Return letters in lower case, with one letter for those that look alike in many fonts."""
    return letters.casefold().translate({ord("l"): "i", ord("m"): "rn", ord("w"): "vv"})


def looks_of(name: str) -> frozenset[str]:
    """Return the looks of a unique name, in lower case and in upper case; they differ only in Greek.

    Accents, dashes and all characters except letters and digits are ignored.
    """
    normal = unicodedata.normalize("NFKC", name)
    return frozenset(filter(None, (_look(normal.lower()), _look(normal.upper()))))


def _look(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).translate(LIGATURES).translate(OF_OTHER_SCRIPTS).translate(DIGITS)
    plain = plain.translate(JAPANESE).translate(_SMALL_KANA)
    return merged("".join(character if character.isdecimal() else bare(character) for character in plain))
