from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_names_without_accents")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="time_zone",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
    ]
