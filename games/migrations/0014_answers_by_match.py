"""Say of which match each stored answer tells, a few at a time, and find answers by it."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Max

from chkobba_api.concurrently import AddUnique, AlterKey

AT_ONCE = 1000


def name_matches(apps, schema_editor):
    """An answer holds the view of its match. Those that are written meanwhile by the release before name none."""
    found = {
        "postgresql": "((body::json -> 'view') ->> 'id')::uuid",
        "sqlite": "replace(json_extract(body, '$.view.id'), '-', '')",
    }[schema_editor.connection.vendor]
    answers = apps.get_model("games", "Answer").objects.filter(match=None).order_by("pk")
    last = 0
    while True:
        ids = answers.filter(pk__gt=last).values("pk")[:AT_ONCE]
        first, last = last, answers.filter(pk__in=ids).aggregate(last=Max("pk"))["last"]
        if last is None:
            return
        schema_editor.execute(
            f"UPDATE games_answer SET match_id = {found} WHERE match_id IS NULL AND id > {first} AND id <= {last}"  # noqa: S608
        )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0013_outdated_deliveries"),
    ]

    operations = [
        migrations.RunPython(name_matches, migrations.RunPython.noop),
        AlterKey(
            model_name="answer",
            name="match",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="games.match",
            ),
        ),
        # Django took it away on PostgreSQL in an earlier form of ``0009``, together with the index of the column.
        migrations.SeparateDatabaseAndState(
            database_operations=[
                AddUnique(
                    model_name="match",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("status", "cancelled"), _negated=True),
                        fields=("rematch_of",),
                        name="one_rematch_at_a_time",
                    ),
                )
            ]
        ),
    ]
