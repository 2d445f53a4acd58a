from django.db import migrations, models

from chkobba_api.concurrently import AddIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0030_abandonments")]

    operations = [
        AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("substitute_wanted", True)), fields=["match"], name="seat_offered"),
        ),
        AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("substitute_from__isnull", False), ("substitute_wanted", False)),
                fields=["substitute_from"],
                name="seat_to_offer",
            ),
        ),
    ]
