"""Clubs with members, presets, tables and scores: tables of their own, which earlier code does not know."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import chkobba_api.ids


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0041_seeks_by_rating"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=40)),
                ("description", models.TextField(blank=True)),
                (
                    "joining",
                    models.CharField(
                        choices=[
                            ("open", "anybody joins"),
                            ("request", "an organizer admits who asks"),
                            ("invitation", "by invitation alone; nobody else sees it"),
                        ],
                        max_length=10,
                    ),
                ),
                ("code", models.CharField(max_length=10, null=True, unique=True)),
                ("founded_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-id",),
                "indexes": [
                    models.Index(
                        condition=models.Q(
                            ("ended_at__isnull", True), models.Q(("joining", "invitation"), _negated=True)
                        ),
                        fields=["-id"],
                        name="club_listed",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubLook",
            fields=[
                ("look", models.CharField(max_length=500, primary_key=True, serialize=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="looks", to="games.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Preset",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=60)),
                ("game", models.CharField(max_length=40)),
                ("seat_count", models.PositiveSmallIntegerField()),
                ("options", models.JSONField(default=dict)),
                ("control", models.JSONField()),
                ("rated", models.BooleanField(default=False)),
                ("free_text", models.BooleanField(default=False)),
                ("changed_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.club"),
                ),
            ],
            options={
                "ordering": ("club", "id"),
            },
        ),
        migrations.CreateModel(
            name="ClubScore",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("matches", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.club"
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
                "ordering": ("club", "-won", "-drawn", "matches", "id"),
                "indexes": [
                    models.Index(fields=["club", "-won", "-drawn", "matches", "id"], name="club_score_in_order")
                ],
                "constraints": [models.UniqueConstraint(fields=("club", "player"), name="club_score_once")],
            },
        ),
        migrations.CreateModel(
            name="ClubTable",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.club"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "match"], name="table_of_club")],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "standing",
                    models.CharField(
                        choices=[
                            ("asked", "has asked to be admitted"),
                            ("member", "Member"),
                            ("organizer", "Organizer"),
                            ("removed", "was removed, or not admitted"),
                            ("banned", "may not come again"),
                        ],
                        max_length=10,
                    ),
                ),
                ("since", models.DateTimeField()),
                ("joined_at", models.DateTimeField(null=True)),
                ("reason", models.TextField(blank=True)),
                ("is_told", models.BooleanField(default=True)),
                ("muted_until", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.club"
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
                "ordering": ("club", "-id"),
                "indexes": [
                    models.Index(fields=["club", "standing", "-id"], name="membership_of_club"),
                    models.Index(
                        condition=models.Q(("standing", "removed")), fields=["since"], name="membership_removed"
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "club"), name="membership_once")],
            },
        ),
    ]
