"""Who is kept from strangers; nobody is whom earlier code makes."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0023_planned_departures"),
    ]

    operations = [
        migrations.AddField(
            "player",
            "sheltered",
            models.BooleanField(
                default=False,
                db_default=False,
                help_text="Meets friends alone, and nobody writes freely to them. They cannot switch it off.",
            ),
        ),
    ]
