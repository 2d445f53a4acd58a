"""An occasion goes once by a channel to each address, and not once by a channel."""

from __future__ import annotations

from uuid import UUID

from django.db import migrations, models
from django.db.models.functions import Coalesce

from chkobba_api.concurrently import AddIndex, AddUnique


class Migration(migrations.Migration):
    """Not atomic: the indexes are made while deliveries are written."""

    atomic = False

    dependencies = [
        ("games", "0018_addresses"),
    ]

    operations = [
        AddUnique(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                "occasion",
                "channel",
                Coalesce("address", models.Value(UUID(int=0)), output_field=models.UUIDField()),
                name="delivery_once_an_address",
            ),
        ),
        AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("address__isnull", False)),
                fields=["address", "-tried_at"],
                name="delivery_of_address",
            ),
        ),
        migrations.RemoveConstraint("delivery", "delivery_once"),
    ]
