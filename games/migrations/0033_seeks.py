import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import chkobba_api.ids


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0032_holiday_ends"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Seek",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("game", models.CharField(max_length=40)),
                ("seat_count", models.PositiveSmallIntegerField()),
                ("options", models.JSONField(default=dict)),
                ("control", models.JSONField()),
                ("terms", models.CharField(max_length=64)),
                ("keep_going", models.PositiveSmallIntegerField(null=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("looking_since", models.DateTimeField(null=True)),
                ("wake_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ending",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("matched", "it has found its match"),
                            ("expired", "its time was up"),
                            ("withdrawn", "its player ended it"),
                        ],
                        max_length=10,
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
                "ordering": ("-created_at", "-id"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=["player", "terms"], condition=Q(("ended_at__isnull", True)), name="sought_once"
                    ),
                    models.CheckConstraint(
                        condition=Q(
                            ("ended_at__isnull", True),
                            Q(("looking_since__isnull", True), ("wake_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="seek_rests_when_over",
                    ),
                ],
                "indexes": [
                    models.Index(fields=["player", "-created_at", "-id"], name="seek_of_player"),
                    models.Index(
                        fields=["terms", "looking_since", "id"],
                        name="seek_in_turn",
                        condition=Q(("looking_since__isnull", False)),
                    ),
                    models.Index(
                        fields=["-created_at", "-id"],
                        name="seek_listed",
                        condition=Q(("looking_since__isnull", False)),
                    ),
                    models.Index(fields=["wake_at"], name="seek_to_wake", condition=Q(("wake_at__isnull", False))),
                    models.Index(fields=["ended_at"], name="seek_over", condition=Q(("ended_at__isnull", False))),
                ],
            },
        ),
    ]
