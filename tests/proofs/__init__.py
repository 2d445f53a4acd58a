"""Proofs: tests that need browsers, real servers, kills, races, other Pythons, generated clients, or hours.

A proof is an entry of ``registry.py``. It has a name, one sentence that says what it proves, a command, a time budget
of at most ten minutes, and its needs of the machine. The command is pytest on some files of this package, or a module
of it with arguments. To add a proof, add one entry; ``tests/test_proofs.py`` fails while a file belongs to none.

    make proofs                              # samples of all proofs, within an hour on two cores
    make proofs ARGS="browser kills"         # a group, and one proof
    make proofs ARGS="kills --full"          # at full length
    make proofs ARGS="--full --resume"       # again, without the proofs that passed on this commit

``__main__.py`` runs all of them, even after a failure. It writes the output of each to ``var/proofs/NAME.log``, and the
table of results to ``var/proofs.json``.
"""

from __future__ import annotations

import os
from typing import Final

FULL: Final = os.environ.get("PROOFS_FULL") == "1"
"""True if proofs leave nothing out; else they take a sample."""
