from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_tickets")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="language",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
    ]
