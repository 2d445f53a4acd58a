"""Words may be said in a club, and reports be about them: neither has a match then."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

from chkobba_api.concurrently import LetBeNull


class Migration(migrations.Migration):
    """Not atomic: no statement waits for the lock of another one's table."""

    atomic = False

    dependencies = [("games", "0042_clubs")]

    operations = [
        LetBeNull(
            "report",
            "match",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.match",
            ),
        ),
        LetBeNull("report", "version", models.PositiveIntegerField(null=True)),
        LetBeNull(
            "word",
            "match",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.match",
            ),
        ),
        LetBeNull("word", "version", models.PositiveIntegerField(null=True)),
        LetBeNull("word", "seat", models.PositiveSmallIntegerField(null=True)),
    ]
