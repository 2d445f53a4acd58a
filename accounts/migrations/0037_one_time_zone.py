"""Take the time zone of a player's calendar for all else, where they have named no other one."""

from __future__ import annotations

from typing import Any

from django.db import migrations


def take(apps: Any, schema_editor: Any) -> None:
    """Write it into the profile."""
    players = apps.get_model("accounts", "Player").objects
    for pk, hours in players.filter(time_zone="", hours__isnull=False).values_list("pk", "hours").iterator():
        calendar = (hours or {}).get("coming") or (hours or {}).get("calendar") or {}
        if zone := calendar.get("time_zone"):
            players.filter(pk=pk).update(time_zone=zone)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0036_reports_of_log_ins")]

    operations = [migrations.RunPython(take, migrations.RunPython.noop)]
