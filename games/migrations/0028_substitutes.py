from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0027_sending")]

    operations = [migrations.AddField("match", "substitutes_after", models.PositiveIntegerField(null=True))]
