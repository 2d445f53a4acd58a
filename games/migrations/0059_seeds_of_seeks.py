from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0056_deal_again")]

    operations = [
        migrations.AddField(model_name="seek", name="seed_commitments", field=models.JSONField(null=True)),
    ]
