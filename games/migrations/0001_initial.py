import uuid

import django.db.models.deletion
import django.db.models.functions.comparison
from django.conf import settings
from django.db import migrations, models

import chkobba_api.ids
import games.indexes


class Migration(migrations.Migration):
    """Matches, their logs, and everything around them."""

    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("game", models.CharField(max_length=40)),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("options", models.JSONField(default=dict)),
                ("seat_count", models.PositiveSmallIntegerField()),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "in the lobby list; everyone may watch"),
                            ("private", "by room code alone"),
                        ],
                        max_length=10,
                    ),
                ),
                ("turn_seconds", models.PositiveIntegerField()),
                ("autostart", models.BooleanField(default=False)),
                (
                    "creator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="created_matches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("code", models.CharField(max_length=8, null=True)),
                ("seeds_due_at", models.DateTimeField(null=True)),
                ("late_bots", models.JSONField(null=True)),
                ("bot_accounts", models.BooleanField(db_default=False, default=False)),
                ("substitutes_after", models.PositiveIntegerField(null=True)),
                (
                    "rematch_of",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rematches",
                        to="games.match",
                    ),
                ),
                (
                    "deal_of",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.match",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("lobby", "Lobby"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="lobby",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("dealer", models.PositiveSmallIntegerField(null=True)),
                ("result", models.JSONField(null=True)),
                ("seed", models.CharField(max_length=64)),
                ("commitment", models.CharField(max_length=64)),
                ("version", models.PositiveIntegerField(default=0)),
                ("digest", models.CharField(max_length=64)),
                ("touched", models.PositiveIntegerField(default=0)),
                ("snapshot", models.TextField(default="")),
                ("to_act", models.SmallIntegerField(null=True)),
                ("due_at", models.DateTimeField(null=True)),
                ("wake_at", models.DateTimeField(null=True)),
                ("paused_at", models.DateTimeField(null=True)),
                ("time_left", models.DurationField(null=True)),
                ("terms_version", models.PositiveIntegerField(db_default=0, default=0)),
                ("pause", models.JSONField(null=True)),
                ("undone", models.JSONField(null=True)),
                ("clock", models.JSONField()),
            ],
            options={
                "verbose_name_plural": "matches",
                "ordering": ("-created_at",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("wake_at__isnull", False)), fields=["wake_at"], name="match_to_wake"
                    ),
                    models.Index(
                        fields=[
                            "status",
                            "-created_at",
                            "-id",
                            "visibility",
                            "game",
                            "rules_version",
                            "seat_count",
                            "turn_seconds",
                        ],
                        name="match_listed",
                    ),
                    models.Index(
                        fields=["id", "status", "created_at", "game", "seat_count", "turn_seconds"],
                        name="match_in_short",
                    ),
                    models.Index(
                        condition=models.Q(("rematch_of__isnull", False)), fields=["rematch_of"], name="match_rematched"
                    ),
                    models.Index(
                        condition=models.Q(("paused_at__isnull", False)), fields=["paused_at"], name="match_paused"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("rematch_of__isnull", False), models.Q(("status", "cancelled"), _negated=True)
                        ),
                        fields=("rematch_of",),
                        name="one_rematch_at_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("code__isnull", False)), fields=("code",), name="match_code_once"
                    ),
                    models.CheckConstraint(condition=models.Q(("version__gte", 0)), name="match_version_counts_up"),
                    models.CheckConstraint(
                        condition=models.Q(("status", "running"), ("to_act__isnull", True), _connector="OR"),
                        name="match_acts_while_running",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("paused_at__isnull", True),
                            models.Q(("due_at__isnull", True), ("status", "running")),
                            _connector="OR",
                        ),
                        name="match_paused_while_running",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seek",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
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
                ("game", models.CharField(max_length=40)),
                ("seat_count", models.PositiveSmallIntegerField()),
                ("options", models.JSONField(default=dict)),
                ("control", models.JSONField()),
                ("terms", models.CharField(max_length=64)),
                ("rated", models.BooleanField(db_default=False, default=False)),
                ("rating_within", models.PositiveSmallIntegerField(null=True)),
                ("least_reliability", models.PositiveSmallIntegerField(null=True)),
                ("keep_going", models.PositiveSmallIntegerField(null=True)),
                ("seed_commitments", models.JSONField(default=list)),
                ("despite_vacation", models.BooleanField(db_default=False, default=False)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("looking_since", models.DateTimeField(null=True)),
                ("wake_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ending",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("matched", "it has found its match"),
                            ("expired", "its time was up"),
                            ("withdrawn", "its player ended it"),
                        ],
                        max_length=10,
                    ),
                ),
            ],
            options={
                "ordering": ("-created_at", "-id"),
                "indexes": [
                    models.Index(fields=["player", "-created_at", "-id"], name="seek_of_player"),
                    models.Index(
                        condition=models.Q(("looking_since__isnull", False)),
                        fields=["terms", "looking_since", "id"],
                        name="seek_in_turn",
                    ),
                    models.Index(
                        condition=models.Q(("looking_since__isnull", False)),
                        fields=["-created_at", "-id"],
                        name="seek_listed",
                    ),
                    models.Index(
                        condition=models.Q(("wake_at__isnull", False)), fields=["wake_at"], name="seek_to_wake"
                    ),
                    models.Index(
                        condition=models.Q(("ended_at__isnull", False)), fields=["ended_at"], name="seek_over"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)), fields=("player", "terms"), name="sought_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ended_at__isnull", True),
                            models.Q(("looking_since__isnull", True), ("wake_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="seek_rests_when_over",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.match"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("bot", models.CharField(blank=True, max_length=20)),
                (
                    "reserved_for",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("seed_commitment", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("terms_version", models.PositiveIntegerField(db_default=0, default=0)),
                ("autopilot", models.BooleanField(default=False)),
                ("missed", models.PositiveIntegerField(default=0)),
                ("missed_in_row", models.PositiveSmallIntegerField(default=0)),
                ("resigned", models.BooleanField(default=False)),
                ("substitute_from", models.DateTimeField(null=True)),
                ("substitute_wanted", models.BooleanField(db_default=False, default=False)),
                ("substitute_since", models.PositiveIntegerField(null=True)),
                ("has_plan", models.BooleanField(db_default=False, default=False)),
                (
                    "seek",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to="games.seek",
                    ),
                ),
            ],
            options={
                "ordering": ("match", "number"),
                "indexes": [
                    models.Index(condition=models.Q(("autopilot", True)), fields=["match"], name="seat_on_autopilot"),
                    models.Index(
                        condition=models.Q(("substitute_wanted", True)), fields=["match"], name="seat_offered"
                    ),
                    models.Index(
                        condition=models.Q(("substitute_from__isnull", False), ("substitute_wanted", False)),
                        fields=["substitute_from"],
                        name="seat_to_offer",
                    ),
                    models.Index(fields=["player", "match"], name="seat_of_player"),
                    models.Index(
                        condition=models.Q(("seek__isnull", False)), fields=["seek", "match"], name="seat_of_seek"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="seat_once"),
                    models.UniqueConstraint(fields=("match", "player"), name="player_once_at_a_table"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Abandonment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ("match", "version"),
                "constraints": [models.UniqueConstraint(fields=("player", "match"), name="abandoned_once")],
            },
        ),
        migrations.CreateModel(
            name="EntryRequirements",
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
                ("undo", models.BooleanField(db_default=True, default=True)),
                ("hints", models.BooleanField(null=True)),
                ("bots_give_way", models.BooleanField(db_default=False, default=False)),
                ("one_network", models.JSONField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="BotJob",
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
                ("version", models.PositiveIntegerField()),
                ("asked_at", models.DateTimeField()),
                ("wake_at", models.DateTimeField(db_index=True)),
                ("tries", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ("wake_at",),
            },
        ),
        migrations.CreateModel(
            name="Hint",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("wake_at", models.DateTimeField(null=True)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("move", models.TextField(blank=True)),
            ],
            options={
                "ordering": ("-asked_at", "-id"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("wake_at__isnull", False)), fields=["wake_at"], name="hint_to_think_of"
                    ),
                    models.Index(fields=["asked_at"], name="hint_by_age"),
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "version"), name="hint_once_a_row")],
            },
        ),
        migrations.CreateModel(
            name="MatchAnalysis",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
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
                ("asked_at", models.DateTimeField()),
                ("wake_at", models.DateTimeField(null=True)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("moves", models.PositiveIntegerField(default=0)),
                ("seconds", models.FloatField(default=0)),
                ("findings", models.JSONField(default=list)),
                ("rounds", models.JSONField(default=list)),
            ],
            options={
                "ordering": ("-asked_at", "-id"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("wake_at__isnull", False)), fields=["wake_at"], name="match_analysis_to_do"
                    ),
                    models.Index(fields=["player", "asked_at"], name="match_analysis_of_player"),
                    models.Index(fields=["asked_at"], name="match_analysis_by_age"),
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "player"), name="match_analysis_once")],
            },
        ),
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                ("game", models.CharField(max_length=40)),
                ("rules_version", models.PositiveIntegerField()),
                ("state", models.TextField()),
                ("values", models.JSONField()),
            ],
            options={
                "ordering": ("-day",),
            },
        ),
        migrations.CreateModel(
            name="PuzzleAnswer",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="answers", to="games.puzzle"
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
                ("move", models.TextField()),
                ("right", models.BooleanField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ("-puzzle",),
                "constraints": [models.UniqueConstraint(fields=("player", "puzzle"), name="answered_once")],
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=40)),
                ("description", models.TextField(blank=True)),
                (
                    "joining",
                    models.CharField(
                        choices=[
                            ("open", "all players may join"),
                            ("request", "an organizer admits players who ask"),
                            ("invitation", "by invitation only; hidden from other players"),
                        ],
                        max_length=10,
                    ),
                ),
                ("code", models.CharField(max_length=10, null=True, unique=True)),
                ("founded_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-id",),
                "indexes": [
                    models.Index(
                        condition=models.Q(
                            ("ended_at__isnull", True), models.Q(("joining", "invitation"), _negated=True)
                        ),
                        fields=["-id"],
                        name="club_listed",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubConfusable",
            fields=[
                ("look", models.CharField(max_length=500, primary_key=True, serialize=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="looks", to="games.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.club"
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
                (
                    "standing",
                    models.CharField(
                        choices=[
                            ("asked", "has asked to be admitted"),
                            ("member", "Member"),
                            ("organizer", "Organizer"),
                            ("removed", "was removed, or not admitted"),
                            ("banned", "may not come again"),
                        ],
                        max_length=10,
                    ),
                ),
                ("since", models.DateTimeField()),
                ("joined_at", models.DateTimeField(null=True)),
                ("reason", models.TextField(blank=True)),
                ("is_notified", models.BooleanField(default=True)),
                ("muted_until", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("club", "-id"),
                "indexes": [
                    models.Index(fields=["club", "standing", "-id"], name="membership_of_club"),
                    models.Index(
                        condition=models.Q(("standing", "removed")), fields=["since"], name="membership_removed"
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "club"), name="membership_once")],
            },
        ),
        migrations.CreateModel(
            name="Preset",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.club"),
                ),
                ("name", models.CharField(max_length=60)),
                ("game", models.CharField(max_length=40)),
                ("seat_count", models.PositiveSmallIntegerField()),
                ("options", models.JSONField(default=dict)),
                ("control", models.JSONField()),
                ("rated", models.BooleanField(default=False)),
                ("free_text", models.BooleanField(default=False)),
                ("changed_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("club", "id"),
            },
        ),
        migrations.CreateModel(
            name="ClubMatch",
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
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.club"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "match"], name="table_of_club")],
            },
        ),
        migrations.CreateModel(
            name="ClubScore",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("matches", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ("club", "-won", "-drawn", "matches", "id"),
                "indexes": [
                    models.Index(fields=["club", "-won", "-drawn", "matches", "id"], name="club_score_in_order")
                ],
                "constraints": [models.UniqueConstraint(fields=("club", "player"), name="club_score_once")],
            },
        ),
        migrations.CreateModel(
            name="LastSweep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("worked_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
                ("done_to", models.UUIDField(null=True)),
                ("done", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ("began_at",),
                "indexes": [
                    models.Index(condition=models.Q(("done", False)), fields=["began_at"], name="outage_pending")
                ],
            },
        ),
        migrations.CreateModel(
            name="IdempotentResponse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("key", models.CharField(max_length=100)),
                ("request", models.CharField(max_length=64)),
                (
                    "match",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.match",
                    ),
                ),
                ("status", models.PositiveSmallIntegerField(db_default=201, default=201)),
                ("headers", models.JSONField(null=True)),
                ("body", models.TextField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("created_at",),
                "indexes": [models.Index(fields=["created_at"], name="idempotent_response_by_age")],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "key"), name="idempotency_key_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", True)),
                        fields=("key",),
                        name="idempotency_key_of_address_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.match"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("digest", models.CharField(max_length=64)),
                ("number", models.PositiveIntegerField()),
                ("attempt", models.PositiveIntegerField()),
                ("kind", models.CharField(choices=[("deck", "deck"), ("reshuffle", "reshuffle")], max_length=10)),
                ("deck", models.TextField()),
                ("events", models.TextField()),
            ],
            options={
                "ordering": ("match", "version"),
                "constraints": [
                    models.UniqueConstraint(fields=("match", "version"), name="round_version_once"),
                    models.UniqueConstraint(fields=("match", "number", "attempt"), name="shuffle_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.match"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("digest", models.CharField(max_length=64)),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "by",
                    models.CharField(
                        choices=[
                            ("player", "Player"),
                            ("bot", "Bot"),
                            ("timeout", "the clock"),
                            ("admin", "Admin"),
                            ("plan", "what its player had planned"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("move", models.TextField()),
                ("events", models.TextField()),
                ("ends_round", models.BooleanField(default=False)),
                ("bot", models.TextField(null=True)),
            ],
            options={
                "ordering": ("match", "version"),
                "indexes": [
                    games.indexes.TimeIndex(autosummarize=True, fields=["at"], name="move_by_time", pages_per_range=32)
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "version"), name="move_version_once")],
            },
        ),
        migrations.CreateModel(
            name="TableEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.match"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("digest", models.CharField(max_length=64)),
                ("type", models.CharField(max_length=20)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                (
                    "by",
                    models.CharField(
                        choices=[
                            ("player", "Player"),
                            ("bot", "Bot"),
                            ("timeout", "the clock"),
                            ("admin", "Admin"),
                            ("plan", "what its player had planned"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("data", models.TextField(default="{}")),
            ],
            options={
                "ordering": ("match", "version"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("type", "cancelled")), fields=["-at"], name="table_event_called_off"
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "version"), name="table_event_version_once")],
            },
        ),
        migrations.CreateModel(
            name="MatchEndJob",
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
                ("done", models.JSONField(default=list)),
                ("wake_at", models.DateTimeField(db_index=True)),
                ("failures", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ("wake_at",),
            },
        ),
        migrations.CreateModel(
            name="CountedMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
                    ),
                ),
                ("figures", models.CharField(max_length=12)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "figures"), name="counted_once")],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
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
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ending",
                    models.CharField(
                        blank=True, choices=[("declined", "declined"), ("withdrawn", "taken back")], max_length=10
                    ),
                ),
                ("offer", models.JSONField(null=True)),
                (
                    "offered_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("offers", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(fields=["by", "player", "at"], name="invitation_by"),
                    models.Index(fields=["player", "at"], name="invitation_to"),
                    models.Index(fields=["at"], name="invitation_by_age"),
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "player"), name="invited_once")],
            },
        ),
        migrations.CreateModel(
            name="SeatSwap",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
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
                (
                    "other",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("refused_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(fields=["player"], name="swap_of_player"),
                    models.Index(fields=["other"], name="swap_with_player"),
                    models.Index(fields=["at"], name="swap_by_age"),
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "player", "other"), name="swap_asked_once")],
            },
        ),
        migrations.CreateModel(
            name="Notification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.match",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("cause", models.CharField(db_default="", default="", max_length=40)),
                ("at", models.DateTimeField()),
                ("facts", models.JSONField(default=dict)),
                ("number", models.PositiveBigIntegerField(null=True)),
                ("to_deliver", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("to_deliver", True)), fields=["id"], name="notification_to_deliver"
                    ),
                    games.indexes.TimeIndex(
                        autosummarize=True, fields=["at"], name="notification_by_time", pages_per_range=32
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "chat"), _negated=True),
                        fields=("player", "match", "version", "kind", "cause"),
                        name="notification_once_a_cause",
                    ),
                    models.UniqueConstraint(fields=("player", "number"), name="notification_in_stream"),
                ],
            },
        ),
        migrations.CreateModel(
            name="NotificationStream",
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
                ("last", models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="NotificationChannel",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="channels",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("sender", models.CharField(max_length=20)),
                ("target", models.TextField()),
                ("place", models.CharField(max_length=64, null=True, unique=True)),
                ("name", models.CharField(blank=True, db_default="", max_length=60)),
                ("details", models.JSONField(null=True)),
                (
                    "token",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.KNOX_TOKEN_MODEL,
                    ),
                ),
                ("added_by", models.UUIDField(null=True)),
                ("format", models.CharField(blank=True, max_length=20)),
                ("secret", models.CharField(blank=True, max_length=100)),
                ("is_on", models.BooleanField(default=True)),
                ("kinds", models.JSONField(null=True)),
                ("quiet_from", models.TimeField(null=True)),
                ("quiet_to", models.TimeField(null=True)),
                (
                    "digest",
                    models.CharField(
                        choices=[
                            ("at_once", "At Once"),
                            ("hourly", "Hourly"),
                            ("twice_a_day", "Twice A Day"),
                            ("daily", "Daily"),
                        ],
                        default="at_once",
                        max_length=12,
                    ),
                ),
                ("digest_hour", models.PositiveSmallIntegerField(default=8)),
                ("created_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("failing_since", models.DateTimeField(null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("given_up_at", models.DateTimeField(null=True)),
                ("rests_until", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("created_at", "id"),
            },
        ),
        migrations.CreateModel(
            name="CalendarFeed",
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
                ("digest", models.CharField(max_length=64, unique=True)),
                ("renewed_at", models.DateTimeField()),
                ("added_by", models.UUIDField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ProgramCalendarFeed",
            fields=[
                (
                    "token",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.KNOX_TOKEN_MODEL,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("renewed_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("sender", models.CharField(max_length=20)),
                (
                    "notification",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="games.notification",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "is sent, or sent again, when its time has come"),
                            ("taken", "the receiver has it"),
                            ("given_up", "not delivered within the time of its sender"),
                            ("outdated", "no longer true when it was to be sent"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("send_at", models.DateTimeField()),
                ("attempts", models.PositiveIntegerField(default=0)),
                (
                    "channel",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="games.notificationchannel",
                    ),
                ),
                ("message", models.UUIDField(null=True)),
                ("tried_at", models.DateTimeField(null=True)),
                ("outcome", models.CharField(db_default="", default="", max_length=20)),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "ordering": ("send_at",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")), fields=["sender", "send_at"], name="delivery_due"
                    ),
                    models.Index(
                        condition=models.Q(("channel__isnull", False)),
                        fields=["channel", "-tried_at"],
                        name="delivery_of_channel",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("notification"),
                        models.F("sender"),
                        django.db.models.functions.comparison.Coalesce(
                            "channel",
                            models.Value(uuid.UUID("00000000-0000-0000-0000-000000000000")),
                            output_field=models.UUIDField(),
                        ),
                        name="delivery_once_a_channel",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SenderLock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField(null=True)),
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
                ("weight", models.FloatField(db_default=1, default=1)),
                ("evidence", models.JSONField()),
            ],
            options={
                "ordering": ("pool", "number"),
                "constraints": [models.UniqueConstraint(fields=("pool", "number"), name="rated_in_turn")],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("pool", models.CharField(max_length=40)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("matches", models.PositiveIntegerField()),
                ("last_at", models.DateTimeField()),
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
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"),
                ),
                ("pool", models.CharField(max_length=40)),
                ("number", models.PositiveIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ("player", "pool", "-number"),
                "constraints": [
                    models.UniqueConstraint(fields=("player", "pool", "number"), name="rating_changed_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerStatistics",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("matches", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("places", models.JSONField(default=dict)),
                ("rounds", models.PositiveIntegerField(default=0)),
                ("categories", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ("player", "game"),
                "constraints": [models.UniqueConstraint(fields=("player", "game"), name="player_statistics_once")],
            },
        ),
        migrations.CreateModel(
            name="HeadToHead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("against", models.PositiveIntegerField(default=0)),
                ("ahead", models.PositiveIntegerField(default=0)),
                ("level", models.PositiveIntegerField(default=0)),
                ("together", models.PositiveIntegerField(default=0)),
                ("together_won", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ("player", "other", "game"),
                "constraints": [models.UniqueConstraint(fields=("player", "other", "game"), name="head_to_head_once")],
            },
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
            name="ChatMessage",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.match",
                    ),
                ),
                ("version", models.PositiveIntegerField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
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
                "indexes": [
                    models.Index(fields=["match", "-id"], name="chat_of_match"),
                    models.Index(
                        condition=models.Q(("club__isnull", False)), fields=["club", "-id"], name="chat_of_club"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "reaction")),
                        fields=("match", "player", "about", "key"),
                        name="reaction_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ("-pk",),
                "constraints": [models.UniqueConstraint(fields=("player", "muted"), name="muted_once")],
            },
        ),
        migrations.CreateModel(
            name="PlayerRelation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("kind", models.CharField(choices=[("follow", "follows"), ("block", "has blocked")], max_length=10)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(fields=["player", "kind", "-id"], name="relation_of_player"),
                    models.Index(fields=["other", "kind", "-id"], name="relation_to_other"),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "other"), name="relation_once")],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
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
                ("text", models.TextField()),
                ("changed_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("-changed_at",),
                "constraints": [models.UniqueConstraint(fields=("player", "match"), name="note_once")],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.match",
                    ),
                ),
                ("version", models.PositiveIntegerField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.chatmessage",
                    ),
                ),
                ("expected", models.TextField()),
                ("happened", models.TextField()),
                ("at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("answered", "Answered"), ("closed", "Closed")],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("answer", models.TextField(blank=True)),
                (
                    "staff",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("settled_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-id",),
                "indexes": [
                    models.Index(fields=["match", "version"], name="report_of_match"),
                    models.Index(condition=models.Q(("club__isnull", False)), fields=["club"], name="report_of_club"),
                    models.Index(condition=models.Q(("state", "open")), fields=["id"], name="report_open"),
                    models.Index(
                        condition=models.Q(("settled_at__isnull", False)), fields=["settled_at"], name="report_settled"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
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
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warning", "a warning: nothing is forbidden"),
                            ("chat", "no chat"),
                            ("rated", "no rated matches"),
                            ("public", "no public tables, no seeks"),
                            ("ban", "a ban: nothing but reading, appealing and leaving"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reason", models.TextField()),
                ("at", models.DateTimeField()),
                ("until", models.DateTimeField()),
                (
                    "staff",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "lifted_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("appeal", models.TextField(blank=True)),
                ("appealed_at", models.DateTimeField(null=True)),
                ("answer", models.TextField(blank=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("answered_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-id",),
                "indexes": [
                    models.Index(fields=["player", "-until"], name="sanction_of_player"),
                    models.Index(fields=["until"], name="sanction_by_end"),
                    models.Index(
                        condition=models.Q(("answered_at__isnull", True), ("appealed_at__isnull", False)),
                        fields=["id"],
                        name="sanction_appealed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlannedMoves",
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
        migrations.CreateModel(
            name="AvailabilityChange",
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
                ("asked_at", models.DateTimeField()),
                ("reached", models.UUIDField(null=True)),
                ("wake_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "ordering": ("wake_at",),
            },
        ),
        migrations.CreateModel(
            name="VacationEnd",
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
                ("ends_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "ordering": ("ends_at",),
            },
        ),
    ]
