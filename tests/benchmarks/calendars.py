"""The time for the most expensive calendar that is allowed: ``python -m tests.benchmarks.calendars``.

It has nights of sixteen hours, three free weekdays, a hundred own dates and 37 vacations. The match honours all of
them, with fourteen days a turn and a bank of sixty. When the turn begins, the server computes the closed hours. The
benchmark does it for each zone of the IANA database. It counts processor time, since the machine may be busy.
"""

from __future__ import annotations

import statistics
import time
from datetime import UTC, date, datetime, timedelta

from accounts.zones import known_zones
from games.clock.calendar import MOST_DATES, MOST_WEEKDAYS, WEEKDAYS, Calendar, Closure, Night
from games.clock.closures import advance
from games.clock.controls.bank import LONGEST, MOST, BankControl
from games.clock.hours import Hours, Vacation

START = datetime(2027, 1, 4, 6, tzinfo=UTC)
DATES = tuple(date(2027 + year, 2, 1) + timedelta(28 * place) for year in range(8) for place in range(MOST_DATES))
VACATIONS = tuple(Vacation(START + timedelta(10 * n), START + timedelta(10 * n + 1), 1) for n in range(37))


def main() -> None:
    """Measure, and print the times."""
    control = BankControl(LONGEST, MOST, 0, MOST, honours=tuple(Closure), vacation_days=60)
    span = timedelta(seconds=control.turn_seconds)
    took, advances = {}, []
    for zone in sorted(known_zones()):
        calendar = Calendar(
            time_zone=zone, night=Night("00:00", "16:00"), weekdays=WEEKDAYS[-MOST_WEEKDAYS:], dates=DATES
        )
        hours = Hours(calendar=calendar, vacations=VACATIONS)
        assert not calendar.faults
        begin = time.process_time()
        closing = hours.closing(control, 0, START, START, span)
        took[zone] = time.process_time() - begin
        begin = time.process_time()
        due_at = advance(closing.closed, START, span)
        advances.append(time.process_time() - begin)
    slowest = max(took, key=lambda zone: took[zone])
    print(f"a turn of {span.days} open days, due after {(due_at - START).days}, {len(closing.closed)} windows")
    median, most = statistics.median(took.values()), took[slowest]
    print(f"closing: median {median * 1000:.1f} ms, most {most * 1000:.1f} ms ({slowest})")
    print(f"advance: median {statistics.median(advances) * 1000:.3f} ms, most {max(advances) * 1000:.3f} ms")


if __name__ == "__main__":
    main()
