"""Lint the schema, generate clients from it, check their types, and let each play whole matches against bots.

The clients play over HTTP against their own server. They also play against a server of the future, whose answers have
parts that the schema does not know yet. Generators and linters are installed once, by the locks of ``clients/``, into a
folder of the user's cache that carries the lock's fingerprint. None of their files stay in the project.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

from scripts import played
from tests.proofs.clients.examples import each_once, without_bearer_scopes
from tests.proofs.clients.languages import CLIENTS, EACH_TIME, SURVIVE_UNIONS
from tests.proofs.clients.tomorrow import tomorrow
from tests.proofs.clients.tools import SCHEMA, Failed, LeftOut, node_modules, run, workshop
from tests.proofs.live.server import Server


def lint(folder: Path) -> None:
    """Lint the schema by Spectral and Redocly: no error, and no warning.

    One rule of Redocly is left out: it counts no ``default``. tests/api/test_schema.py asks more of each operation.
    """
    place = workshop("lint", folder)
    (place / "node_modules").symlink_to(node_modules("lint"))
    document = without_bearer_scopes(each_once(yaml.load((place / SCHEMA.name).read_bytes(), yaml.CSafeLoader)))
    (place / "for-spectral.yaml").write_bytes(yaml.dump(document, Dumper=yaml.CSafeDumper, encoding="utf-8"))
    run("Spectral, spectral:oas", "npm", "run", "--silent", "spectral", place=place)
    said = run("Redocly, recommended-strict", "npm", "run", "--silent", "redocly", place=place, REDOCLY_TELEMETRY="off")
    if "warning" in said.replace("Deprecation warning", ""):
        raise Failed(f"Redocly warns\n{said}")


def prove(name: str, folder: Path, server: str) -> None:
    """Lint, or generate a client and let it play, and note the result. Raises Failed, LeftOut, TimeoutExpired."""
    if name == "lint":
        lint(folder)
        return
    with tomorrow(server, unions=name in SURVIVE_UNIONS) as later:
        for said in CLIENTS[name](folder, (server, later)):
            print("".join(f"    {line}\n" for line in said.splitlines()), end="", flush=True)
    played.note(name)


def main() -> int:
    """Read the command line; print the games played, the clients left out, and the failures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "clients", nargs="*", metavar="CLIENT", help=f"lint, {', '.join(CLIENTS)}; without any, {', '.join(EACH_TIME)}"
    )
    parser.add_argument("--all", action="store_true", help="all clients")
    options = parser.parse_args()
    if strange := {*options.clients} - {"lint", *CLIENTS}:
        parser.error(f"there is no client {', '.join(strange)}")
    named = options.clients or ["lint", *(CLIENTS if options.all else EACH_TIME)]
    failed, left_out = [], {}
    with (
        tempfile.TemporaryDirectory(prefix="chkobba-clients-") as folder,
        tempfile.TemporaryDirectory() as var,
        Server(Path(var), THROTTLE_GUESTS="1000/hour") as server,
    ):
        for name in named:
            print(name, flush=True)
            try:
                prove(name, Path(folder), server.url)
            except LeftOut as reason:
                left_out[name] = str(reason)
            except (Failed, subprocess.TimeoutExpired) as error:
                print(error, flush=True)
                failed.append(name)
        verified = server.manage("verify_matches").stdout.strip()
    print(verified)
    for name, reason in left_out.items():
        print(f"\x1b[1;31mLEFT OUT: {name}: {reason}\x1b[0m")
    if failed or not verified.endswith(" 0 broken"):
        print(f"not in order: {', '.join(failed) or 'the matches'}")
        return 1
    print("the schema and its clients are in order" + (", but for what was left out" if left_out else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
