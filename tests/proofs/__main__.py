"""Run proofs, each in its own process group and within its budget: ``python -m tests.proofs``.

Two run at the same time, and at most one of them uses PostgreSQL and Redis; proofs that measure run alone. The exit
status is 1 when a proof failed or went over its budget. A proof that the machine cannot run is left out and never
counts as passed; the table says so.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import multiprocessing
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final, NamedTuple

from tqdm import tqdm

from scripts import dev
from tests.helpers import databases
from tests.helpers.eventually import attempts
from tests.proofs.registry import NEEDS, PROOFS, Proof

ROOT: Final = Path(__file__).resolve().parents[2]
LOGS: Final = ROOT / "var" / "proofs"
RESULTS: Final = ROOT / "var" / "proofs.json"
PYTEST: Final = ("pytest", "-n", "2", "--dist", "worksteal", "--timeout", "300", "--durations", "10")
FULL_MINUTES: Final = 120
"""The budget in minutes of each part at full length."""
LANES: Final = 2
"""The number of proofs that run at the same time. Most of them wait half of the time, for a browser or another
process."""
LEFT_OUT: Final = 77
"""The exit status of a proof that this machine cannot run, as in automake."""
PASSED: Final = "passed"
UNTRIED: Final = re.compile(r"LEFT OUT: (?!tests )(.+?)(?:\x1b|$)|\b(\d+ skipped)\b", re.MULTILINE)
"""Finds the lines of a proof's output that name a part that it did not try."""


class Run(NamedTuple):
    """One command of a proof."""

    name: str
    proof: Proof
    command: str
    minutes: int


def runs_of(proofs: Iterable[Proof], *, full: bool) -> Iterator[Run]:
    """Yield the commands to run, in order; at full length, a proof may have several parts."""
    for proof in proofs:
        if full and proof.full:
            for number, command in enumerate(proof.full, 1):
                yield Run(f"{proof.name}.{number}" if len(proof.full) > 1 else proof.name, proof, command, FULL_MINUTES)
        else:
            yield Run(proof.name, proof, proof.command, FULL_MINUTES if full else proof.minutes)


class Lane:
    """A process that runs one proof after another, and ends all processes that they leave."""

    def __init__(self, shared: dict[bool, str], *, full: bool) -> None:
        fork = multiprocessing.get_context("fork")
        self.line, other = fork.Pipe()
        self.process = fork.Process(target=_work, args=(other, shared, full))
        self.process.start()
        self.runs: Run | None = None

    def begin(self, one: Run) -> None:
        """Start a proof in this lane."""
        self.runs, self.begun = one, time.monotonic()
        self.line.send(one)

    def result(self) -> dict[str, Any]:
        """Return the result of the proof that has ended."""
        self.runs = None
        result: dict[str, Any] = self.line.recv()
        return result

    def end(self) -> None:
        """End the process, and the proof that it runs."""
        if self.runs is not None:
            self.process.terminate()
        else:
            self.line.send(None)
        self.process.join()


def _work(line: Connection, shared: dict[bool, str], full: bool) -> None:
    if sys.platform == "linux":
        pr_set_pdeathsig, pr_set_child_subreaper = 1, 36
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)  # no lane outlives the process that started it
        ctypes.CDLL(None).prctl(pr_set_child_subreaper, 1)  # no orphaned process leaves the family
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is for the parent process, which ends this one
    starter = multiprocessing.parent_process()
    if starter is None or os.getppid() != starter.pid:
        return  # the parent died before this process could register for its death
    for _ in attempts(1_000, "the process that has started this one ends it"):
        one: Run | None = line.recv()
        if one is None:
            break
        line.send(run(one, shared, full=full))


def results_of(runs: Iterable[Run], lanes: list[Lane], progress: tqdm[Any]) -> Iterator[dict[str, Any]]:
    """Run proofs in lanes; yield the result of each when it ends."""
    waiting = sorted(runs, key=lambda one: (one.proof.alone, not one.proof.services))
    for _ in range(len(waiting)):
        for lane in lanes:
            running = [other.runs.proof for other in lanes if other.runs]
            found = next((one for one in waiting if fits(one.proof, running)), None)
            if lane.runs is None and found:
                waiting.remove(found)
                lane.begin(found)
        busy = {lane.line: lane for lane in lanes if lane.runs}
        for _ in attempts(24 * 3600, "a proof ends within its budget"):
            names = (f"{lane.runs.name} {time.monotonic() - lane.begun:.0f} s" for lane in busy.values() if lane.runs)
            progress.set_description(", ".join(names))
            if ended := wait(list(busy), 1):
                yield busy[ended[0]].result()
                break


@contextmanager
def lanes_for(shared: dict[bool, str], *, full: bool) -> Iterator[list[Lane]]:
    """Yield the lanes; end them with all their processes afterwards."""
    lanes = [Lane(shared, full=full) for _ in range(LANES)]
    try:
        yield lanes
    finally:
        for lane in lanes:
            lane.end()


def fits(proof: Proof, running: list[Proof]) -> bool:
    """Return whether a proof can start beside the running ones."""
    if proof.alone:
        return not running
    return not any(other.alone or (other.services and proof.services) for other in running)


def run(one: Run, shared: dict[bool, str], *, full: bool) -> dict[str, Any]:
    """Run a command until it ends or its budget is over; return its name, seconds, result, budget and log.

    ``cpu`` has the processor seconds of its processes, without those of PostgreSQL and Redis. A value far below
    ``seconds`` means that a proof mostly waits.
    """
    log = LOGS / f"{one.name}.log"
    begin, used = time.monotonic(), cpu_seconds()
    missing = [why for need in one.proof.needs if (why := NEEDS[need]())]
    result = f"left out: {'; '.join(missing)}" if missing else _result(one, log, shared, full=full)
    seconds = round(time.monotonic() - begin)
    where = "" if missing else os.path.relpath(log, ROOT)
    return {
        "name": one.name,
        "seconds": seconds,
        "cpu": round(cpu_seconds() - used, 2),
        "result": result,
        "budget": one.minutes * 60,
        "log": where,
    }


def cpu_seconds() -> float:
    """Return the processor seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _result(one: Run, log: Path, shared: dict[bool, str], *, full: bool) -> str:
    own = {databases.FOLDER: shared[one.proof.services], "PROOFS_FULL": str(int(full))}
    with surroundings(one.proof, own) as env, log.open("wb") as output:
        process = subprocess.Popen(
            command_of(one.command), cwd=ROOT, env=env, stdout=output, stderr=output, start_new_session=True
        )
        try:
            with suppress(subprocess.TimeoutExpired):
                process.wait(one.minutes * 60)
            status = process.poll()
        finally:
            end_descendants()
            process.wait(10)
    said = log.read_text(encoding="utf-8", errors="replace")
    untried = "; ".join(dict.fromkeys(filter(None, (text for found in UNTRIED.findall(said) for text in found))))
    if status is None:
        return "over budget"
    if status not in (0, LEFT_OUT):
        return f"failed (status {status})"
    return f"left out: {untried or 'see its log'}" if untried or status else PASSED


def command_of(command: str) -> list[str]:
    """Return a command of the registry as a command line: pytest on files, a module, or a script."""
    module, *arguments = shlex.split(command)
    if module.endswith(".py"):
        return [sys.executable, module, *arguments]
    if module == "pytest":
        files = [f"tests/proofs/{word}" if word.endswith(".py") else word for word in arguments]
        return [sys.executable, "-m", *PYTEST, *files]
    return [sys.executable, "-m", f"tests.proofs.{module}", *arguments]


@contextmanager
def surroundings(proof: Proof, own: dict[str, str]) -> Iterator[dict[str, str]]:
    """Yield the environment of a proof: with services or without any, and with a temporary folder."""
    folder = tempfile.mkdtemp(prefix="chkobba-proof-")
    Path(folder).chmod(0o755)  # PostgreSQL runs as another user below
    own = {**own, "CHKOBBA_VAR": folder, "TMPDIR": folder, "DATABASE_POOL": "0"}
    services = dev.where_services_are() if proof.services else {}
    browsers = {name: found for name in dev.BROWSERS if (found := dev.find_browser(name))}
    try:
        yield dev.environment(services=proof.services, **own, **services, **browsers)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def shared_databases() -> Iterator[dict[bool, str]]:
    """Yield the folders through which proofs with and without services share migrated databases."""
    folders = {services: tempfile.mkdtemp(prefix="chkobba-migrated-") for services in (False, True)}
    try:
        yield folders
    finally:
        shutil.rmtree(folders[False])
        os.environ.update(dev.where_services_are())
        databases.remove(Path(folders[True]))


def descendants() -> set[int]:
    """Return the child processes of this one, with their descendants in all sessions."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent, *_ = stat.read_text(errors="replace").rpartition(")")[2].split()
            if state != "Z":
                parents[int(stat.parent.name)] = int(parent)
    found: set[int] = set()
    for _ in range(len(parents)):
        children = {pid for pid, parent in parents.items() if parent in {os.getpid(), *found}} - found
        if not children:
            break
        found |= children
    return found


def end_descendants() -> None:
    """End the processes that a proof has left: by SIGINT, so that they can clean up, then SIGTERM and SIGKILL."""
    for number, seconds in ((signal.SIGINT, 10), (signal.SIGTERM, 10), (signal.SIGKILL, 10)):
        for pid in descendants():
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        for _ in range(seconds * 10):
            with suppress(ChildProcessError):
                os.waitpid(-1, os.WNOHANG)
            if not descendants():
                return
            time.sleep(0.1)


def commit() -> str:
    """Return the commit that is checked out, with ``+`` if files differ from it."""
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=False)
    return head.stdout.strip() + ("+" if changed.stdout else "")


def passed_before(known: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the results of proofs that have passed on this commit at the same length."""
    try:
        before = json.loads(RESULTS.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    same = not known["commit"].endswith("+") and all(before[name] == known[name] for name in ("commit", "full"))
    return [one for one in before["proofs"] if same and one["result"] == PASSED]


def table(results: list[dict[str, Any]]) -> str:
    """Return the results as a text in columns."""
    width = max(len(one["name"]) for one in results)
    lines = [f"{'proof':{width}}  seconds    cpu  budget  result"]
    lines += [
        f"{one['name']:{width}}  {one['seconds']:7}  {one['cpu']:5.0f}  {one['budget']:6}  {one['result']}"
        for one in results
    ]
    return "\n".join(lines)


def main() -> int:
    """Read the command line, run the proofs, and print the results."""
    parser = argparse.ArgumentParser(prog="make proofs", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="name of a proof, or of a group such as browser; all by default"
    )
    parser.add_argument("--full", action="store_true", help="run at full length, not only samples")
    parser.add_argument("--list", action="store_true", help="only list the proofs")
    parser.add_argument("--resume", action="store_true", help="skip proofs that passed on this commit")
    wish = parser.parse_args()
    if unknown := [name for name in wish.names if not any(proof.is_called(name) for proof in PROOFS)]:
        parser.error(f"There is no proof {', '.join(unknown)}; --list names all.")
    chosen = [proof for proof in PROOFS if not wish.names or any(map(proof.is_called, wish.names))]
    if wish.list:
        for proof in chosen:
            print(f"{proof.name:24} {proof.minutes:2} min  {proof.proves}")
        return 0
    LOGS.mkdir(parents=True, exist_ok=True)
    known = {"commit": commit(), "full": wish.full, "started": datetime.now(UTC).isoformat(timespec="seconds")}
    results = passed_before(known) if wish.resume else []
    runs = [one for one in runs_of(chosen, full=wish.full) if one.name not in {done["name"] for done in results}]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    begin = time.monotonic()
    with (
        shared_databases() as shared,
        lanes_for(shared, full=wish.full) as lanes,
        tqdm(total=len(runs), unit="proof", disable=None) as progress,
    ):
        for result in results_of(runs, lanes, progress):
            results.append(result)
            progress.update()
            progress.write(f"{result['name']}: {result['result']} ({result['seconds']} s)")
            RESULTS.write_text(json.dumps({**known, "proofs": results}, indent=1) + "\n", encoding="utf-8")
    print(table(results) if results else "nothing to run")
    print(f"{len(runs)} proofs in {(time.monotonic() - begin) / 60:.1f} min")
    return int(any(not one["result"].startswith((PASSED, "left out")) for one in results))


if __name__ == "__main__":
    sys.exit(main())
