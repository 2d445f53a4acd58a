#!/usr/bin/env python3
"""Set up, run, test and check the project, with nothing but Python's standard library.

The Makefile calls it; `python3 scripts/dev.py --help` says what it can do. It writes only to .venv and var.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = str(BIN / "python")
OLDEST, NEWEST = (3, 11), (3, 14)

RUN, DEV = "run", "dev"
"""The two locks: the packages of the server, and those with all packages of tests and checks."""

SERVER = ("accounts", "chkobba_api", "games", "gunicorn.conf.py")
"""The code that runs in production."""

POSTGRESQL = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/0"
SERVICES = ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY")

KEEPS_COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
"""The variables of tests and proofs: each process compiles only modules that no process has compiled before."""

PROCESSES = os.cpu_count() or 1
"""The number of test processes, and of checks at the same time."""
NODE = ROOT / "var" / "node"
"""The folder of ESLint and Prettier."""
OLDEST_NODE = (20, 19)
SCRIPTS = ("games/**/*.js", "eslint.config.mjs")
"""The JavaScript that is checked, as ESLint and Prettier read it."""
COLOURED = sys.stdout.isatty() and "NO_COLOR" not in os.environ


class Stop(SystemExit):
    """An error that the user can fix, in one line."""

    def __init__(self, message: str) -> None:
        super().__init__(coloured(f"error: {message}", 31))


def coloured(text: str, colour: int) -> str:
    """Return the text in a colour, if the output supports colours."""
    return f"\x1b[{colour}m{text}\x1b[0m" if COLOURED else text


@contextlib.contextmanager
def step(what: str) -> Iterator[None]:
    """Print the name of a step, and how long it took."""
    print(f"{coloured('•', 36)} {what} …", end="", flush=True)
    begin = time.monotonic()
    try:
        yield
    except BaseException:
        print(flush=True)
        raise
    print(f" {time.monotonic() - begin:.1f} s", flush=True)


def captured(
    command: list[str], *, env: dict[str, str] | None = None, cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a command; return its result, with its output and its errors in one text."""
    return subprocess.run(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )


# --- the environment --------------------------------------------------------------------------------------------------


def set_up(lock: str) -> None:
    """Create the virtual environment and install a lock into it, unless that is done already."""
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        raise Stop(
            f"Python {sys.version.split()[0]} is not supported: "
            f"use 3.{OLDEST[1]} to 3.{NEWEST[1]}, as in `make run PYTHON=python3.{NEWEST[1]}`"
        )
    if not is_complete(VENV):
        with step("virtual environment in .venv"):
            make_environment(VENV)
    stamps = {name: VENV / f"installed-{name}" for name in (RUN, DEV)}
    wanted = {name: fingerprint(ROOT / "requirements" / f"{name}.lock") for name in (RUN, DEV)}
    done = {name for name, stamp in stamps.items() if stamp.exists() and stamp.read_text() == wanted[name]}
    if lock in done or DEV in done:
        return
    with step(f"dependencies, by the hashes of requirements/{lock}.lock"):
        install(PYTHON, "--require-hashes", "-r", f"requirements/{lock}.lock")
    for stamp in stamps.values():
        stamp.unlink(missing_ok=True)
    stamps[lock].write_text(wanted[lock])


def is_complete(folder: Path) -> bool:
    """Return whether a virtual environment of this Python was created to its end.

    The last step installs pip, which writes the list of its files last of all.
    """
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    return (folder / "bin" / "python").exists() and any(packages.glob("pip-*.dist-info/RECORD"))


def make_environment(folder: Path) -> None:
    """Create a virtual environment. Stop with the package to install if Python comes without venv."""
    try:
        import ensurepip  # noqa: F401, PLC0415
        import venv  # noqa: PLC0415
    except ImportError:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise Stop(
            "this Python has no venv module: "
            f"install it (Debian, Ubuntu: apt install python{version}-venv) and try again"
        ) from None
    venv.create(folder, with_pip=True, clear=True, symlinks=True)


def set_up_with_django(version: str) -> str:
    """Create an environment in var for all tests with another version of Django; return its Python."""
    folder = ROOT / "var" / f"django-{version}"
    python, stamp = str(folder / "bin" / "python"), folder / "installed"
    wanted = fingerprint(ROOT / "requirements" / f"{DEV}.lock")
    if not stamp.exists() or stamp.read_text() != wanted:
        with step(f"environment with Django {version} in {folder.relative_to(ROOT)}"):
            make_environment(folder)
            install(python, "--require-hashes", "-r", f"requirements/{DEV}.lock")
            install(python, f"django=={version}.*")
            stamp.write_text(wanted)
    return python


def install(python: str, *what: str) -> None:
    """Install packages into an environment. pip checks every file of a lock against its hash."""
    done = captured([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what])
    if done.returncode:
        print("\n" + done.stdout)
        raise Stop("the dependencies could not be installed; is there a way to the package index?")


def set_up_node() -> str:
    """Install ESLint and Prettier by their lock, unless that is done already; return why not, or an empty text."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return "there is no Node.js with npm"
    version = subprocess.run([node, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    if tuple(map(int, version.removeprefix("v").split(".")[:2])) < OLDEST_NODE:
        return f"Node.js {version} is older than {OLDEST_NODE[0]}.{OLDEST_NODE[1]}"
    lock, stamp = ROOT / "requirements" / "package-lock.json", NODE / "installed"
    wanted = f"{fingerprint(lock)} {version}"
    if stamp.exists() and stamp.read_text() == wanted:
        return ""
    with step(f"ESLint and Prettier, by the hashes of {lock.relative_to(ROOT)}"):
        NODE.mkdir(parents=True, exist_ok=True)
        for file in (lock, lock.with_name("package.json")):
            shutil.copy(file, NODE)
        done = captured([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=NODE)
    if done.returncode:
        print(done.stdout)
        return "npm could not install ESLint and Prettier; is there a way to its registry?"
    stamp.write_text(wanted)
    return ""


def node_tool(name: str) -> str:
    """Return the path of a program that ``set_up_node`` has installed."""
    return str(NODE / "node_modules" / ".bin" / name)


def fingerprint(path: Path) -> str:
    """Return an identifier of a lock for this Python."""
    return f"{hashlib.sha256(path.read_bytes()).hexdigest()} {sys.version_info[0]}.{sys.version_info[1]}"


def environment(*, services: bool = True, **variables: str) -> dict[str, str]:
    """Return the environment of the try-out server; without ``services``, not those of the machine."""
    inherited = {name: value for name, value in os.environ.items() if services or name not in SERVICES}
    return {**inherited, "CHKOBBA_TRYOUT": "1", "PYTHONUNBUFFERED": "1", **variables}


def where_services_are() -> dict[str, str]:
    """Return the addresses of the database and the broker: those of the environment, or the standard local ones."""
    return {
        "DATABASE_URL": os.environ.get("DATABASE_URL", POSTGRESQL),
        "CELERY_BROKER_URL": os.environ.get("CELERY_BROKER_URL", REDIS),
    }


# --- run --------------------------------------------------------------------------------------------------------------


def run(host: str, port: int) -> None:
    """Set everything up; run the web server, the worker and beat until Ctrl-C or SIGTERM."""
    set_up(RUN)
    refuse_taken_port(host, port)
    with step("database"):
        migrate()
    with Processes() as processes:
        with step("web server, worker and beat"):
            shown = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104  (HOST asks for it)
            base = f"http://{shown}:{port}"
            processes.start("web", 32, [str(BIN / "uvicorn"), "chkobba_api.asgi:application", *web_options(host, port)])
            processes.start("worker", 34, [str(BIN / "celery"), "-q", "-A", "chkobba_api", "worker", *worker_options()])
            processes.start(
                "beat", 35, [str(BIN / "celery"), "-q", "-A", "chkobba_api", "beat", "--loglevel", "warning"]
            )
            processes.wait_until_ready(f"{base}/readyz")
        print_addresses(base)
        processes.watch()


def web_options(host: str, port: int) -> list[str]:
    """Return the options of uvicorn."""
    patient = ["--timeout-keep-alive", "75"]  # longer than clients keep a connection, so it stays open
    return ["--host", host, "--port", str(port), *patient, "--timeout-graceful-shutdown", "1", "--no-use-colors"]


def worker_options() -> list[str]:
    """Return the options of the worker.

    It has one process, since several disturb each other's reads from a broker in a folder.
    """
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "info"]
    return ["--pool", "threads", "--concurrency", "4", *quiet]


def refuse_taken_port(host: str, port: int) -> None:
    """Stop if another program already uses the port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Stop(
                f"port {port} of {host} cannot be used ({error.strerror}): "
                f"stop what listens there, or take another with `make run PORT={port + 1}`"
            ) from None


def migrate() -> None:
    """Migrate the database. If it does not answer, stop with what to do."""
    done = captured([PYTHON, "manage.py", "migrate", "--no-input", "--verbosity", "0"], env=environment())
    if done.returncode:
        lines = [line for line in done.stdout.strip().splitlines() if line.strip()]
        reason = lines[-1] if lines else "no reason given"
        where = os.environ.get("DATABASE_URL", "var/chkobba.sqlite3").rpartition("@")[2]
        raise Stop(f"the database at {where} cannot be used: start it, or correct DATABASE_URL ({reason})")


def print_addresses(base: str) -> None:
    """Print the addresses of the page, the API and the admin."""
    print()
    addresses = {
        "play in the browser": "/",
        "API, to try it out": "/api/docs/",
        "API, to read": "/api/redoc/",
        "admin": "/admin/",
    }
    for name, path in addresses.items():
        print(f"  {name:20} {coloured(base + path, 4)}")
    print(f"  {'walk-through':20} README.md")
    print("\nCtrl-C stops it. For the admin: .venv/bin/python manage.py createsuperuser\n", flush=True)


class Processes:
    """Child processes with one coloured log. All of them end with this object."""

    def __init__(self) -> None:
        self.running: dict[str, subprocess.Popen[str]] = {}
        self.readers: list[threading.Thread] = []
        self.ready: set[str] = set()
        self.stopping = threading.Event()
        self.counted = tempfile.mkdtemp(prefix="chkobba-metrics-")

    def __enter__(self) -> Processes:
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, self._on_signal)
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.stopping.set()

    def start(self, name: str, colour: int, command: list[str]) -> None:
        """Start a process in a session of its own, so that Ctrl-C reaches it only through this program."""
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(
                PYTHONWARNINGS="ignore::UserWarning",  # such as Celery's, about running as root
                LOG_COLOURS="1" if COLOURED else "0",
                PROMETHEUS_MULTIPROC_DIR=self.counted,
            ),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509  (no threads yet that could hold a lock)
        )
        self.running[name] = process
        reader = threading.Thread(target=self._copy_log, args=(name, colour, process), daemon=True)
        reader.start()
        self.readers.append(reader)

    def _copy_log(self, name: str, colour: int, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            if name == "worker" and " ready." in line:
                self.ready.add(name)
            print(f"{coloured(f'{name:7}│', colour)} {line}", end="", flush=True)

    def wait_until_ready(self, url: str) -> None:
        """Wait until the web server answers and the worker is ready."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            self.stop_if_one_died()
            if self.stopping.is_set():
                raise SystemExit(0)
            if "worker" in self.ready and answers(url):
                return
            time.sleep(0.05)
        raise Stop("the server does not answer after two minutes; its log above may say why")

    def watch(self) -> None:
        """Wait until the user stops the server or a process ends."""
        while not self.stopping.wait(0.5):
            self.stop_if_one_died()

    def stop_if_one_died(self) -> None:
        """Stop all processes if one of them has ended by itself."""
        for name, process in self.running.items():
            if process.poll() is not None and not self.stopping.is_set():
                raise Stop(f"the {name} ended by itself (status {process.returncode}); its log above may say why")

    def stop(self) -> None:
        """End all processes: first with SIGTERM, then with SIGKILL."""
        self.stopping.set()
        print(coloured("\nstopping …", 33), flush=True)
        for process in self.running.values():
            signal_group(process, signal.SIGTERM)
        deadline = time.monotonic() + 8
        for process in self.running.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, deadline - time.monotonic()))
        for process in self.running.values():
            signal_group(process, signal.SIGKILL)
            process.wait()
        for reader in self.readers:
            reader.join(1)
        shutil.rmtree(self.counted, ignore_errors=True)
        print(coloured("stopped", 33), flush=True)


def signal_group(process: subprocess.Popen[str], number: signal.Signals) -> None:
    """Send a signal to a process and to all processes that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def die_with_parent() -> None:
    """Make Linux end this child when its parent dies, for whatever reason."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def answers(url: str) -> bool:
    """Return whether a page answers."""
    try:
        with urllib.request.urlopen(url, timeout=1):  # noqa: S310  (an address of this server)
            return True
    except (OSError, urllib.error.URLError):
        return False


# --- test and check ---------------------------------------------------------------------------------------------------


def test(arguments: list[str], *, services: bool, django: str) -> None:
    """Run the tests on the defaults of the try-out or on services of the environment; with another Django if named."""
    set_up(DEV)
    python = set_up_with_django(django) if django else PYTHON
    with tempfile.TemporaryDirectory(prefix="chkobba-") as var:
        variables = {"CHKOBBA_VAR": var, "DATABASE_POOL": "0", **KEEPS_COMPILED}
        if services:
            variables |= where_services_are()
            where = [variables[name].rpartition("@")[2] for name in ("DATABASE_URL", "CELERY_BROKER_URL")]
            print(f"{coloured('•', 36)} on {' and '.join(where)}", flush=True)
        options = ["--numprocesses", str(PROCESSES), "--dist", "worksteal", "--durations", "10"]
        raise SystemExit(
            subprocess.run(
                [python, "-m", "pytest", *options, *arguments],
                cwd=ROOT,
                env=environment(services=services, **variables),
                check=False,
            ).returncode
        )


BROWSERS = {
    "CHROMIUM": ("chromium", "chromium-browser", "google-chrome"),
    "HEADLESS": ("chromium-headless-shell",),
    "FIREFOX": ("firefox-esr",),
}
"""The browsers of the tests: the variable that names another one, and programs; the first is Debian's package, too."""


def find_browser(name: str) -> str:
    """Return the path of a browser, or an empty text."""
    return os.environ.get(name) or next(filter(None, map(shutil.which, BROWSERS[name])), "")


def install_browser(name: str) -> str:
    """Install Debian's package of a browser if that needs no password; return its path, or an empty text."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return ""
    package = BROWSERS[name][0]
    with step(f"{name.title()}, for the tests in a browser (apt-get install {package})"):
        apt_get(apt, "update")
        done = apt_get(apt, "install", "-y", "--no-install-recommends", package)
    if done.returncode:
        print(done.stdout[-2000:])
    return find_browser(name)


@cache
def apt_get(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Debian's package manager, once for the same arguments; return what it printed."""
    return captured([program, "-qq", *arguments], env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def browsers() -> dict[str, str]:
    """Return the path of each browser; install missing ones if possible."""
    return {name: find_browser(name) or install_browser(name) for name in BROWSERS}


def check() -> None:
    """Run all checks that do not execute the code; report all failures, not only the first."""
    set_up(DEV)
    left_out = set_up_node()
    production = {
        "CHKOBBA_TRYOUT": "0",
        "SECRET_KEY": hashlib.sha256(os.urandom(32)).hexdigest(),
        "DATABASE_URL": POSTGRESQL,
        "CELERY_BROKER_URL": REDIS,
        "ALLOWED_HOSTS": "example.org",
    }
    checks: dict[str, tuple[list[str], dict[str, str]]] = {
        "format": ([str(BIN / "ruff"), "format", "--check", "."], {}),
        "lint": ([str(BIN / "ruff"), "check", "."], {}),
        "types": ([str(BIN / "mypy"), "accounts", "chkobba_api", "games", "scripts/dev.py"], {}),
        "security (bandit)": ([str(BIN / "bandit"), "-q", "-c", "pyproject.toml", "-r", *SERVER], {}),
        "import contracts": ([str(BIN / "lint-imports"), "--no-cache"], {}),
        "deployment": ([PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"], production),
        "migrations": ([PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"], {}),
        "schema": ([PYTHON, "scripts/published.py", "--check"], {}),
        "compatibility": ([PYTHON, "scripts/compatibility.py"], {}),
        "clients have played": ([PYTHON, "scripts/played.py"], {}),
        "catalogues of sentences": ([PYTHON, "scripts/texts.py", "--check"], {}),
        "rules of tests": ([PYTHON, "scripts/lint_tests.py"], {}),
        "plain English": ([PYTHON, "scripts/lint_english.py"], {}),
    }
    if not left_out:
        checks["format of JavaScript"] = ([node_tool("prettier"), "--log-level", "warn", "--check", *SCRIPTS], {})
        checks["lint of JavaScript"] = ([node_tool("eslint"), "--max-warnings", "0", *SCRIPTS], {})
    with ThreadPoolExecutor(PROCESSES) as executor:
        running = {name: executor.submit(judge, *one) for name, one in checks.items()}
    for name, result in running.items():
        seconds, complaint = result.result()
        print(f"{coloured('•', 31 if complaint else 36)} {name} … {seconds:.1f} s", flush=True)
        if complaint:
            print(complaint)
    failed = [name for name, result in running.items() if result.result()[1]]
    if failed:
        raise Stop(f"not in order: {', '.join(failed)}")
    if left_out:
        print(coloured(f"LEFT OUT: the checks of JavaScript: {left_out}", 33))
    print(coloured("all in order" if not left_out else "all others in order", 32))


def judge(command: list[str], variables: dict[str, str]) -> tuple[float, str]:
    """Run a check; return its seconds, and its output if it failed."""
    begin = time.monotonic()
    done = captured(command, env=environment(services=False, **variables))
    complaint = done.stdout or f"status {done.returncode}" if done.returncode else ""
    return time.monotonic() - begin, complaint


def audit() -> None:
    """Check every locked package for known vulnerabilities. Exits with 77 if no service answers."""
    set_up(DEV)
    lock = ROOT / "requirements" / f"{DEV}.lock"  # it contains the packages of the other lock, too
    command = [str(BIN / "pip-audit"), "--requirement", str(lock), "--disable-pip", "--require-hashes"]
    options = ["--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=300, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        packages = []
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    vulnerable = [package for package in packages if package.get("vulns")]
    for package in vulnerable:
        known = ", ".join(vulnerability["id"] for vulnerability in package["vulns"])
        print(f"{package['name']} {package['version']}: {known}")
    if vulnerable:
        raise Stop("packages with known vulnerabilities")
    if unknown or not packages:
        print(
            coloured(
                f"LEFT OUT for {len(unknown) or 'all'} packages: no service that knows of vulnerabilities answers", 33
            )
        )
        raise SystemExit(77)
    print(coloured(f"{len(packages)} packages, no known vulnerability", 32))


def proofs(arguments: list[str]) -> None:
    """Run the proofs that are named, or all of them; install their browsers if possible."""
    set_up(DEV)
    command = [PYTHON, "-m", "tests.proofs", *arguments]
    env = {**os.environ, **KEEPS_COMPILED, **browsers()}
    raise SystemExit(subprocess.run(command, cwd=ROOT, env=env, check=False).returncode)


def format_code() -> None:
    """Format the code, and fix what the linter can fix."""
    set_up(DEV)
    subprocess.run([str(BIN / "ruff"), "check", "--fix", "--quiet", "."], cwd=ROOT, check=False)
    subprocess.run([str(BIN / "ruff"), "format", "."], cwd=ROOT, check=True)
    if left_out := set_up_node():
        print(coloured(f"LEFT OUT: the format of JavaScript: {left_out}", 33))
        return
    subprocess.run([node_tool("eslint"), "--fix", "--quiet", *SCRIPTS], cwd=ROOT, check=False)
    subprocess.run([node_tool("prettier"), "--log-level", "warn", "--write", *SCRIPTS], cwd=ROOT, check=True)


WRITERS = {"schema": "scripts/published.py", "texts": "scripts/texts.py"}
"""The scripts that write files: those that are published from the code, those that follow from the catalogues."""


def write(script: str) -> None:
    """Run a script that writes files."""
    set_up(DEV)
    raise SystemExit(subprocess.run([PYTHON, script], cwd=ROOT, env=environment(), check=False).returncode)


def lock() -> None:
    """Resolve the dependencies again: with hashes and without addresses, for every supported Python."""
    set_up(DEV)
    options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-emit-index-url", "--no-annotate"]
    for name, more in ((RUN, []), (DEV, ["--group", "dev", "--constraint", "requirements/run.lock"])):
        target = f"requirements/{name}.lock"
        command = [str(BIN / "uv"), "pip", "compile", *options, "--no-header", "--quiet", "--upgrade"]
        with step(target):
            subprocess.run([*command, "pyproject.toml", *more, "--output-file", target], cwd=ROOT, check=True)
    with step("requirements/package-lock.json"):
        lock_node()


def lock_node() -> None:
    """Resolve the packages of requirements/package.json: with hashes and without addresses."""
    source = ROOT / "requirements" / "package.json"
    npm = shutil.which("npm")
    if npm is None:
        raise Stop("there is no npm, so requirements/package-lock.json stays as it is")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(source, folder)
        options = ["--package-lock-only", "--omit-lockfile-registry-resolved", "--ignore-scripts", "--no-audit"]
        subprocess.run([npm, "install", "--silent", *options], cwd=folder, check=True)
        resolved = json.loads(Path(folder, "package-lock.json").read_bytes())
    del resolved["name"]  # that of the temporary folder
    for package in resolved["packages"].values():
        package.pop("funding", None)  # an address
    source.with_name("package-lock.json").write_text(json.dumps(resolved, indent=1) + "\n", encoding="utf-8")


PASSING_ON = ("test", "test-services", "proofs")
"""Commands that pass further arguments on to what they run."""


def main() -> None:
    """Run the command of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    runner = commands.add_parser("run", help="start the server")
    runner.add_argument("--host", default="127.0.0.1")
    runner.add_argument("--port", type=int, default=8000)
    for name in PASSING_ON:
        passing_on = commands.add_parser(name, help="further arguments are passed on", allow_abbrev=False)
        if name.startswith("test"):
            passing_on.add_argument("--django", default="", help="such as 6.1, in place of the one that is locked")
    simple = {"audit": audit, "browsers": browsers, "check": check, "format": format_code, "lock": lock}
    for name in (*simple, *WRITERS):
        commands.add_parser(name)
    options, rest = parser.parse_known_args()
    if rest and options.command not in PASSING_ON:
        parser.error(f"unknown arguments: {' '.join(rest)}")
    if options.command == "run":
        run(options.host, options.port)
    elif options.command == "proofs":
        proofs(rest)
    elif options.command.startswith("test"):
        test(rest, services=options.command == "test-services", django=options.django)
    elif options.command in WRITERS:
        write(WRITERS[options.command])
    else:
        simple[options.command]()


if __name__ == "__main__":
    main()
