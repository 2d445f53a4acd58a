import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from chkobba_api.concurrently import AlterKey


class Migration(migrations.Migration):
    """On PostgreSQL the unique constraint of the column stays until ``0009``, when another index finds rematches."""

    dependencies = [
        ("games", "0003_stewarding"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AlterKey(
            model_name="match",
            name="rematch_of",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="rematches", to="games.match"
            ),
        ),
    ]
