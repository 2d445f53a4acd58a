"""Where players want to be told is a table of its own; deliveries may go to an address. Earlier code knows neither."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import chkobba_api.ids


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_answers_of_all"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Address",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("channel", models.CharField(max_length=20)),
                ("target", models.TextField()),
                ("format", models.CharField(blank=True, max_length=20)),
                ("secret", models.CharField(blank=True, max_length=100)),
                ("is_on", models.BooleanField(default=True)),
                ("kinds", models.JSONField(null=True)),
                ("quiet_from", models.TimeField(null=True)),
                ("quiet_to", models.TimeField(null=True)),
                (
                    "digest",
                    models.CharField(
                        choices=[
                            ("at_once", "At Once"),
                            ("hourly", "Hourly"),
                            ("twice_a_day", "Twice A Day"),
                            ("daily", "Daily"),
                        ],
                        default="at_once",
                        max_length=12,
                    ),
                ),
                ("digest_hour", models.PositiveSmallIntegerField(default=8)),
                ("created_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("failing_since", models.DateTimeField(null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("given_up_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="addresses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ("created_at", "id")},
        ),
        migrations.AddField(
            "delivery",
            "address",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="games.address",
            ),
        ),
        migrations.AddField("delivery", "message", models.UUIDField(null=True)),
        migrations.AddField("delivery", "tried_at", models.DateTimeField(null=True)),
        migrations.AddField("delivery", "outcome", models.CharField(db_default="", default="", max_length=20)),
    ]
