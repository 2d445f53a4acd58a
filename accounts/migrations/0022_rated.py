"""Whether a player plays rated matches; earlier code makes players who do not."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0021_index_of_confirmed_addresses"),
    ]

    operations = [
        migrations.AddField("player", "rated", models.BooleanField(default=False, db_default=False)),
    ]
