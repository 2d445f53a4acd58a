from django.db import migrations, models

from chkobba_api.concurrently import AddIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0034_seats_of_seeks")]

    operations = [
        AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("seek__isnull", False)), fields=["seek", "match"], name="seat_of_seek"
            ),
        ),
    ]
