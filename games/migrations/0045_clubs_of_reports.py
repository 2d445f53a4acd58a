"""About which club a report is."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0044_clubs_of_words")]

    operations = [
        migrations.AddField(
            "report",
            "club",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.club",
            ),
        ),
    ]
