from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0021_calendar_feeds")]

    operations = [
        migrations.AddField(model_name="match", name="pause", field=models.JSONField(null=True)),
    ]
