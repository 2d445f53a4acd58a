from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0026_late_bots")]

    operations = [
        migrations.AddField("address", "rests_until", models.DateTimeField(null=True)),
        migrations.CreateModel(
            name="Sending",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField(null=True)),
            ],
        ),
    ]
