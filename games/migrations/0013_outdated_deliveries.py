"""A delivery may be out of date before it is sent. The table stays as it is: only the choices change."""

from __future__ import annotations

from django.db import migrations, models

STATES = [
    ("waiting", "is sent, or sent again, when its time has come"),
    ("taken", "the receiver has it"),
    ("given_up", "nobody has taken it in the time that its channel has"),
    ("outdated", "it was not so any more when it was to be sent"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0012_last_sweep")]

    operations = [
        migrations.AlterField("delivery", "state", models.CharField(choices=STATES, default="waiting", max_length=10)),
    ]
