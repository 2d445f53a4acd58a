from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0046_index_of_words_of_clubs")]

    operations = [
        migrations.AddField(
            model_name="conditions",
            name="undo",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name="match",
            name="undone",
            field=models.JSONField(null=True),
        ),
    ]
