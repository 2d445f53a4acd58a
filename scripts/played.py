"""Check that each generated client has played with the current schema: openapi/played.json has a digest for each.

``make proofs ARGS=clients`` writes the file; ``make check`` refuses a schema with which a client has not played. Prose
and examples may change without a proof: they change no generated code.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import yaml

OPENAPI: Final = Path(__file__).resolve().parent.parent / "openapi"
SCHEMA: Final = OPENAPI / "schema.yaml"
PLAYED: Final = OPENAPI / "played.json"
CLIENTS: Final = ("typescript", "python", "go", "java", "swift", "kotlin", "dart")
"""The languages that docs/clients.md promises."""
PROSE: Final = {"description", "summary", "title", "example", "examples", "contact"}
BY_NAME: Final = {"paths", "schemas", "properties", "patternProperties", "parameters", "responses", "headers"}
"""The keys whose values are maps by name. In these, ``description`` may be the name of a property."""


def digest() -> str:
    """Return the SHA-256 of the schema without its prose, in hexadecimal."""
    document = yaml.load(SCHEMA.read_bytes(), yaml.CSafeLoader)
    return sha256(json.dumps(_without_prose(document), sort_keys=True).encode()).hexdigest()


def _without_prose(part: Any, *, named: bool = False) -> Any:
    if isinstance(part, list):
        return [_without_prose(one) for one in part]
    if not isinstance(part, dict):
        return part
    kept = {key: value for key, value in part.items() if named or key not in PROSE}
    if not named and isinstance(scopes := kept.get("scopes"), dict):
        kept["scopes"] = sorted(scopes)  # of OAuth: each has a description
    return {key: _without_prose(value, named=key in BY_NAME and not named) for key, value in kept.items()}


def note(client: str) -> None:
    """Record that a client has played with the current schema."""
    played = read() | {client: digest()}
    PLAYED.write_text(json.dumps(played, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def read() -> dict[str, str]:
    """Return the digests by client."""
    found: dict[str, str] = json.loads(PLAYED.read_bytes()) if PLAYED.exists() else {}
    return found


def main() -> int:
    """Print the clients that have not played with the current schema; return 1 if there are any."""
    now, played = digest(), read()
    missing = [client for client in CLIENTS if played.get(client) != now]
    if missing:
        print(f"the schema has changed since these clients played: {', '.join(missing)}")
        print(f'make proofs ARGS="{" ".join(f"clients-{client}" for client in missing)}" lets them play')
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
