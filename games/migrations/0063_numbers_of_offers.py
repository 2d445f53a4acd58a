"""Give each offer that is open its number."""

from __future__ import annotations

from typing import Any

from django.db import migrations

OFFERED = ("pause_offered", "end_offered", "undo_offered")


def number(apps: Any, schema_editor: Any) -> None:
    """Write the version of the row that made an offer beside it, as the log folds to."""
    rows = apps.get_model("games", "TableEvent").objects
    matches = apps.get_model("games", "Match").objects
    for match in matches.filter(pause__isnull=False, status="running"):
        row = rows.filter(match=match, type__in=OFFERED).order_by("-version").first()
        if row is not None and match.pause:
            matches.filter(pk=match.pk).update(pause={**match.pause, "number": row.version})


class Migration(migrations.Migration):
    dependencies = [("games", "0062_causes_of_occasions")]

    operations = [migrations.RunPython(number, migrations.RunPython.noop)]
