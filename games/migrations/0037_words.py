"""What is said at tables, who is not heard by whom, and notes: tables of their own, which earlier code does not know."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import chkobba_api.ids


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0036_bot_accounts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FreeText",
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
            ],
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField()),
                ("changed_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("-changed_at",),
            },
        ),
        migrations.CreateModel(
            name="Word",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("version", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("phrase", "Phrase"), ("reaction", "Reaction"), ("text", "Text")], max_length=10
                    ),
                ),
                ("key", models.CharField(blank=True, max_length=20)),
                ("about", models.PositiveIntegerField(null=True)),
                ("text", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                ("hidden_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.AddField(
            model_name="mute",
            name="muted",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="mute",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="note",
            name="match",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
            ),
        ),
        migrations.AddField(
            model_name="note",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="word",
            name="match",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.match"
            ),
        ),
        migrations.AddField(
            model_name="word",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="word",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.word"
            ),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.UniqueConstraint(fields=("player", "muted"), name="muted_once"),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.UniqueConstraint(fields=("player", "match"), name="note_once"),
        ),
        migrations.AddIndex(
            model_name="word",
            index=models.Index(fields=["match", "-id"], name="word_of_match"),
        ),
        migrations.AddConstraint(
            model_name="word",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "reaction")),
                fields=("match", "player", "about", "key"),
                name="reaction_once",
            ),
        ),
    ]
