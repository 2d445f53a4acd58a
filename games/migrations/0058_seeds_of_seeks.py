from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0057_no_answers_of_secrets")]

    operations = [
        migrations.AddField(model_name="seek", name="seed_commitments", field=models.JSONField(null=True)),
    ]
