"""Who follows whom, and who has blocked whom: a table of its own, which earlier code does not know."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0038_occasions_of_words"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Relation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("follow", "follows"), ("block", "has blocked")], max_length=10)),
                ("at", models.DateTimeField()),
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
                    models.Index(fields=["player", "kind", "-id"], name="relation_of_player"),
                    models.Index(fields=["other", "kind", "-id"], name="relation_to_other"),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "other"), name="relation_once")],
            },
        ),
    ]
