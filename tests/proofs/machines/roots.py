"""Root folders of Debian like a new machine, made once and kept outside of the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

NEEDED: Final = ("python3", "python3-venv", "ca-certificates", "make", "git", "curl")
"""The packages of the machine beyond the smallest Debian."""

EXPIRED: Final = 'Acquire::Check-Valid-Until "false";\n'
"""A mirror may be a snapshot: sid's lists are then older than their week of validity."""


class CannotBeMade(Exception):
    """The error of a machine that can make no other one; nothing was tried."""


def cache() -> Path:
    """Return the folder that persists between runs."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "/var/cache") / "chkobba-machines"


def root_of(suite: str, *, anew: bool = False) -> Path:
    """Return a root folder of a Debian suite; make it if it is missing. Raises CannotBeMade."""
    folder = cache() / suite
    if anew:
        shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        making = cache() / f"{suite}.making"
        shutil.rmtree(making, ignore_errors=True)
        making.parent.mkdir(parents=True, exist_ok=True)
        command = [debootstrap(), "--variant=minbase", f"--include={','.join(NEEDED)}", suite, str(making), mirror()]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotBeMade(f"debootstrap {suite} failed: {(done.stdout + done.stderr)[-1000:]}")
        (making / "etc/apt/apt.conf.d/90expired").write_text(EXPIRED)
        making.rename(folder)
    return folder


def debootstrap() -> str:
    """Return the path of debootstrap; install it where that needs no question. Raises CannotBeMade."""
    if os.geteuid() != 0:
        raise CannotBeMade("only root can build a machine's root folder")
    apt = shutil.which("apt-get")
    if not shutil.which("debootstrap") and apt:
        for arguments in (["update"], ["install", "-y", "--no-install-recommends", "debootstrap"]):
            subprocess.run([apt, "-qq", *arguments], capture_output=True, check=False)
    found = shutil.which("debootstrap")
    if not found:
        raise CannotBeMade("debootstrap is missing, and apt-get cannot install it")
    return found


def mirror() -> str:
    """Return the Debian mirror from which this machine installs. Raises CannotBeMade."""
    for address, suites in sources():
        if re.search(r"/debian/?$", address) and not any("security" in suite for suite in suites):
            return address
    raise CannotBeMade("no Debian mirror is among this machine's apt sources")


def sources() -> Iterator[tuple[str, list[str]]]:
    """Yield the addresses of apt's sources with their suites, of both forms of file."""
    etc = Path("/etc/apt")
    for path in [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*.list"))]:
        if path.exists():
            for line in re.findall(r"^deb\s+(?:\[.*?\]\s*)?(\S+)\s+(\S+)", path.read_text(), re.MULTILINE):
                yield line[0], [line[1]]
    for path in sorted((etc / "sources.list.d").glob("*.sources")):
        for stanza in path.read_text().split("\n\n"):
            addresses = re.search(r"^URIs:\s*(.+)$", stanza, re.MULTILINE)
            suites = re.search(r"^Suites:\s*(.+)$", stanza, re.MULTILINE)
            if addresses and suites:
                yield addresses[1].split()[0], suites[1].split()
