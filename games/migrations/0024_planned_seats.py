from django.db import migrations, models

ACTORS = [
    ("player", "Player"),
    ("bot", "Bot"),
    ("timeout", "the clock"),
    ("admin", "Admin"),
    ("plan", "what its player had planned"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0023_devices")]

    operations = [
        migrations.AlterField("move", "by", models.CharField(choices=ACTORS, max_length=10)),
        migrations.AlterField("tableevent", "by", models.CharField(choices=ACTORS, max_length=10)),
        migrations.AddField("seat", "has_plan", models.BooleanField(db_default=False, default=False)),
    ]
