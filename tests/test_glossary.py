"""Names that the glossary has replaced are gone from code, schema, settings, tables and documents.

docs/glossary.md has the present names. To ban a name, add it here; the test fails while any file uses it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tests.helpers.databases import ROOT

MODULES: Final = [
    "games/apart",
    "games/guards",
    "games/statements",
    "games/timing",
    "games/responders",
    "games/strength",
    "games/proposals",
    "games/belonging",
    "games/followers",
    "games/notifications/channel",
    "games/shapes",
    "games/services/clock",
    "games/services/thinking",
    "games/services/choosing",
    "games/services/pacing",
    "games/services/table",
    "games/services/rights",
    "games/services/agreeing",
    "games/services/knowing",
    "games/services/words",
    "games/services/story",
    "games/services/tallies",
    "games/services/counting",
    "games/services/recounting",
    "games/services/leaving",
    "games/services/own_data",
    "games/services/stored",
    "games/services/tidying",
    "games/services/wake_ups",
    "games/services/answers",
    "games/services/conditions",
    "games/services/hours",
    "games/services/holidays",
    "games/api/hold",
    "games/api/watch",
    "games/api/places",
    "games/api/shapes",
    "games/api/presenting",
    "games/api/happenings",
    "accounts/visible",
    "accounts/unfit",
    "accounts/folding",
    "accounts/look_alikes",
    "accounts/impostors",
    "accounts/fresh",
    "accounts/codes",
    "accounts/lockout",
    "accounts/departures",
    "chkobba_api/newest",
    "chkobba_api/lookups",
    "chkobba_api/staff",
    "chkobba_api/concurrently",
    "chkobba_api/anonymous",
    "chkobba_api/pages",
    "chkobba_api/requests",
    "chkobba_api/headers",
    "chkobba_api/structs",
    "chkobba_api/typed_codes",
    "chkobba_api/rest/once",
    "chkobba_api/rest/guessing",
]
OPERATIONS: Final = [
    "askForLink",
    "useLink",
    "useCode",
    "beginPasskeyLogIn",
    "logInByPasskey",
    "addDevice",
    "signOutOthers",
    "planDeparture",
    "cancelDeparture",
    "getDeparture",
    "becomeBot",
    "getMyHours",
    "changeMyCalendar",
    "beginHoliday",
    "endHoliday",
    "getCalendar",
    "renewCalendar",
    "turnCalendarOff",
    "tryChannel",
    "sayWord",
    "listWords",
    "reportWord",
    "sayClubWord",
    "listClubWords",
    "hideClubWord",
    "reportClubWord",
    "planMoves",
    "dropPlan",
    "getPlan",
    "takeSeat",
    "addSeed",
    "getFeed",
    "listPools",
    "changeMe",
    "changeMatch",
    "changeChannel",
    "getConditions",
    "takeShelter",
]
CODES: Final = [
    "told_once",
    "way_not_offered",
    "not_welcome",
    "words_over",
    "given_to_bot",
    "not_at_the_table",
    "nobody_to_agree",
]
CODES_THAT_ARE_WORDS: Final = ["leaving"]
"""Codes that are also words of English. The test finds them where an error is declared or raised, and in backquotes,
except at the end of a row of docs/limits.md, where attacks have their names."""
CLASSES: Final = [
    "Occasion",
    "OwnChannel",
    "AddressAdmin",
    "FollowUp",
    "Encounter",
    "Departure",
    "OneDeparture",
    "MyDeparture",
    "UsedLinks",
    "FreshLogIn",
    "LogInLink",
    "MailAddress",
    "Holiday",
    "HolidayEnd",
    "HoursChange",
    "LookBack",
    "BotTurn",
    "Word",
    "WordRequest",
    "CameIn",
    "AskedToConfirm",
    "Canned",
    "Hoard",
    "ThisMove",
    "TheseCards",
    "OnTable",
    "NotOnTable",
    "Timeline",
    "NameLook",
    "ClubLook",
    "ClubTable",
]
OTHERS: Final = [
    "kept_for",
    "sheltered",
    "take_shelter",
    "come_in",
    "medium_1",
    "medium_2",
    "easy_1",
    "games_occasion",
    "games_followup",
    "seed_told",
    "seed_kept_back",
    "hint_asked",
    "though_away",
    "binds_at",
    "left_today",
    "is_told",
    "told_of_all",
    "tell_ends",
    "club_table",
    "club_tables",
    "WORDS_DAYS",
]
PARTS: Final = ["departure", "look_?backs?", "tallies", "encounter", "hoard", "(?<!hi)story_of", "sitting_down"]
"""Names that may not be part of another name either, in any case."""
SEARCHED: Final = (
    *("accounts", "chkobba_api", "games", "docs", "clients", "openapi/schema.yaml", "README.md", "CONTRIBUTING.md"),
)
KINDS: Final = {".py", ".js", ".html", ".md", ".yaml", ".css", ".go", ".java", ".swift", ".ts"}


def texts() -> dict[str, str]:
    """Return all files that could have the names, by their paths."""
    found = {}
    for place in map(ROOT.joinpath, SEARCHED):
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.suffix in KINDS and "node_modules" not in path.parts:
                found[str(path.relative_to(ROOT))] = path.read_text()
    return found


def test_no_replaced_name_is_left():
    """The test finds whole words, so ``Word`` does not find ``Keyword``."""
    whole = "|".join((*OPERATIONS, *CODES, *CLASSES, *OTHERS))
    words = "|".join(CODES_THAT_ARE_WORDS)
    as_code = rf'`({words})`(?! \|\n)|(Code|DomainError)\(\s*"({words})"'
    gone = re.compile(rf"(?<!\w)({whole})(?!\w)|(?i:{'|'.join(PARTS)})|{as_code}")
    sources = texts()

    assert len(sources) > 500
    assert [(path, match[0]) for path, text in sources.items() for match in gone.finditer(text)] == []


def test_no_replaced_module_is_left():
    """No file and no folder has a replaced name."""
    assert [name for name in MODULES if Path(ROOT, name).is_dir() or Path(ROOT, f"{name}.py").exists()] == []
