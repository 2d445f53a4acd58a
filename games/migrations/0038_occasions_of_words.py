"""There may be several occasions of words at one version of a match; of all others there is one, as before."""

from __future__ import annotations

from django.db import migrations, models

from chkobba_api.concurrently import AddUnique


class Migration(migrations.Migration):
    """Not atomic: the index is made while occasions are written."""

    atomic = False

    dependencies = [
        ("games", "0037_words"),
    ]

    operations = [
        AddUnique(
            model_name="occasion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "words"), _negated=True),
                fields=("player", "match", "version", "kind"),
                name="occasion_once_but_words",
            ),
        ),
        migrations.RemoveConstraint("occasion", "occasion_once"),
    ]
