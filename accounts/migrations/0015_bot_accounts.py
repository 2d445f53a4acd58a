from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_codes_made_by")]

    operations = [
        migrations.AddField(
            "player",
            "is_bot",
            models.BooleanField(
                "bot account",
                db_default=False,
                default=False,
                help_text="A program plays; everybody sees it. For good.",
            ),
        ),
    ]
