"""Where programs are that have asked for their token by OAuth; no token of earlier code has come that way."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0025_authorizations"),
    ]

    operations = [
        migrations.AddField("token", "origin", models.CharField(max_length=255, blank=True, default="", db_default="")),
    ]
