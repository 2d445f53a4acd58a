"""In which club a word was said: null everywhere, so nothing is filled in."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0043_words_of_clubs")]

    operations = [
        migrations.AddField(
            "word",
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
