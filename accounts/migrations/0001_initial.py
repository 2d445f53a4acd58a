import uuid

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import accounts.names.prefix_index
import chkobba_api.ids


class Migration(migrations.Migration):
    """Players, their devices, and how they log in."""

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "username",
                    models.CharField(
                        blank=True,
                        help_text="Empty for a guest.",
                        max_length=150,
                        null=True,
                        unique=True,
                        verbose_name="log-in name",
                    ),
                ),
                ("nickname", models.CharField(max_length=24)),
                (
                    "avatar",
                    models.CharField(
                        choices=[
                            ("cat", "Cat"),
                            ("fennec", "Fennec"),
                            ("camel", "Camel"),
                            ("flamingo", "Flamingo"),
                            ("turtle", "Turtle"),
                            ("octopus", "Octopus"),
                            ("owl", "Owl"),
                            ("goat", "Goat"),
                            ("palm", "Palm tree"),
                            ("olive", "Olive branch"),
                            ("jasmine", "Jasmine"),
                            ("lemon", "Lemon"),
                            ("tea", "Mint tea"),
                            ("coffee", "Coffee"),
                            ("boat", "Boat"),
                            ("moon", "Crescent"),
                        ],
                        default="cat",
                        max_length=20,
                    ),
                ),
                ("is_active", models.BooleanField(default=True, help_text="Not active: cannot do anything.")),
                ("is_staff", models.BooleanField(default=False, help_text="May use the admin.")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                ("leaves_at", models.DateTimeField(blank=True, null=True)),
                ("language", models.CharField(blank=True, db_default="", default="", max_length=10)),
                ("cards", models.CharField(blank=True, db_default="", default="", max_length=10)),
                ("time_zone", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("hours", models.JSONField(blank=True, null=True)),
                ("has_channels", models.BooleanField(db_default=False, default=False)),
                (
                    "is_bot",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="A program plays, and all players see that. This is permanent.",
                        verbose_name="bot account",
                    ),
                ),
                ("free_text", models.BooleanField(db_default=False, default=False)),
                ("rated", models.BooleanField(db_default=False, default=False)),
                (
                    "profile",
                    models.CharField(
                        choices=[("everybody", "Everybody"), ("friends", "Friends"), ("nobody", "Nobody")],
                        db_default="nobody",
                        default="nobody",
                        max_length=10,
                    ),
                ),
                (
                    "invitations",
                    models.CharField(
                        choices=[("everybody", "Everybody"), ("friends", "Friends"), ("nobody", "Nobody")],
                        db_default="everybody",
                        default="everybody",
                        max_length=10,
                    ),
                ),
                (
                    "kid_mode",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Meets only friends, and gets no free text. Only an admin can turn it off.",
                    ),
                ),
                ("ban", models.JSONField(blank=True, editable=False, null=True)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "ordering": ("-created_at",),
                "indexes": [
                    accounts.names.prefix_index.FoldedIndex(fields=["nickname"], name="player_by_folded"),
                    models.Index(condition=models.Q(("is_staff", True)), fields=["id"], name="player_of_staff"),
                    models.Index(condition=models.Q(("is_bot", True)), fields=["id"], name="player_bot"),
                ],
            },
        ),
        migrations.CreateModel(
            name="NameConfusable",
            fields=[
                ("look", models.CharField(max_length=500, primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="looks", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AccountDeletion",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deletion",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("left_at", models.DateTimeField(null=True)),
                (
                    "phase",
                    models.CharField(
                        choices=[
                            ("away", "the server plays until it is time"),
                            ("waiting", "it can be taken back"),
                            ("back", "it was taken back: seats are given back"),
                            ("seats", "seats are given up"),
                            ("answers", "the name is taken out of stored answers"),
                            ("ended", "all is done"),
                        ],
                        default="seats",
                        max_length=10,
                    ),
                ),
                ("reached", models.UUIDField(null=True)),
                ("given_up", models.PositiveIntegerField(default=0)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("wake_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-left_at",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("wake_at__isnull", False)),
                        fields=["wake_at"],
                        name="account_deletion_to_wake",
                    ),
                    models.Index(fields=["-left_at"], name="account_deletion_by_time"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Alias",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="alias", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "into",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="aliases", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("at", models.DateTimeField()),
                ("rated_up_to", models.JSONField(default=dict)),
                ("reached", models.UUIDField(null=True)),
                ("is_second_look", models.BooleanField(default=False)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("wake_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "aliases",
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("wake_at__isnull", False)), fields=["wake_at"], name="alias_to_wake"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerNetwork",
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
                ("digest", models.CharField(max_length=32)),
                ("seen_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["digest"], name="network_by_digest"),
                    models.Index(fields=["seen_at"], name="network_by_time"),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "digest"), name="network_once")],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("digest", models.CharField(max_length=128, primary_key=True, serialize=False)),
                ("token_key", models.CharField(db_index=True, max_length=25)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="auth_token_set",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expiry", models.DateTimeField(blank=True, null=True)),
                ("id", models.UUIDField(default=chkobba_api.ids.new_id, editable=False, unique=True)),
                ("device", models.CharField(blank=True, max_length=60)),
                ("scopes", models.JSONField(null=True)),
                ("used_at", models.DateTimeField(null=True)),
                ("is_renewed", models.BooleanField(db_default=True, default=True)),
                ("origin", models.CharField(blank=True, db_default="", default="", max_length=255)),
            ],
            options={
                "ordering": ("-created",),
            },
        ),
        migrations.CreateModel(
            name="AuthorizationCode",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.KNOX_TOKEN_MODEL
                    ),
                ),
                ("client", models.CharField(max_length=100)),
                ("redirect_uri", models.CharField(max_length=500)),
                ("challenge", models.CharField(max_length=128)),
                ("scopes", models.JSONField()),
                ("expires_at", models.DateTimeField()),
                ("given", models.UUIDField(null=True)),
            ],
            options={
                "indexes": [models.Index(fields=["expires_at"], name="authorization_code_by_end")],
            },
        ),
        migrations.CreateModel(
            name="StreamTicket",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                (
                    "token",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.KNOX_TOKEN_MODEL
                    ),
                ),
                ("expires_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="EmailAddress",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="email_addresses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("address", models.CharField(max_length=254)),
                ("logs_in", models.BooleanField(db_default=False, default=False)),
                ("added_by", models.UUIDField(null=True)),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("language", models.CharField(max_length=10)),
                ("asked_at", models.DateTimeField(null=True)),
                ("digest", models.CharField(max_length=64, null=True, unique=True)),
            ],
            options={
                "indexes": [
                    models.Index(django.db.models.functions.text.Upper("address"), name="email_address_by_upper")
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "address"), name="email_address_once")],
            },
        ),
        migrations.CreateModel(
            name="DeviceCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="device_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("pairing", "another device, now"), ("recovery", "when every device is lost")],
                        max_length=10,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_by", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "kind"), name="device_code_once")],
            },
        ),
        migrations.CreateModel(
            name="RecentLogin",
            fields=[
                (
                    "token",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="recent_login",
                        serialize=False,
                        to=settings.KNOX_TOKEN_MODEL,
                    ),
                ),
                ("until", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="AccountMail",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("links", "links to log in by"),
                            ("confirm", "a link to confirm the address"),
                            ("password", "the password has changed"),
                            ("way_in", "there is a new way in"),
                        ],
                        max_length=10,
                    ),
                ),
                ("address", models.CharField(max_length=254)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "confirms",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.emailaddress",
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("login_address", "an address of mail to log in by"),
                            ("login_address_off", "no login address any more"),
                            ("passkey", "a passkey"),
                            ("passkey_off", "no passkey any more"),
                            ("second_factor", "a second factor"),
                            ("second_factor_off", "no second factor any more"),
                            ("log_in", "a log-in on another device"),
                            ("device", "a token for another device"),
                            ("pairing_code", "a code for another device"),
                            ("recovery_code", "a code for recovery"),
                            ("program", "a token for a program"),
                            ("guest", "the devices of a guest"),
                        ],
                        db_default="",
                        default="",
                        max_length=20,
                    ),
                ),
                ("language", models.CharField(max_length=10)),
                ("asked_at", models.DateTimeField()),
                ("send_at", models.DateTimeField(null=True)),
                ("attempts", models.PositiveIntegerField(default=0)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("send_at__isnull", False)), fields=["send_at"], name="account_mail_to_send"
                    ),
                    models.Index(fields=["asked_at"], name="account_mail_by_time"),
                ],
            },
        ),
        migrations.CreateModel(
            name="LoginLink",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "mail",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="links", to="accounts.accountmail"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("mail", "player"), name="login_link_once")],
            },
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("credential", models.CharField(max_length=1400, unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.BigIntegerField()),
                ("name", models.CharField(blank=True, max_length=60)),
                ("created_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("added_by", models.UUIDField(null=True)),
            ],
            options={
                "ordering": ("created_at",),
            },
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="second_factor",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("key", models.CharField(max_length=200)),
                ("begun_at", models.DateTimeField()),
                ("since", models.DateTimeField(null=True)),
                ("last_step", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="SecondFactorCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_factor_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name="PasskeyChallenge",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["expires_at"], name="passkey_challenge_by_end")],
            },
        ),
    ]
