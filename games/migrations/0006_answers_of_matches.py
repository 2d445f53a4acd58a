import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Which match an answer tells of is filled in by ``0014``, when no lock is held."""

    dependencies = [
        ("games", "0005_seed_commitments"),
    ]

    operations = [
        migrations.AddField(
            model_name="answer",
            name="match",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="games.match",
            ),
        ),
    ]
