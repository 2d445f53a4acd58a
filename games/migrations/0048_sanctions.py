import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import chkobba_api.ids

STAFF = {"db_index": False, "on_delete": django.db.models.deletion.PROTECT, "related_name": "+"}
KINDS = [
    ("warning", "a warning: nothing is forbidden"),
    ("words", "no words at tables"),
    ("rated", "no rated matches"),
    ("public", "no public tables, no seeks"),
    ("ban", "a ban: nothing but reading, appealing and leaving"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0047_undo"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("kind", models.CharField(choices=KINDS, max_length=10)),
                ("reason", models.TextField()),
                ("at", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("appeal", models.TextField(blank=True)),
                ("appealed_at", models.DateTimeField(null=True)),
                ("answer", models.TextField(blank=True)),
                ("answered_at", models.DateTimeField(null=True)),
                ("answered_by", models.ForeignKey(null=True, to=settings.AUTH_USER_MODEL, **STAFF)),
                ("lifted_by", models.ForeignKey(null=True, to=settings.AUTH_USER_MODEL, **STAFF)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("staff", models.ForeignKey(to=settings.AUTH_USER_MODEL, **STAFF)),
            ],
            options={"ordering": ("-id",)},
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(fields=["player", "-until"], name="sanction_of_player"),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(fields=["until"], name="sanction_by_end"),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(
                condition=models.Q(("answered_at__isnull", True), ("appealed_at__isnull", False)),
                fields=["id"],
                name="sanction_appealed",
            ),
        ),
    ]
