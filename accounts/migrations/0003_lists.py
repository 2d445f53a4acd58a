from django.db import migrations, models

import accounts.indexes
from chkobba_api.concurrently import AddIndex, RemoveIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("accounts", "0002_departures"),
    ]

    operations = [
        AddIndex(
            model_name="player",
            index=accounts.indexes.PrefixIndex(fields=["nickname"], name="player_by_prefix"),
        ),
        AddIndex(
            model_name="player",
            index=models.Index(condition=models.Q(("is_staff", True)), fields=["id"], name="player_of_staff"),
        ),
        AddIndex(
            model_name="departure",
            index=models.Index(fields=["-left_at"], name="departure_by_time"),
        ),
        RemoveIndex(
            model_name="player",
            name="player_by_nickname",
        ),
    ]
