"""The row of the last sweep is called by what it is; the table keeps its name."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0011_clock")]

    operations = [
        migrations.AlterModelTable("Sweep", "games_sweep"),
        migrations.RenameModel("Sweep", "LastSweep"),
    ]
