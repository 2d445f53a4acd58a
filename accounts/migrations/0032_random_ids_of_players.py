"""Ids of new players tell nothing. Nothing changes in the database."""

import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0031_looks_of_digits_and_kana"),
    ]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="id",
            field=models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
        ),
    ]
