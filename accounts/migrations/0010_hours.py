from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_told_players")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="hours",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
