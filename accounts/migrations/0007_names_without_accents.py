"""Names are found without their accents: by another index, made while everybody goes on playing."""

from __future__ import annotations

from django.db import migrations

import accounts.indexes
from chkobba_api.concurrently import AddIndex, RemoveIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("accounts", "0006_cards"),
    ]

    operations = [
        AddIndex(
            model_name="player",
            index=accounts.indexes.FoldedIndex(fields=["nickname"], name="player_by_folded"),
        ),
        RemoveIndex(
            model_name="player",
            name="player_by_prefix",
        ),
    ]
