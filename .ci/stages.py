"""Run every stage of CI, print how long each took, and write the same to var/ci/last.json.

The file holds `commit`, `status` (0, or 1 where a stage failed), `seconds`, `stages` (seconds of each), and `failed`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAST = ROOT / "var" / "ci" / "last.json"
SERVICES = ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL")
STAGES = {
    "set up": ("scripts/dev.py", "browsers"),
    "make check": ("scripts/dev.py", "check"),
    "make test": ("scripts/dev.py", "test"),
    "make test-services": ("scripts/dev.py", "test-services"),
}


def main() -> int:
    """Run all stages, whatever fails; return 1 where one failed."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    seconds: dict[str, float] = {}
    failed = []
    for name, command in STAGES.items():
        print(f"\n=== {name}", flush=True)
        begin = time.monotonic()
        if subprocess.run([sys.executable, *command], cwd=ROOT, env=environment(name), check=False).returncode:
            failed.append(name)
        seconds[name] = round(time.monotonic() - begin, 1)
    total = round(sum(seconds.values()), 1)
    LAST.parent.mkdir(parents=True, exist_ok=True)
    result = {"commit": commit.strip(), "status": int(bool(failed)), "seconds": total}
    LAST.write_text(json.dumps({**result, "stages": seconds, "failed": failed}, indent=1) + "\n", encoding="utf-8")
    print(f"\n{'stage':20} seconds  result")
    for name, taken in seconds.items():
        print(f"{name:20} {taken:7.1f}  {'FAILED' if name in failed else 'passed'}")
    print(f"{'all':20} {total:7.1f}  {'FAILED' if failed else 'passed'}", flush=True)
    return int(bool(failed))


def environment(stage: str) -> dict[str, str]:
    """Return the environment of a stage: only the last one uses the services of this machine."""
    hidden = () if stage == "make test-services" else SERVICES
    return {name: value for name, value in os.environ.items() if name not in hidden} | {"BROWSERS_REQUIRED": "1"}


if __name__ == "__main__":
    sys.exit(main())
