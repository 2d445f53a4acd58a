from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0027_second_factors")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="ban",
            field=models.JSONField(blank=True, editable=False, null=True),
        ),
    ]
