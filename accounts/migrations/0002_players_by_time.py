from django.db import migrations, models


class Migration(migrations.Migration):
    """Players are listed by the time of their account, since their random ids tell no time."""

    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddIndex("player", models.Index(fields=["created_at"], name="player_by_time")),
        migrations.AddIndex(
            "player",
            models.Index(condition=models.Q(("is_staff", True)), fields=["created_at"], name="staff_by_time"),
        ),
        migrations.AddIndex(
            "player",
            models.Index(condition=models.Q(("is_bot", True)), fields=["created_at"], name="bot_account_by_time"),
        ),
        migrations.RemoveIndex("player", "player_of_staff"),
        migrations.RemoveIndex("player", "player_bot"),
    ]
