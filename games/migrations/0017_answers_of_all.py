"""Answers to anything that is posted are kept, with status and headers, also those to nobody in particular."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from chkobba_api.concurrently import AddUnique, LetBeNull


class Migration(migrations.Migration):
    """Not atomic: the index is made while answers are written."""

    atomic = False

    dependencies = [
        ("games", "0016_reports"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("answer", "status", models.PositiveSmallIntegerField(default=201, db_default=201)),
        migrations.AddField("answer", "headers", models.JSONField(null=True)),
        LetBeNull(
            model_name="answer",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        AddUnique(
            model_name="answer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", True)), fields=("key",), name="idempotency_key_of_nobody_once"
            ),
        ),
    ]
