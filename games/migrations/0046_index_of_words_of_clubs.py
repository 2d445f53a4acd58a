"""Words of a club are listed by an index of those alone, and so are reports."""

from __future__ import annotations

from django.db import migrations, models

from chkobba_api.concurrently import AddIndex


class Migration(migrations.Migration):
    """Not atomic: the indexes are made while words are written."""

    atomic = False

    dependencies = [("games", "0045_clubs_of_reports")]

    operations = [
        AddIndex(
            "word",
            models.Index(fields=["club", "-id"], name="word_of_club", condition=models.Q(("club__isnull", False))),
        ),
        AddIndex(
            "report",
            models.Index(fields=["club"], name="report_of_club", condition=models.Q(("club__isnull", False))),
        ),
    ]
