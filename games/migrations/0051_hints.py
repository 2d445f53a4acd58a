"""Hints: whether they are agreed on at a match, and those that were asked for, which are jobs until they are there."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import chkobba_api.ids


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0050_bots_of_moves"),
    ]

    operations = [
        migrations.AddField(
            model_name="conditions",
            name="hints",
            field=models.BooleanField(null=True),
        ),
        migrations.CreateModel(
            name="Hint",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("version", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("asked_at", models.DateTimeField()),
                ("wake_at", models.DateTimeField(null=True)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("move", models.TextField(blank=True)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ("-asked_at", "-id"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("wake_at__isnull", False)), fields=["wake_at"], name="hint_to_think_of"
                    ),
                    models.Index(fields=["asked_at"], name="hint_by_age"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "version"), name="hint_once_a_row"),
                ],
            },
        ),
    ]
