import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0024_planned_seats")]

    operations = [
        migrations.CreateModel(
            name="Plan",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("steps", models.JSONField(default=list)),
                ("when_forced", models.BooleanField(default=False)),
                ("tried_at", models.PositiveIntegerField(default=0)),
                ("look_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("look_at__isnull", False)), fields=["look_at"], name="plan_to_look_at"
                    )
                ],
            },
        ),
    ]
