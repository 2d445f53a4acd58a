"""Whether a player allows free text at their tables; earlier code makes players who do not."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0016_indexes_of_bot_accounts"),
    ]

    operations = [
        migrations.AddField("player", "free_text", models.BooleanField(default=False, db_default=False)),
    ]
