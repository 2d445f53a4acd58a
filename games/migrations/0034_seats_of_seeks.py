import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0033_seeks")]

    operations = [
        migrations.AddField(
            "seat",
            "seek",
            models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to="games.seek",
            ),
        ),
    ]
