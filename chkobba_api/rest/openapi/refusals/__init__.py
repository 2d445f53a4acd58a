"""The error codes of an operation, found by reading the code that it runs.

The reader follows calls from the method of a view to each place that makes an error. It knows module-level values,
constant arguments, and the types in annotations: of parameters, results, attributes and local variables. A branch that
a constant argument rules out does not count. A method counts with all its overrides: where a match is played, the rules
of all games count. A function that is handed on counts as called. ``chkobba_api.errors.never_raises`` declares what
the reader cannot see.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from chkobba_api.rest.openapi.refusals.reader import read
from chkobba_api.rest.openapi.refusals.values import Call, Found, Frame, Instance


def codes_of(view: type, method: Any) -> frozenset[str]:
    """Return the codes with which a method of a view can refuse a request."""
    start = Frame(inspect.unwrap(method), Instance(view), frozenset())
    raised: dict[Frame, set[Found]] = {}
    callers: dict[Frame, list[tuple[Frame, Call]]] = {}
    left = [start]
    while left:
        frame = left.pop()
        if frame not in raised:
            found, calls = read(frame)
            raised[frame] = _leaving(frame, found)
            for call in calls:
                callers.setdefault(call.to, []).append((frame, call))
                left.append(call.to)
    changed = list(raised)
    while changed:
        frame = changed.pop()
        for caller, call in callers.get(frame, ()):
            out = {one for one in raised[frame] if not issubclass(one.error, call.caught)}
            if not (out := _leaving(caller, out)) <= raised[caller]:
                raised[caller] |= out
                changed.append(caller)
    return frozenset(found.code for found in raised[start])


def _leaving(frame: Frame, errors: Iterable[Found]) -> set[Found]:
    """Return the errors that leave a function."""
    never = getattr(frame.function, "never_raises", ())
    kinds = tuple(one for one in never if isinstance(one, type))
    return {one for one in errors if one.code not in never and not issubclass(one.error, kinds)}
