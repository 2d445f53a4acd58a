"""There may be several occasions of a kind at one version of a match, each with a cause of its own."""

from __future__ import annotations

from django.db import migrations, models

from chkobba_api.concurrently import AddUnique


class Migration(migrations.Migration):
    """Not atomic: the index is made while occasions are written."""

    atomic = False

    dependencies = [("games", "0061_rating_weights")]

    operations = [
        migrations.AddField(
            model_name="occasion",
            name="cause",
            field=models.CharField(max_length=40, default="", db_default=""),
        ),
        AddUnique(
            model_name="occasion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "words"), _negated=True),
                fields=("player", "match", "version", "kind", "cause"),
                name="occasion_once_a_cause",
            ),
        ),
        migrations.RemoveConstraint("occasion", "occasion_once_but_words"),
    ]
