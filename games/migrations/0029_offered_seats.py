from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0028_substitutes")]

    operations = [
        migrations.AddField("seat", "substitute_from", models.DateTimeField(null=True)),
        migrations.AddField("seat", "substitute_wanted", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("seat", "substitute_since", models.PositiveIntegerField(null=True)),
    ]
