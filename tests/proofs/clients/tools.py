"""Generators, compilers and linters: installed once into the user's cache, and run in temporary folders."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.proofs.machines import roots

ROOT: Final = Path(__file__).resolve().parents[3]
SOURCES: Final = ROOT / "clients"
SCHEMA: Final = ROOT / "openapi" / "schema.yaml"
CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "chkobba-clients"


class Failed(Exception):
    """A failure of a client or of the schema."""


class LeftOut(Exception):
    """The machine lacks a tool that a client needs; nothing was tried."""


def run(what: str, *command: object, place: Path, **variables: str) -> str:
    """Run a command and return its output. Raises Failed with it."""
    begin = time.monotonic()
    done = subprocess.run(
        list(map(str, command)),
        cwd=place,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=1800,
    )
    if done.returncode:
        raise Failed(f"{what} failed\n{done.stdout}")
    print(f"  {what}: {time.monotonic() - begin:.1f} s", flush=True)
    return done.stdout


def kept(name: str, contents: bytes, install: Callable[[Path], None]) -> Path:
    """Return a folder of the cache, filled on first use. Its name has the fingerprint of its contents."""
    folder = CACHE / f"{name}-{hashlib.sha256(contents).hexdigest()[:16]}"
    if not (folder / "installed").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        install(folder)
        (folder / "installed").touch()
    return folder


def node_modules(name: str) -> Path:
    """Return the installed npm packages of a folder of ``clients``."""
    if shutil.which("npm") is None:
        raise Failed("Node.js with npm is not installed: install it and try again")

    def install(folder: Path) -> None:
        for file in ("package.json", "package-lock.json"):
            shutil.copy(SOURCES / name / file, folder)
        run("npm packages, by the hashes of the lock", "npm", "ci", "--no-audit", "--no-fund", place=folder)

    lock = (SOURCES / name / "package-lock.json").read_bytes()
    return kept(name, lock + sys.version.encode(), install) / "node_modules"


def python_tools(name: str) -> Path:
    """Return the environment with the locked Python packages of a folder of ``clients``."""
    lock = SOURCES / name / "requirements.lock"

    def install(folder: Path) -> None:
        venv.create(folder / "venv", with_pip=True, symlinks=True)
        pip = [folder / "venv" / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run("packages, by the hashes of the lock", *pip, "--no-deps", "--require-hashes", "-r", lock, place=folder)

    return kept(name, lock.read_bytes() + sys.version.encode(), install) / "venv"


def with_path(*folders: Path) -> str:
    """Return a PATH that begins with these folders."""
    return os.pathsep.join([*map(str, folders), os.environ["PATH"]])


def debian_packages(*names: str) -> Path:
    """Return a folder with unpacked Debian packages; the machine itself stays unchanged. Raises LeftOut."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise LeftOut(f"this needs {', '.join(names)} of Debian, and there is no apt-get here")

    def install(folder: Path) -> None:
        try:
            run("Debian's packages", "apt-get", "download", "-qq", *names, place=folder)
        except Failed as error:
            shutil.rmtree(folder)
            raise LeftOut(str(error)) from None
        for package in folder.glob("*.deb"):
            run(f"unpacked {package.name}", "dpkg-deb", "-x", package, folder, place=folder)

    return kept("debian", " ".join(names).encode(), install)


def debian_root(suite: str, *names: str) -> Path:
    """Return a root folder of Debian with some packages, made by debootstrap. Raises LeftOut."""

    def install(folder: Path) -> None:
        wanted = [f"--include={','.join(names)}", suite, folder / "root", roots.mirror()]
        try:
            run(f"Debian {suite}", roots.debootstrap(), "--variant=minbase", *wanted, place=folder)
        except Failed as error:
            shutil.rmtree(folder)
            raise LeftOut(str(error)[-2000:]) from None

    try:
        return kept(suite, " ".join(names).encode(), install) / "root"
    except roots.CannotBeMade as error:
        raise LeftOut(str(error)) from None


def in_root(root: Path, place: Path, *command: object) -> list[object]:
    """Return a command that runs in a root folder, where ``place`` is /mnt. Its mounts end with it."""
    mounts = "mount -t proc proc $0/proc; mount --bind /dev $0/dev; mount --bind $1 $0/mnt; root=$0; shift"
    inside = 'exec chroot $root env -C /mnt -i PATH=/usr/bin:/bin HOME=/tmp "$@"'
    return ["unshare", "--mount", "--pid", "--fork", "sh", "-ec", f"{mounts}; {inside}", root, place, *command]


def workshop(name: str, folder: Path) -> Path:
    """Return a new folder with the sources of a client and the schema."""
    place = folder / name
    shutil.copytree(SOURCES / name, place, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(SCHEMA, place)
    return place
