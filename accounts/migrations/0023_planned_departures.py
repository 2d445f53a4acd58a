"""Leaving in a few days; players of earlier code leave at once, or stay."""

from __future__ import annotations

from django.db import migrations, models

PHASES = [
    ("away", "the server plays until it is time"),
    ("waiting", "it can be taken back"),
    ("back", "it was taken back: seats are given back"),
    ("seats", "seats are given up"),
    ("answers", "the name is taken out of stored answers"),
    ("ended", "all is done"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0022_rated"),
    ]

    operations = [
        migrations.AddField("player", "leaves_at", models.DateTimeField(null=True, blank=True)),
        migrations.AlterField("departure", "left_at", models.DateTimeField(null=True)),
        migrations.AlterField("departure", "phase", models.CharField(max_length=10, choices=PHASES, default="seats")),
    ]
