"""What is known of msgspec's structs, worked out before there are threads.

msgspec works out how a struct is read when one is read for the first time, and keeps that with the class before it is
complete. A second thread that reads such a struct in this moment follows a null pointer: the process is gone (msgspec
0.22; seen in a web server and in a worker; ``tests/operation/test_structs.py`` shows it). So whatever has threads calls
``prepare`` once all modules are loaded and before the first thread begins.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


def prepare() -> None:
    """Have msgspec work out how every struct is read that is defined by now, in this thread."""
    for kind in kinds_of(msgspec.Struct):
        msgspec.json.Decoder(kind)


def kinds_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Yield all structs that are defined by now from one."""
    for one in kind.__subclasses__():
        yield one
        yield from kinds_of(one)
