"""Addresses of mail are a table of its own, which earlier code does not know."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import chkobba_api.ids


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_hours")]

    operations = [
        migrations.CreateModel(
            name="MailAddress",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("address", models.CharField(max_length=254)),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("language", models.CharField(max_length=10)),
                ("asked_at", models.DateTimeField(null=True)),
                ("digest", models.CharField(max_length=64, null=True, unique=True)),
                ("sent", models.PositiveIntegerField(default=0)),
                ("send_at", models.DateTimeField(null=True)),
                ("attempts", models.PositiveIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_addresses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("send_at__isnull", False)), fields=["send_at"], name="mail_address_to_send"
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "address"), name="mail_address_once")],
            },
        ),
    ]
