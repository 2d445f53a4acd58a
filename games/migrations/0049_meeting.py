"""Who has invited whom, and wanted which seat: tables of their own; and whether bots give way, at no match so far."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0048_sanctions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="conditions",
            name="bots_give_way",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ending",
                    models.CharField(
                        blank=True, choices=[("declined", "declined"), ("withdrawn", "taken back")], max_length=10
                    ),
                ),
                ("offer", models.JSONField(null=True)),
                ("offers", models.PositiveSmallIntegerField(default=0)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
                    ),
                ),
                (
                    "offered_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
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
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(fields=["by", "player", "at"], name="invitation_by"),
                    models.Index(fields=["player", "at"], name="invitation_to"),
                    models.Index(fields=["at"], name="invitation_by_age"),
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "player"), name="invited_once")],
            },
        ),
        migrations.CreateModel(
            name="Swap",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("refused_at", models.DateTimeField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
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
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(fields=["player"], name="swap_of_player"),
                    models.Index(fields=["other"], name="swap_with_player"),
                    models.Index(fields=["at"], name="swap_by_age"),
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "player", "other"), name="swap_asked_once")],
            },
        ),
    ]
