"""Who sees more of a player than any table shows; of those that earlier code makes, nobody does."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0018_names"),
    ]

    operations = [
        migrations.AddField(
            "player",
            "profile",
            models.CharField(
                max_length=10,
                choices=[("everybody", "Everybody"), ("friends", "Friends"), ("nobody", "Nobody")],
                default="nobody",
                db_default="nobody",
            ),
        ),
    ]
