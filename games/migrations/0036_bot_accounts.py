from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0035_index_of_seats_of_seeks")]

    operations = [
        migrations.AddField("match", "bot_accounts", models.BooleanField(db_default=False, default=False)),
    ]
