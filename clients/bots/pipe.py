"""Lets any program play that reads lines and writes lines.

    python pipe.py http://127.0.0.1:8000 --play scopa -- ./engine --strong

For each turn the program gets a line on its standard input, `{"view": …, "moves": [ … ]}`, the view of `getMatch` and
legal moves, and answers with one of these moves, in a line on its standard output. It is started once, and ended when
there is nothing more to play.
"""

from __future__ import annotations

import atexit
import json
import subprocess
from typing import Any

from bot import main


class Program:
    """A program that chooses."""

    def __init__(self, command: list[str]) -> None:
        self.running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603  (the caller's own)
        atexit.register(self.running.terminate)

    def __call__(self, view: dict[str, Any], moves: list[dict[str, Any]]) -> dict[str, Any]:
        """Ask it. Raises RuntimeError where it has ended."""
        if self.running.stdin is None or self.running.stdout is None:
            raise RuntimeError("the program cannot be spoken to")
        print(json.dumps({"view": view, "moves": moves}), file=self.running.stdin, flush=True)
        line = self.running.stdout.readline()
        if not line:
            raise RuntimeError(f"the program has ended: {self.running.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer


if __name__ == "__main__":
    main(Program)
