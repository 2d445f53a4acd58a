"""Closed time against a wall clock, minute by minute: ``python -m tests.proofs.torture.calendars``.

Calendars, zones and spans are random. ``measure`` and ``advance`` are compared with a definition without windows,
offsets or unions: it walks from minute to minute, reads the wall clock, and counts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, date, datetime, timedelta
from itertools import chain
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tqdm import tqdm

from accounts.zones import known_zones
from games.clock.calendar import LONGEST_NIGHT, MOST_DATES, MOST_WEEKDAYS, WEEKDAYS, Calendar, Closure, Night
from games.clock.closures import Closed, advance, measure, united
from tests.helpers.eventually import attempts

MINUTE = timedelta(minutes=1)
ZONES = sorted(known_zones())
CHANGING = ("Europe/Paris", "America/New_York", "Africa/Casablanca", "Australia/Lord_Howe", "America/Santiago")
"""Zones with clock changes: of an hour, of half an hour, for Ramadan, in the southern hemisphere."""
LONGEST = 3 * 24 * 60
"""The most minutes of a walk."""


class Case(NamedTuple):
    """The input of one comparison."""

    calendar: Calendar
    honoured: Collection[Closure]
    others: tuple[Closed, ...]
    """Closed times outside of the calendar: vacations and outages."""
    start: datetime
    minutes: int


def drawn(luck: Random) -> Case:
    """Return a random case; every other one lies at a clock change of its zone."""
    zone, start = ZoneInfo(luck.choice(ZONES)), _some_minute(luck)
    if luck.random() < 0.5:
        zone = ZoneInfo(luck.choice(CHANGING))
        start = _change_after(zone, start) - luck.randrange(2 * 24 * 60) * MINUTE
    minutes = luck.choice((0, 1, 90, 24 * 60, LONGEST))
    begins = luck.randrange(24 * 60)
    ends = (begins + luck.randint(1, LONGEST_NIGHT)) % (24 * 60)
    days = [start.date() + timedelta(days=luck.randint(-2, 5)) for _ in range(luck.randint(0, 3))]
    calendar = Calendar(
        time_zone=zone.key,
        night=luck.choice((None, Night(_wall(begins), _wall(ends)))),
        weekdays=tuple(luck.sample(WEEKDAYS, luck.randint(0, MOST_WEEKDAYS))),
        dates=tuple(days[:MOST_DATES]),
    )
    others = [start + luck.randint(-2000, 4000) * MINUTE for _ in range(luck.randint(0, 3))]
    closed = tuple(Closed(one, one + luck.randint(1, 2000) * MINUTE) for one in others)
    return Case(calendar, luck.sample(list(Closure), luck.randint(0, len(Closure))), closed, start, minutes)


def disagreement(case: Case) -> str | None:
    """Return how ``measure`` or ``advance`` differ from walking, or None."""
    end = case.start + case.minutes * MINUTE
    closed = united((*case.calendar.closures(case.honoured, case.start, end), *case.others))
    walked = [not _is_closed(case, case.start + minute * MINUTE) for minute in range(case.minutes)]
    passed = timedelta(0)
    for minute, is_open in enumerate([*walked, True]):
        at = case.start + minute * MINUTE
        if (said := measure(closed, case.start, at)) != passed:
            return f"{case}: {said} are open until {at}, and not {passed}"
        if is_open and minute < len(walked) and (minute == 0 or not walked[minute - 1] or minute % 7 == 0):
            reached = advance(closed, case.start, passed + MINUTE)
            if reached != at + MINUTE:
                return f"{case}: {passed + MINUTE} are over at {reached}, and not at {at + MINUTE}"
        passed += MINUTE * is_open
    return None


def _is_closed(case: Case, at: datetime) -> bool:
    wall = at.astimezone(ZoneInfo(case.calendar.time_zone))
    shown, night = f"{wall:%H:%M}", case.calendar.night
    if any(begins <= at < ends for begins, ends in case.others):
        return True
    if Closure.DATES in case.honoured and wall.date() in case.calendar.dates:
        return True
    if Closure.WEEKDAYS in case.honoured and f"{wall:%A}".lower() in case.calendar.weekdays:
        return True
    if night is None or Closure.NIGHTS not in case.honoured:
        return False
    if night.begins < night.ends:
        return night.begins <= shown < night.ends
    return shown >= night.begins or shown < night.ends


def _some_minute(luck: Random) -> datetime:
    """Return a random minute of these decades, sometimes one near the 29th of February."""
    if luck.random() < 0.1:
        year = luck.choice((2024, 2028, 2032))
        return datetime.combine(date(year, 2, luck.randint(27, 29)), datetime.min.time(), UTC) + _of_a_day(luck)
    return datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=luck.randrange(15 * 365)) + _of_a_day(luck)


def _of_a_day(luck: Random) -> timedelta:
    return luck.randrange(24 * 60) * MINUTE


def _change_after(zone: ZoneInfo, at: datetime) -> datetime:
    """Return the first hour after a moment at which the clocks of a zone change."""
    hour = timedelta(hours=1)
    for step in (24 * hour, hour):
        for _ in attempts(10_000, "the clocks of the zone change"):
            if at.astimezone(zone).utcoffset() != (at + step).astimezone(zone).utcoffset():
                break
            at += step
    return at


def _wall(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _compared(seeds: range) -> list[str]:
    return [found for seed in seeds if (found := disagreement(drawn(Random(seed))))]


def main() -> None:
    """Compare the requested number of cases, and print those that differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first case")
    parser.add_argument("--processes", type=int, help="one per core by default")
    known = parser.parse_args()
    last = known.first + known.cases
    parts = [range(begin, min(begin + 200, last)) for begin in range(known.first, last, 200)]
    with ProcessPoolExecutor(known.processes) as workers:
        found = list(chain.from_iterable(_shown(workers.map(_compared, parts), len(parts))))
    print(*found[:20], sep="\n")
    print(f"{known.cases} calendars compared with a walk by the minute: {len(found)} differ")
    sys.exit(bool(found))


def _shown(parts: Iterator[list[str]], count: int) -> Iterator[list[str]]:
    return iter(tqdm(parts, total=count, disable=not sys.stderr.isatty()))


if __name__ == "__main__":
    main()
