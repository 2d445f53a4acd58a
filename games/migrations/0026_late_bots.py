from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0025_plans")]

    operations = [migrations.AddField("match", "late_bots", models.JSONField(null=True))]
