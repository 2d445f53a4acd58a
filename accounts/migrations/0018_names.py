"""What names look like, so that no two look alike; of names of the staff that do, the older one counts."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.look_alikes import looks_of


def take_looks(apps: Any, schema_editor: Any) -> None:
    """Note what names look like that there are: those of the staff."""
    named = apps.get_model("accounts", "Player").objects.filter(username__isnull=False)
    look = apps.get_model("accounts", "NameLook")
    for pk, username in named.order_by("created_at").values_list("pk", "username").iterator():
        rows = [look(look=one, player_id=pk) for one in sorted(looks_of(username))]
        look.objects.bulk_create(rows, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0017_free_text"),
    ]

    operations = [
        migrations.CreateModel(
            name="NameLook",
            fields=[
                ("look", models.CharField(max_length=500, primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="looks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(take_looks, migrations.RunPython.noop),
    ]
