from django.db import migrations, models

from chkobba_api.concurrently import AddIndex, AddUnique, RemoveIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0007_outages"),
    ]

    operations = [
        AddIndex(
            model_name="match",
            index=models.Index(
                fields=[
                    "status",
                    "-created_at",
                    "-id",
                    "visibility",
                    "game",
                    "rules_version",
                    "seat_count",
                    "turn_seconds",
                ],
                name="match_listed",
            ),
        ),
        AddIndex(
            model_name="match",
            index=models.Index(
                fields=["id", "status", "created_at", "game", "seat_count", "turn_seconds"], name="match_in_short"
            ),
        ),
        AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("rematch_of__isnull", False)), fields=["rematch_of"], name="match_rematched"
            ),
        ),
        AddUnique(
            model_name="match",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "cancelled"), _negated=True),
                fields=("rematch_of",),
                name="one_rematch_at_a_time",
            ),
        ),
        AddIndex(
            model_name="seat",
            index=models.Index(fields=["player", "match"], name="seat_of_player"),
        ),
        RemoveIndex(
            model_name="match",
            name="match_in_lobby",
        ),
    ]
