"""The registry of proofs is complete, and its runner ends, reports and remembers every proof that it runs."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from tests.helpers.eventually import eventually
from tests.proofs.__main__ import ROOT, command_of, fits
from tests.proofs.registry import NEEDS, PROOFS, TOOLS, Proof

FOLDER = ROOT / "tests" / "proofs"
MARKS = {"firefox": "EACH_BROWSER|mark.firefox", "rabbitmq": "mark.rabbitmq", "services": "mark.production"}
"""For each need of marked tests, the pattern of a file that has such tests."""


def test_each_proof_has_a_name_a_sentence_and_needs_that_are_known():
    """Names are unique, and so the names of logs and results are, too."""
    assert [name for name, count in Counter(proof.name for proof in PROOFS).items() if count > 1] == []
    for proof in PROOFS:
        assert re.fullmatch(r"[a-z]+(-[a-z0-9.]+)?", proof.name)
        assert re.fullmatch(r"[A-Z].*\.", proof.proves), proof.name
        assert set(proof.needs) <= set(NEEDS), proof.name


def test_budgets_are_small():
    """All proofs take an hour on two free cores; budgets leave a busy machine five and a half times as long."""
    assert all(1 <= proof.minutes <= 10 for proof in PROOFS)
    assert sum(proof.minutes for proof in PROOFS) <= 5.5 * 60


def test_each_test_file_is_run_once_in_each_way():
    """No file is forgotten, and a proof that runs tests with a mark needs what the mark stands for."""
    proofs_of = defaultdict(list)
    for proof in PROOFS:
        for file in (word for word in command_of(proof.command) if word.startswith("tests/proofs/")):
            proofs_of[file].append(proof)

    assert set(proofs_of) == {str(path.relative_to(ROOT)) for path in FOLDER.rglob("test_*.py")}
    for file, proofs in proofs_of.items():
        ways = [(mark_of(proof), proof.services) for proof in proofs]
        assert len(ways) == len(set(ways)), file
        for need, pattern in MARKS.items():
            if re.search(pattern, (ROOT / file).read_text()):
                running = [proof for proof in proofs if mark_of(proof) != f"not {need}"]
                assert running, (file, need)
                assert all(need in proof.needs for proof in running), (file, need)


def mark_of(proof: Proof) -> str:
    """Return the pytest mark expression with which a proof selects its tests, or an empty string."""
    words = command_of(proof.command)[2:]
    return words[words.index("-m") + 1] if "-m" in words else ""


def test_each_program_belongs_to_one_proof():
    """Every module that can run as a program belongs to one proof, or is a tool."""
    programs = {
        path: ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
        for path in FOLDER.rglob("*.py")
        if path.parent != FOLDER and (path.name == "__main__.py" or '\nif __name__ == "__main__":' in path.read_text())
    }
    commands = [{proof.command, *proof.full} for proof in PROOFS]
    run = [{word for command in of_proof for word in command_of(command)[1:3]} for of_proof in commands]

    for path, module in programs.items():
        kinds = {proof.name.partition("-")[0] for proof, modules in zip(PROOFS, run, strict=True) if module in modules}
        assert len(kinds) == (str(path.relative_to(FOLDER)) not in TOOLS), path


def test_one_proof_at_a_time_uses_the_services_and_one_that_measures_runs_alone():
    """No proof changes the results of another."""
    plain, services, measuring = (Proof("a", "It runs.", 1, ""), *2 * (Proof("b", "It runs.", 1, "", ("services",)),))
    measuring = measuring._replace(alone=True)

    assert fits(plain, [])
    assert fits(plain, [plain])
    assert fits(services, [plain])
    assert not fits(services, [services])
    assert fits(measuring, [])
    assert not fits(measuring, [plain])
    assert not fits(plain, [measuring])


FAKES = """
import os, signal, sys
from pathlib import Path
from tests.proofs import __main__ as runner
from tests.proofs.registry import NEEDS, Proof

folder = Path(sys.argv.pop(1))
signal.signal(signal.SIGINT, signal.SIG_IGN)  # as nohup starts it
child = "import subprocess, sys; subprocess.Popen(['sleep', '600'], start_new_session=True)"
meets = (
    "from pathlib import Path; from tests.helpers.eventually import eventually; "
    f"Path('{folder}', '{{}}').touch(); eventually(Path('{folder}', '{{}}').exists, 50)"
)
can_be_ended = "; import signal; assert signal.getsignal(signal.SIGINT) == signal.default_int_handler"
NEEDS["moon"] = lambda: "there is no moon"
runner.LOGS, runner.RESULTS = folder / "logs", folder / "proofs.json"
runner.commit = lambda: "c0ffee"
runner.command_of = lambda command: [sys.executable, "-c", command]
runner.PROOFS = (
    Proof("good", "It passes.", 1, child + can_be_ended + "; sum(range(5_000_000))"),
    Proof("bad", "It fails.", 1, "raise SystemExit(3)"),
    Proof("endless", "It never ends.", 0, child + "; sys.stdin.read(); import time; time.sleep(600)"),
    Proof("lunar", "It cannot run.", 1, "", ("moon",)),
    Proof("partial", "It runs in part.", 1, "print('LEFT OUT: the dark side')"),
    Proof("left", "It meets another.", 1, meets.format("left", "right")),
    Proof("right", "It meets another.", 1, meets.format("right", "left")),
)
status = runner.main()
assert not runner.descendants(), runner.descendants()
sys.exit(status)
"""


def run_fakes(folder: Path, *arguments: str) -> tuple[int, dict[str, str]]:
    """Run the fake proofs above; return the exit status, and the results by name."""
    command = [sys.executable, "-c", FAKES, str(folder), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    stored = json.loads((folder / "proofs.json").read_text())
    assert all(one["name"] in done.stdout for one in stored["proofs"]), done.stdout + done.stderr
    assert stored["commit"] == "c0ffee"
    worked = {one["name"]: one["cpu"] > 0 for one in stored["proofs"]}
    assert worked["good"]
    assert not worked["lunar"]
    return done.returncode, {one["name"]: one["result"] for one in stored["proofs"]}


def test_the_runner_goes_on_after_a_failure_and_leaves_no_process_behind(tmp_path):
    """A proof that was left out never counts as passed, and ``--resume`` runs all proofs that have not passed."""
    expected = {
        "good": "passed",
        "bad": "failed (status 3)",
        "endless": "over budget",
        "lunar": "left out: there is no moon",
        "partial": "left out: the dark side",
        "left": "passed",
        "right": "passed",
    }

    assert run_fakes(tmp_path) == (1, expected)
    (tmp_path / "logs" / "good.log").unlink()
    again = {name: result for name, result in expected.items() if result == "passed" or name == "lunar"}
    assert run_fakes(tmp_path, "--resume", "good", "lunar") == (0, again)
    assert not (tmp_path / "logs" / "good.log").exists()


ORPHAN = """
import os, signal
from tests.proofs.__main__ import Lane

lane = Lane({}, full=False)
print(lane.process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux signals a process when its parent dies")
def test_a_lane_ends_with_the_runner(tmp_path):
    """A lane also ends when the runner is killed; otherwise it would wait for its next proof."""
    done = subprocess.run([sys.executable, "-c", ORPHAN], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == -signal.SIGKILL, done.stderr
    stat = Path(f"/proc/{int(done.stdout)}/stat")
    assert eventually(lambda: not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z", 10)
