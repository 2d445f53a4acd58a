from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_language")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="cards",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
    ]
