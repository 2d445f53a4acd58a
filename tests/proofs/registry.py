"""All proofs: the claim of each, its command, its budget, and its needs. Adding a proof is one entry."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from scripts import dev
from tests.proofs.live.server import RABBITMQ, pgbouncer, reachable


class Proof(NamedTuple):
    """A proof that ``python -m tests.proofs NAME`` runs."""

    name: str
    """The name, as one word or ``group-part``."""
    proves: str
    minutes: int
    """The budget in minutes, at most ten: for two cores with other load, and for first installations of the proof."""
    command: str
    """The command: ``pytest`` on files of this package, a module of it, or a script of the project, with arguments."""
    needs: tuple[str, ...] = ()
    """Names out of ``NEEDS``. Without ``services``, the proof runs on SQLite and a broker of files in every
    environment."""
    full: tuple[str, ...] = ()
    """The commands with ``--full``, each a part that ``--resume`` need not repeat. Without any, ``command`` runs with
    ``tests.proofs.FULL``."""
    alone: bool = False
    """True if no other proof may run beside it, since it measures speed."""

    @property
    def services(self) -> bool:
        """Return whether the proof runs on PostgreSQL and Redis."""
        return "services" in self.needs

    def is_called(self, name: str) -> bool:
        """Return whether this is the name of the proof, or of its group."""
        return name in (self.name, self.name.partition("-")[0])


def _services() -> str:
    away = [url for url in dev.where_services_are().values() if not reachable(url)]
    return f"nothing answers at {' and '.join(away)}" if away else ""


def _server_programs() -> str:
    found = shutil.which("initdb") or next(Path("/usr/lib/postgresql").glob("*/bin/initdb"), None)
    return "" if found else "PostgreSQL's server is not installed (initdb)"


NEEDS: Final[dict[str, Callable[[], str]]] = {
    "services": _services,
    "initdb": _server_programs,
    "pgbouncer": lambda: "" if pgbouncer() else "PgBouncer is missing (apt install pgbouncer)",
    "rabbitmq": lambda: "" if reachable(RABBITMQ) else f"nothing answers at {RABBITMQ}",
    "chromium": lambda: "" if dev.find_browser("CHROMIUM") else "Chromium is missing (apt install chromium)",
    "firefox": lambda: "" if dev.find_browser("FIREFOX") else "Firefox is missing (apt install firefox-esr)",
    "npm": lambda: "" if shutil.which("npm") else "Node.js with npm is missing",
    "root": lambda: "" if sys.platform == "linux" and os.geteuid() == 0 else "only root on Linux makes new machines",
}
"""The needs of proofs: each function returns why the machine lacks one, or an empty text."""

STACK: Final = ("services", "initdb")
"""The needs of a production stack with its own PostgreSQL cluster."""

PROOFS: Final = (
    # --- pages in a browser -------------------------------------------------------------------------------------------
    Proof(
        "browser-table",
        "At the table, what is shown, tapped and planned is what the rules and the clock allow, on every screen.",
        10,
        "pytest browser/test_layout.py browser/test_steps.py browser/test_seeing.py browser/test_planning.py"
        " browser/test_pausing.py browser/test_substitutes.py browser/test_secrets.py browser/test_cards.py"
        " browser/test_labels.py browser/test_late_bots.py browser/test_sounds.py browser/test_waiting.py"
        " browser/test_selecting.py browser/test_idle.py browser/test_controls.py",
        ("chromium",),
    ),
    Proof(
        "browser-people",
        "Players meet, play, talk, follow, seek, report and look at replays, by clicks and by keys.",
        6,
        "pytest browser/test_together.py browser/test_next.py browser/test_replay.py browser/test_keyboard.py"
        " browser/test_talk.py browser/test_people.py browser/test_ratings.py browser/test_seeks.py"
        " browser/test_reports.py browser/test_watching.py",
        ("chromium",),
    ),
    Proof(
        "browser-loading",
        "Pages load fast, speak each language, work without a connection, and give way to a newer release.",
        7,
        "pytest browser/test_languages.py browser/test_production.py browser/test_releases.py browser/test_offline.py",
        ("chromium",),
    ),
    Proof(
        "browser-accounts",
        "Accounts, devices, bot accounts and one's own data are managed on the pages.",
        6,
        "pytest browser/test_accounts.py browser/test_devices.py browser/test_bot_accounts.py browser/test_own_data.py"
        " browser/test_authorizations.py browser/test_second_factors.py browser/test_kid_mode.py",
        ("chromium",),
    ),
    Proof(
        "browser-together",
        "Players found clubs, invite each other, take moves back, deal again, and leave for good, by clicks.",
        4,
        "pytest browser/test_clubs.py browser/test_invitations.py browser/test_undoing.py browser/test_deal_again.py"
        " browser/test_life.py",
        ("chromium",),
    ),
    Proof(
        "browser-learning",
        "The guided round, the puzzle of the day, hints and looking back help a player on every screen.",
        6,
        "pytest browser/test_learning.py browser/test_puzzle.py browser/test_hints.py",
        ("chromium",),
    ),
    Proof(
        "browser-notifications",
        "Pushes, mails, webhooks and calendars are set up on the pages and arrive.",
        4,
        "pytest browser/test_push.py browser/test_notifications.py browser/test_availability.py",
        ("chromium",),
    ),
    *(
        Proof(
            f"browser-{browser}",
            f"In {browser.title()}, whole matches, invitations, the admin site and the looks of pages are in order.",
            10,
            "pytest browser/test_playing.py browser/test_looks.py browser/test_addresses.py browser/test_admin.py"
            f" -m {marked!r}",
            (browser,),
        )
        for browser, marked in (("chromium", "not firefox"), ("firefox", "firefox"))
    ),
    # --- real servers -------------------------------------------------------------------------------------------------
    Proof(
        "live-tryout",
        "The try-out server starts, stops, plays, is backed up, and does what the README and the docs show.",
        6,
        "pytest live/test_dev.py live/test_readme.py live/test_pages_with_examples.py live/test_backup.py"
        " live/test_playing.py live/test_chance.py live/test_adding_a_control.py live/test_life.py",
    ),
    Proof(
        "operation",
        "The processes of compose.yaml start; threads and log-ins do not disturb each other; every answer is guarded.",
        6,
        "pytest operation/test_deployment.py operation/test_structs.py operation/test_log_ins.py"
        " operation/test_headers.py",
    ),
    Proof(
        "operation-pgbouncer",
        "Matches are played, and commands work, behind PgBouncer in transaction mode.",
        2,
        "pytest operation/test_pgbouncer.py",
        ("services", "pgbouncer"),
    ),
    Proof(
        "benchmark",
        "The command that measures moves measures them at each number of open matches.",
        3,
        "pytest operation/test_benchmark.py",
        ("services",),
        alone=True,
    ),
    Proof(
        "live-faults",
        "A worker or web process that dies, or a broker that hangs, loses no move and stops no match.",
        6,
        "pytest live/test_killing.py live/test_operating.py live/test_queues.py live/test_logging.py"
        " live/test_thinking.py -m 'not rabbitmq'",
        ("services",),
    ),
    Proof(
        "live-rabbitmq",
        "Matches are played with RabbitMQ as the broker.",
        3,
        "pytest live/test_queues.py -m rabbitmq",
        ("services", "rabbitmq"),
    ),
    Proof(
        "live-limits",
        "Bodies of any length and guesses at the same time are bounded by each web server and by all its processes.",
        4,
        "pytest live/test_bodies.py live/test_budgets.py",
        ("services",),
    ),
    Proof(
        "answers",
        "Whatever is requested in whatever order, every answer is what the schema promises, and none is a 5xx.",
        8,
        "pytest live/test_every_answer.py live/test_fuzzing.py",
        ("services",),
        (
            "pytest live/test_every_answer.py",
            *(f"torture.fuzz --cases 2500 --stateful 500 --seed {n}" for n in range(4)),
        ),
    ),
    Proof(
        "races",
        "Requests that arrive at the same moment have one right outcome in each race.",
        10,
        "pytest live/test_racing.py -n 1",
        ("services",),
        tuple(
            f"torture.concurrency --repeat 250 --races 25 --returns 3 --web {web}"
            for web in 2 * ("gunicorn", "uvicorn")
        ),
    ),
    Proof(
        "bots",
        "The example bots play a game of each family over HTTP, by the stream and through a pipe.",
        4,
        "pytest live/test_example_bots.py -n 0",
    ),
    Proof(
        "soak",
        "Guests and bots play many whole matches over HTTP, and every log verifies.",
        3,
        "live.soak --matches 20",
        ("services",),
        ("live.soak",),
    ),
    # --- databases of earlier releases --------------------------------------------------------------------------------
    Proof(
        "kept-sqlite",
        "A SQLite database of each earlier release is migrated, shows what it showed, and is played to the end.",
        4,
        "pytest kept/test_kept.py -k 'not every_index'",
    ),
    Proof(
        "kept-postgresql",
        "A PostgreSQL database of each earlier release is migrated, shows what it showed, and is played to the end.",
        5,
        "pytest kept/test_kept.py",
        ("services",),
    ),
    # --- kills, outages, upgrades -------------------------------------------------------------------------------------
    Proof(
        "kills",
        "No acknowledged move is lost or doubled while servers, workers, broker and database are killed.",
        4,
        "torture.kills --matches 8 --kills 6",
        STACK,
        tuple(f"torture.kills --matches 250 --kills 38 --seed {seed}" for seed in range(1, 9)),
    ),
    Proof(
        "restarts",
        "A restart of PostgreSQL fails no request once it is back.",
        3,
        "torture.restarts --away 3",
        STACK,
        ("torture.restarts",),
    ),
    Proof(
        "outages",
        "Without database the server says so; without beat it times no player out; it then serves again by itself.",
        5,
        "torture.outages --database 3 --beat 40",
        STACK,
        ("torture.outages",),
    ),
    Proof(
        "upgrade",
        "A rolling upgrade to a next release loses no move and fails no request.",
        6,
        "torture.upgrade --tables 4 --seconds 6",
        STACK,
        ("torture.upgrade",),
    ),
    Proof(
        "migrating",
        "Migrating matches to a next release keeps no player waiting for long.",
        5,
        "torture.migrating --matches 2000 --tables 3",
        STACK,
        ("torture.migrating",),
    ),
    Proof(
        "backup",
        "A backup taken while guests play is whole, and its matches go on after the restore.",
        4,
        "torture.backup --tables 4 --seconds 8",
        STACK,
        ("torture.backup",),
    ),
    # --- attacks with the rights of a guest ---------------------------------------------------------------------------
    Proof(
        "attacks-tables",
        "A crowded table and bots that play for no player delay nobody else.",
        8,
        "torture.attacks crowded_table bot_flood",
        STACK,
        alone=True,
    ),
    Proof(
        "attacks-leaving",
        "A guest with thousands of seats leaves at once, and every seat is given up.",
        5,
        "torture.attacks leaving",
        STACK,
        alone=True,
    ),
    Proof(
        "attacks-held",
        "Held requests and hanging receivers delay no other player.",
        5,
        "torture.attacks held receivers",
        STACK,
        alone=True,
    ),
    Proof(
        "attacks-guesses",
        "No password, code or address is found, and guesses keep nobody else from logging in.",
        6,
        "torture.attacks log_ins anonymous",
        STACK,
        alone=True,
    ),
    Proof(
        "attacks-secrets",
        "No seed can be chosen, no code found, no request hidden in another, and no move blocked by an opponent.",
        7,
        "torture.attacks chosen_seed two_lengths wrong_codes blocked_moves",
        STACK,
    ),
    # --- many cases ---------------------------------------------------------------------------------------------------
    Proof(
        "seeks",
        "Seeks made from four processes at once lose no seat, and no player waits while a partner is there.",
        2,
        "torture.seeks --seeks 200",
        ("services",),
        ("torture.seeks",),
    ),
    Proof(
        "secrecy",
        "No byte that a viewer gets depends on a card that the viewer cannot know.",
        6,
        "torture.secrecy --games chkobba scopone cirulla escoba camba haggis --pairs 240 --workers 2",
        (),
        tuple(f"torture.secrecy --pairs 2500 --workers 2 --seed {seed}" for seed in range(1, 5)),
    ),
    Proof(
        "blindness",
        "A bot that thinks chooses the same whatever lies where its seat cannot see.",
        1,
        "torture.blindness --pairs 100",
        (),
        ("torture.blindness --pairs 10000",),
    ),
    Proof(
        "tampering",
        "A change of a match behind the server's back is found and named.",
        2,
        "torture.tampering --edits 100",
        (),
        ("torture.tampering",),
    ),
    Proof(
        "fairness",
        "Every card comes to every place equally often.",
        3,
        "torture.fairness --decks 200000 --workers 2",
        (),
        ("torture.fairness --workers 2 --games chkobba camba haggis",),
    ),
    Proof(
        "calendars",
        "Closed time is what a walk by the minute along wall clocks finds.",
        2,
        "torture.calendars --cases 2000",
        (),
        ("torture.calendars",),
    ),
    Proof(
        "league",
        "Ratings tell the strengths of players that are known, and follow from the logs alone.",
        4,
        "torture.league --players 20 --matches 2000",
        (),
        ("torture.league",),
    ),
    Proof(
        "year",
        "Weeks of slow play keep every deadline, tell each notification once, and count banks and vacations right.",
        8,
        "torture.year --matches 12 --people 10 --days 24",
        STACK,
        ("torture.year",),
    ),
    # --- new machines -------------------------------------------------------------------------------------------------
    *(
        Proof(
            f"machines-{python}",
            f"On a new machine with Python {python}, make run and the README's walk work.",
            10,
            f"machines {python} --tests none",
            ("root",),
            (f"machines {python} --tests all",),
        )
        for python in ("3.11", "3.12", "3.13", "3.14")
    ),
    Proof(
        "machines-image",
        "The steps of the Dockerfile build an image, and the processes of compose.yaml serve with it.",
        10,
        "machines image",
        ("root", "services"),
    ),
    Proof(
        "choices",
        "No order of joining, leaving, revealing and rematches gives more choices of the cards than the docs admit.",
        5,
        "torture.choosing --tables 60",
        (),
        ("torture.choosing --tables 1000",),
    ),
    Proof("audit", "No locked package has a known vulnerability.", 2, "scripts/dev.py audit"),
    # --- generated clients --------------------------------------------------------------------------------------------
    Proof("clients-schema", "Spectral and Redocly find nothing wrong with the schema.", 10, "clients lint", ("npm",)),
    *(
        Proof(
            f"clients-{language}",
            f"The client generated for {language.title()} {does} a server of today and of tomorrow.",
            minutes,
            f"clients {language}",
            needs,
        )
        for language, does, minutes, needs in (
            ("typescript", "is checked, and plays whole matches on", 6, ("npm",)),
            ("python", "is checked, and plays whole matches on", 6, ()),
            ("go", "compiles, and plays whole matches on", 8, ()),
            ("java", "compiles, and plays whole matches on", 8, ()),
            ("swift", "compiles, and plays whole matches on", 10, ()),
            ("kotlin", "has the types for", 6, ()),
            ("dart", "has the types for", 6, ()),
        )
    ),
)

TOOLS: Final = (
    "browser/icons.py",
    "browser/pictures.py",
    "kept/__main__.py",
    "kept/fill.py",
    "torture/year/process.py",
)
"""Programs of this package that prove nothing by themselves: they draw, fill, or are started by a proof."""
