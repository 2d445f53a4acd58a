"""Who may invite a player by name; those that earlier code makes, everybody may."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0028_bans"),
    ]

    operations = [
        migrations.AddField(
            "player",
            "invitations",
            models.CharField(
                max_length=10,
                choices=[("everybody", "Everybody"), ("friends", "Friends"), ("nobody", "Nobody")],
                default="everybody",
                db_default="everybody",
            ),
        ),
    ]
