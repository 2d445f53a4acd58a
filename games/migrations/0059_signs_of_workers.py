from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0058_seeds_of_seeks"),
    ]

    operations = [
        migrations.AddField(
            model_name="lastsweep",
            name="worked_at",
            field=models.DateTimeField(null=True),
        ),
    ]
