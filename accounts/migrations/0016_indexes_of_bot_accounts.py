from django.db import migrations, models

from chkobba_api.concurrently import AddIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0015_bot_accounts")]

    operations = [
        AddIndex(
            model_name="player",
            index=models.Index(condition=models.Q(("is_bot", True)), fields=["id"], name="player_bot"),
        ),
    ]
