"""Plots as inline SVG. The style sheet sets the colours; titles describe the plots for screen readers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH: Final = 480
HEIGHT: Final = 230
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 14, 34


class Tick(NamedTuple):
    """A line across the plot, or a mark below it."""

    at: float
    text: str


class Dot(NamedTuple):
    """A dot of a plot with its title."""

    x: float
    y: float
    kind: str
    title: str


CIRCLE: Final = "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
SQUARE: Final = "M-4-4h8v8h-8z"
DIAMOND: Final = "M0-5.5L5.5 0L0 5.5L-5.5 0z"
TRIANGLE: Final = "M0-5L5 4h-10z"
SHAPES: Final = {
    "bot": SQUARE,
    "timeout": DIAMOND,
    "series s1": SQUARE,
    "series s2": DIAMOND,
    "series s3": TRIANGLE,
}
"""Shapes by the kind of a dot; all other kinds are circles."""


class Frame:
    """The axes, which map numbers to positions in the picture."""

    def __init__(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        self._x, self._y = x, y

    def x(self, value: float) -> float:
        """Return the distance of a value from the left."""
        return _between(value, self._x, LEFT, WIDTH - RIGHT)

    def y(self, value: float) -> float:
        """Return the distance of a value from the top."""
        return _between(value, self._y, HEIGHT - BOTTOM, TOP)

    def draw(self, title: str, across: Iterable[Tick], below: Iterable[Tick], inside: SafeString) -> SafeString:
        """Return the picture with axes, title and content."""
        lines = format_html_join(
            "",
            '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text class="tick" x="{}" y="{}" text-anchor="end">{}'
            "</text>",
            (
                (LEFT, WIDTH - RIGHT, _r(self.y(at)), _r(self.y(at)), LEFT - 6, _r(self.y(at) + 4), text)
                for at, text in across
            ),
        )
        marks = format_html_join(
            "",
            '<text class="tick" x="{}" y="{}" text-anchor="middle">{}</text>',
            ((_r(self.x(at)), HEIGHT - BOTTOM + 18, text) for at, text in below),
        )
        return format_html(
            '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}"><title>{}</title>{}{}{}</svg>',
            WIDTH,
            HEIGHT,
            title,
            title,
            lines,
            marks,
            inside,
        )


def scores(sides: Sequence[str], totals: Sequence[Sequence[int]]) -> SafeString:
    """Return a line for each side with its total after each round. Lines differ also in shape and dashes."""
    from_zero = [[0] * len(sides), *map(list, totals)]
    lowest, highest = min(map(min, from_zero)), max(map(max, from_zero))
    frame = Frame((0, len(totals)), (lowest, max(highest, lowest + 1)))
    lines = format_html_join(
        "",
        '<polyline class="series s{}" points="{}"/>{}',
        (
            (
                side % 8,
                " ".join(f"{_r(frame.x(number))},{_r(frame.y(total[side]))}" for number, total in enumerate(from_zero)),
                _dots(
                    frame,
                    (
                        Dot(number, total[side], f"series s{side % 8}", f"{name}: {total[side]} after round {number}")
                        for number, total in enumerate(from_zero)
                    ),
                ),
            )
            for side, name in enumerate(sides)
        ),
    )
    words = "; ".join(f"{name} {from_zero[-1][side]}" for side, name in enumerate(sides))
    title = f"Scores over {len(totals)} rounds: {words}."
    return frame.draw(title, _round_ticks(lowest, highest), _counted(len(totals), start=0), lines)


LONG: Final = (Tick(1, "1 s"), Tick(60, "1 min"), Tick(3600, "1 h"), Tick(86_400, "1 d"), Tick(604_800, "7 d"))


def times(moves: Sequence[tuple[int, float, str, str]]) -> SafeString:
    """Return a plot with a dot for each move, from its number, its seconds, its maker and its title.

    The axis of the seconds is logarithmic.
    """
    slowest = max((seconds for _, seconds, _, _ in moves), default=1)
    top = next((tick.at for tick in LONG if tick.at >= slowest), LONG[-1].at * 2)
    frame = Frame((1, max(len(moves), 2)), (_power(0), _power(max(top, 60))))
    dots = _dots(frame, (Dot(number, _power(seconds), by, title) for number, seconds, by, title in moves))
    across = [Tick(_power(at), text) for at, text in LONG if at <= max(top, 60)]
    return frame.draw(f"How long each of {len(moves)} moves took.", across, _counted(len(moves), start=1), dots)


def bars(title: str, counts: Sequence[int], labels: Sequence[str], every: int) -> SafeString:
    """Return a bar for each count, with a label below each ``every``-th bar."""
    frame = Frame((0, len(counts)), (0, max([1, *counts])))
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(counts))
    drawn = format_html_join(
        "",
        '<rect class="bar" x="{}" y="{}" width="{}" height="{}"><title>{}: {}</title></rect>',
        (
            (
                _r(frame.x(place) + wide * 0.1),
                _r(frame.y(count)),
                _r(wide * 0.8),
                _r(frame.y(0) - frame.y(count)),
                label,
                count,
            )
            for place, (count, label) in enumerate(zip(counts, labels, strict=True))
        ),
    )
    below = [Tick(place + 0.5, label) for place, label in enumerate(labels) if place % every == every // 2]
    return frame.draw(title, _round_ticks(0, max([1, *counts])), below, drawn)


def _dots(frame: Frame, dots: Iterable[Dot]) -> SafeString:
    return format_html_join(
        "",
        '<path class="dot {}" transform="translate({} {})" d="{}"><title>{}</title></path>',
        ((dot.kind, _r(frame.x(dot.x)), _r(frame.y(dot.y)), SHAPES.get(dot.kind, CIRCLE), dot.title) for dot in dots),
    )


def _between(value: float, of: tuple[float, float], low: float, high: float) -> float:
    span = (of[1] - of[0]) or 1
    return low + (value - of[0]) / span * (high - low)


def _power(seconds: float) -> float:
    return math.log10(max(seconds, 0) + 1)


def _r(number: float) -> float:
    return round(number, 1)


def _round_ticks(lowest: int, highest: int) -> list[Tick]:
    """Return about four round numbers from the lowest to the highest."""
    span = max(1, highest - lowest)
    magnitude = int(10 ** math.floor(math.log10(span)))
    steps = (magnitude // 4, magnitude // 2, magnitude, 2 * magnitude, 5 * magnitude)
    step = next(step for step in steps if step and span / step <= 5)
    first = math.ceil(lowest / step) * step
    return [Tick(number, f"{number:,}") for number in range(first, highest + 1, step)] or [Tick(lowest, str(lowest))]


def _counted(count: int, start: int) -> list[Tick]:
    """Return at most about ten marks for the numbers from ``start`` to ``count``."""
    step = max(1, math.ceil(count / 10))
    return [Tick(number, str(number)) for number in range(start, count + 1, step)]
