"""Write the published files from the code: openapi/schema.yaml and docs/problems.md. With --check, compare instead."""

from __future__ import annotations

import difflib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")
os.environ.setdefault("CHKOBBA_TRYOUT", "1")


def schema() -> str:
    """Return the OpenAPI schema. Exits if the generator has errors or warnings."""
    from drf_spectacular.drainage import GENERATOR_STATS  # noqa: PLC0415
    from drf_spectacular.generators import SchemaGenerator  # noqa: PLC0415
    from drf_spectacular.validation import validate_schema  # noqa: PLC0415

    from chkobba_api.rest.openapi.yaml_text import yaml_text  # noqa: PLC0415

    result = SchemaGenerator().get_schema(request=None, public=True)
    if GENERATOR_STATS:  # it has printed them
        sys.exit("the schema has errors or warnings")
    validate_schema(result)
    return yaml_text(result)


def problems() -> str:
    """Return the catalogue of problem codes as Markdown."""
    from chkobba_api.errors import by_status  # noqa: PLC0415
    from games.texts import reader  # noqa: PLC0415

    rows = "\n".join(f"| `{code.name}` | {code.status} | {reader().text(code.title)} |" for code in by_status())
    return f"""# Problems

The server sends errors as `application/problem+json` (RFC 9457): `type`, `title`, `status`, `detail`, a stable `code`
from this table, and the fields of that code. Clients decide by `code`. The texts are for people and may change.

<!-- written by `make schema` -->

| code | status | meaning |
|---|---|---|
{rows}
"""


def main() -> int:
    """Write the files, or compare them; return 1 if any is out of date."""
    import django  # noqa: PLC0415

    django.setup()

    stale = 0
    for path, text in ((ROOT / "openapi" / "schema.yaml", schema()), (ROOT / "docs" / "problems.md", problems())):
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif (published := path.read_text(encoding="utf-8") if path.exists() else "") != text:
            stale += 1
            changes = difflib.unified_diff(
                published.splitlines(), text.splitlines(), str(path), "the code", lineterm=""
            )
            print("\n".join(list(changes)[:60]))
            print(f"{path.relative_to(ROOT)} is not what the code says: run `make schema`")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
