"""A machine: a copy of a root folder, in which commands share only the network with this one."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

from tests.proofs.machines import roots

PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PACKAGE_INDEX: Final = ("PIP_", "SSL_", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
PROXIES: Final = {"http_proxy", "https_proxy", "no_proxy"}
"""Environment variables of this machine for the package index."""

CERTIFICATES: Final = "/etc/ssl/certs/ca-certificates.crt"
HOSTS: Final = "127.0.0.1 localhost\n::1 localhost\n"
INNER: Final = """\
mount --bind {root} {root}
mount -t proc proc {root}/proc
mount -t sysfs -o ro sysfs {root}/sys
mount --bind /dev {root}/dev
mount -t tmpfs -o mode=1777 tmpfs {root}/dev/shm
"""
"""The mounts that a kernel provides, as shell commands. They are in a namespace, and end with it."""


class Machine:
    """A root folder that tests may change."""

    def __init__(self, root: Path, suite: str, *, copied_from: Path | None = None) -> None:
        self.root = root
        subprocess.run(
            ["cp", "--archive", "--reflink=auto", f"{copied_from or roots.root_of(suite)}/.", f"{root}/"], check=True
        )
        (root / "etc/hosts").write_text(HOSTS)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        for path in package_index():
            place = root / path.relative_to("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            if path.is_file():
                shutil.copy(path, place)

    def start_kernel(self) -> None:
        """Mount the kernel's file systems, and package folders of this machine."""
        script = INNER.format(root=shlex.quote(str(self.root)))
        downloads = {roots.cache() / "pip": "root/.cache/pip", roots.cache() / "apt": "var/cache/apt/archives"}
        folders = {path: str(path.relative_to("/")) for path in package_index() if path.is_dir()}
        for source, place in {**downloads, **folders}.items():
            source.mkdir(parents=True, exist_ok=True)
            (self.root / place).mkdir(parents=True, exist_ok=True)
            script += f"mount --bind {shlex.quote(str(source))} {shlex.quote(str(self.root / place))}\n"
        subprocess.run(["sh", "-ec", script], check=True)

    def lend(self, folder: Path) -> None:
        """Mount a folder of this machine read-only at the same place."""
        place = self.root / folder.relative_to("/")
        place.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "--bind", "-o", "ro", str(folder), str(place)], check=True)

    def command(self, command: Sequence[str], folder: str, env: Mapping[str, str]) -> list[str]:
        """Return a command that runs in the machine, in a folder and with only this environment."""
        variables = [f"{name}={value}" for name, value in env.items()]
        return ["chroot", str(self.root), "env", "-i", "-C", folder, *variables, *command]

    def start(self, command: Sequence[str], folder: str, **options: Any) -> subprocess.Popen[str]:
        """Start a command in its own session."""
        inside = self.command(command, folder, environment())
        return subprocess.Popen(inside, text=True, start_new_session=True, **options)

    def run(self, command: Sequence[str], folder: str, output: IO[str] | None = None) -> str:
        """Run a command; return its output, or write it to a file. Raises CalledProcessError."""
        inside = self.command(command, folder, environment())
        done = subprocess.run(
            inside, text=True, stdout=output or subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, list(command), done.stdout)
        return done.stdout or ""


def environment() -> dict[str, str]:
    """Return the environment after a login, with this machine's access to the package index."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name.startswith(PACKAGE_INDEX) or name.lower() in PROXIES or name == "NO_COLOR"
    }
    return {"HOME": "/root", "PATH": PATH, "LANG": "C.UTF-8", **inherited}


def package_index() -> list[Path]:
    """Return the files and folders of this machine by which pip finds and trusts its index."""
    said = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    named = re.findall(r"(?:file://)?(/[^\s']+)", said.stdout)
    known = ["/etc/pip.conf", str(Path.home() / ".config/pip/pip.conf"), str(Path.home() / ".pip/pip.conf")]
    paths = [Path(name) for name in (*named, *known, CERTIFICATES)]
    with_files = {path.parent if path.name == "simple" else path for path in paths}  # its files lie beside it
    return sorted(path for path in with_files if path.exists())
