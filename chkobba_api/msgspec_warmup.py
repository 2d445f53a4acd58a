"""Preparation of msgspec's structs before there are threads.

msgspec analyses a struct when it first decodes one, and stores the result in the class before it is complete. A second
thread that decodes such a struct at this moment follows a null pointer, and the process crashes (msgspec 0.22; seen in
a web server and in a worker; ``tests/proofs/operation/test_structs.py`` shows it). So every process with threads calls
``prepare`` after it has loaded all modules and before the first thread begins.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


def prepare() -> None:
    """Make msgspec analyse every struct that is defined by now, in this thread."""
    for kind in kinds_of(msgspec.Struct):
        msgspec.json.Decoder(kind)


def kinds_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Yield all structs that are defined by now and derived from one."""
    for one in kind.__subclasses__():
        yield one
        yield from kinds_of(one)
