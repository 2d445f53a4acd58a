from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0040_ratings")]

    operations = [
        migrations.AddField(
            model_name="seek",
            name="least_reliability",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="seek",
            name="rated",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="seek",
            name="rating_within",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
