from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from chkobba_api.concurrently import AddUnique, AlterKey


def of_the_log(name: str) -> AlterKey:
    """Return what takes away the index of the match of a row, which is found by match and version as well."""
    key = models.ForeignKey(
        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.match"
    )
    return AlterKey(model_name=name, name="match", field=key)


def compress_fast(apps: Any, schema_editor: Any) -> None:
    """Let PostgreSQL compress answers as fast as it can, where it was built with that (14 or later, ``--with-lz4``).

    Each move keeps one, of 3 KB, and its own compression took a tenth of all that it does for a move.
    """
    if schema_editor.connection.vendor == "postgresql":
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT enumvals FROM pg_settings WHERE name = 'default_toast_compression'")
            known = cursor.fetchone()
        if known and "lz4" in known[0]:
            schema_editor.execute("ALTER TABLE games_answer ALTER COLUMN body SET COMPRESSION lz4")


class Migration(migrations.Migration):
    """What each move writes costs less: no index for which others can stand in, and answers compressed fast.

    Not atomic: what is new is made before what it replaces goes, and nobody waits.
    """

    atomic = False

    dependencies = [
        ("games", "0052_look_backs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        of_the_log("move"),
        of_the_log("round"),
        of_the_log("tableevent"),
        AlterKey(
            model_name="answer",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        AddUnique(
            model_name="match",
            constraint=models.UniqueConstraint(
                condition=models.Q(("rematch_of__isnull", False), models.Q(("status", "cancelled"), _negated=True)),
                fields=("rematch_of",),
                name="one_rematch_at_once",
            ),
        ),
        migrations.RemoveConstraint(model_name="match", name="one_rematch_at_a_time"),
        AddUnique(
            model_name="match",
            constraint=models.UniqueConstraint(
                condition=models.Q(("code__isnull", False)), fields=("code",), name="match_code_once"
            ),
        ),
        AlterKey(model_name="match", name="code", field=models.CharField(max_length=8, null=True)),
        migrations.RunPython(compress_fast, migrations.RunPython.noop),
    ]
