"""Number the terms of a match, and note to which ones a player has agreed."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0063_numbers_of_offers")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="terms_version",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="terms_version",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
