from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0056_deal_again"),
    ]

    operations = [
        migrations.AddField(
            model_name="lastsweep",
            name="worked_at",
            field=models.DateTimeField(null=True),
        ),
    ]
