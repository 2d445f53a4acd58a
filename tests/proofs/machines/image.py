"""The image without a container engine: the Dockerfile's steps, run in root folders of Debian."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.proofs.machines.machine import PATH, Machine, environment

BASE: Final = "trixie"
"""The replacement of python:3.13-slim: its Debian release, with that release's Python."""


@dataclass
class Stage:
    """A stage begun by a FROM: a root folder, and the settings for the next step."""

    machine: Machine
    env: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    folder: str = "/"
    user: str = "root"
    command: list[str] = field(default_factory=list)

    def place(self, path: str) -> Path:
        """Return the path on this machine for a path of the image."""
        return self.machine.root / os.path.join(self.folder, path).lstrip("/")


def build(folder: Path, context: Path) -> Stage:
    """Follow the Dockerfile with the files of a clone; return its last stage.

    Raises ValueError for a step that is not known here, CalledProcessError for one that fails.
    """
    arguments: dict[str, str] = {}
    stages: dict[str, Stage] = {}
    stage: Stage | None = None
    for verb, rest in steps((context / "Dockerfile").read_text()):
        print(f"    {verb} {rest[:90]}", flush=True)
        if verb == "ARG":
            name, _, value = rest.partition("=")
            arguments[name] = value
        elif verb == "FROM":
            image, _, name = rest.partition(" AS ")
            if not arguments[image.strip("${}")].startswith("python:3.13"):
                raise ValueError(f"no root folder for {image}")
            stage = stages[name] = begin(folder / f"stage-{len(stages)}")
        elif stage is None:
            raise ValueError(f"{verb} before FROM")
        else:
            follow(stage, verb, rest, stages, context)
    assert stage is not None
    return stage


def steps(text: str) -> list[tuple[str, str]]:
    """Return the verbs and arguments of a Dockerfile, without comments and continued lines."""
    lines = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines if line.strip()]


def begin(root: Path) -> Stage:
    """Return the root folder in place of the base image, with Python as `python`."""
    root.mkdir()
    machine = Machine(root, BASE)
    machine.start_kernel()
    (root / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    return Stage(machine)


def follow(stage: Stage, verb: str, rest: str, stages: dict[str, Stage], context: Path) -> None:
    """Run one step of a stage."""
    if verb == "ENV":
        for assignment in shlex.split(rest):
            name, _, value = assignment.partition("=")
            stage.env[name] = value.replace("$PATH", stage.env["PATH"])
    elif verb == "WORKDIR":
        stage.folder = rest
        stage.place("").mkdir(parents=True, exist_ok=True)
    elif verb == "USER":
        stage.user = rest
    elif verb == "COPY":
        *sources, target = shlex.split(rest)
        source = stages[sources.pop(0).removeprefix("--from=")].machine.root if "--from" in rest else sent(context)
        for name in sources:
            copy(source / name.lstrip("/"), stage.place(target), into=target.endswith(("/", ".")))
    elif verb == "RUN":
        env = {**environment(), **stage.env}
        become = ["setpriv", f"--reuid={stage.user}", f"--regid={stage.user}", "--clear-groups"]
        subprocess.run(stage.machine.command([*become, "sh", "-c", rest], stage.folder, env), check=True)
    elif verb == "CMD":
        stage.command = json.loads(rest)
    elif verb != "EXPOSE":
        raise ValueError(f"unknown step {verb}")


def sent(context: Path) -> Path:
    """Return a folder with the files that .dockerignore lets through, as an engine would get them."""
    folder = context.parent / "context"
    if not folder.exists():
        rules = (context / ".dockerignore").read_text().splitlines()
        for rule in rules:
            if rule.startswith("!"):
                copy(context / rule[1:], folder / rule[1:], into=False)
            elif rule not in ("*", "**/__pycache__"):
                raise ValueError(f"unknown rule {rule} in .dockerignore")
    return folder


def copy(source: Path, target: Path, *, into: bool) -> None:
    """Copy a file, or the content of a folder, as COPY does. Raises FileNotFoundError for ignored files."""
    if source.is_dir():
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, target, symlinks=True, ignore=ignore, dirs_exist_ok=True)
    else:
        place = target / source.name if into else target
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, place)
