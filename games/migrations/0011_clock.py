"""The clock of a match as a value.

Nothing is filled in: what a clock is follows from the log, and ``games.timing`` reads it there until the next event of the
match writes it down. So the migration takes no time, however many matches there are, and a row is read the same whether it
was there before or comes from a process of the release before that still runs.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_occasions"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="clock",
            field=models.JSONField(null=True),
        ),
    ]
