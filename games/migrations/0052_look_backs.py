"""Looking back at matches that are over: work under way, and what was found."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import chkobba_api.ids


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0051_hints"),
    ]

    operations = [
        migrations.CreateModel(
            name="LookBack",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("asked_at", models.DateTimeField()),
                ("wake_at", models.DateTimeField(null=True)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("moves", models.PositiveIntegerField(default=0)),
                ("seconds", models.FloatField(default=0)),
                ("findings", models.JSONField(default=list)),
                (
                    "match",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-asked_at", "-id"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("wake_at__isnull", False)), fields=["wake_at"], name="look_back_to_do"
                    ),
                    models.Index(fields=["player", "asked_at"], name="look_back_of_player"),
                    models.Index(fields=["asked_at"], name="look_back_by_age"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "player"), name="looked_back_once"),
                ],
            },
        ),
    ]
