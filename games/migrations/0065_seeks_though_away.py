"""Add the option to keep a seek active during a vacation."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0064_terms")]

    operations = [
        migrations.AddField(
            model_name="seek",
            name="though_away",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
