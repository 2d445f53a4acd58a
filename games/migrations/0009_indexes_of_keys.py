import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from chkobba_api.concurrently import AlterKey


class Migration(migrations.Migration):
    """Indexes made before find by these keys, too. Not atomic: no table waits while the other one is changed."""

    atomic = False

    dependencies = [
        ("games", "0008_lists"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AlterKey(
            model_name="match",
            name="rematch_of",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rematches",
                to="games.match",
            ),
        ),
        AlterKey(
            model_name="seat",
            name="player",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
