import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0022_rated"),
        ("games", "0039_relations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Conditions",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("rated", models.BooleanField(default=False)),
                ("least_reliability", models.PositiveSmallIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Reliability",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("turns", models.FloatField(default=0)),
                ("in_time", models.FloatField(default=0)),
                ("matches", models.FloatField(default=0)),
                ("finished", models.FloatField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="RatedMatch",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("pool", models.CharField(max_length=40)),
                ("number", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ("pool", "number"),
                "constraints": [models.UniqueConstraint(fields=("pool", "number"), name="rated_in_turn")],
            },
        ),
        migrations.CreateModel(
            name="Counted",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("figures", models.CharField(max_length=12)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "figures"), name="counted_once")],
            },
        ),
        migrations.CreateModel(
            name="Encounter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=40)),
                ("against", models.PositiveIntegerField(default=0)),
                ("ahead", models.PositiveIntegerField(default=0)),
                ("level", models.PositiveIntegerField(default=0)),
                ("together", models.PositiveIntegerField(default=0)),
                ("together_won", models.PositiveIntegerField(default=0)),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("player", "other", "game"),
                "constraints": [models.UniqueConstraint(fields=("player", "other", "game"), name="encounter_once")],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=40)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("matches", models.PositiveIntegerField()),
                ("last_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("pool", "-mu", "-id"),
                "indexes": [models.Index(fields=["pool", "-mu", "-id"], name="rating_in_order")],
                "constraints": [models.UniqueConstraint(fields=("player", "pool"), name="rating_once")],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=40)),
                ("number", models.PositiveIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("player", "pool", "-number"),
                "constraints": [
                    models.UniqueConstraint(fields=("player", "pool", "number"), name="rating_changed_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=40)),
                ("matches", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("places", models.JSONField(default=dict)),
                ("rounds", models.PositiveIntegerField(default=0)),
                ("categories", models.JSONField(default=dict)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("player", "game"),
                "constraints": [models.UniqueConstraint(fields=("player", "game"), name="tally_once")],
            },
        ),
    ]
