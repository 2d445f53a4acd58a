"""Whether a player wants to be told of what concerns them; earlier code makes players who do not."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_time_zone"),
    ]

    operations = [
        migrations.AddField("player", "is_told", models.BooleanField(default=False, db_default=False)),
    ]
