"""What it takes to log in: links, passkeys, and who has just done so."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import chkobba_api.ids


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0019_profile"),
    ]

    operations = [
        migrations.CreateModel(
            name="FreshLogIn",
            fields=[
                (
                    "token",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="fresh_log_in",
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
                        choices=[("links", "links to log in by"), ("password", "the password has changed")],
                        max_length=10,
                    ),
                ),
                ("address", models.CharField(max_length=254)),
                ("language", models.CharField(max_length=10)),
                ("asked_at", models.DateTimeField()),
                ("send_at", models.DateTimeField(null=True)),
                ("attempts", models.PositiveIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LogInLink",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=64, unique=True)),
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
            ],
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                (
                    "id",
                    models.UUIDField(default=chkobba_api.ids.new_id, editable=False, primary_key=True, serialize=False),
                ),
                ("credential", models.CharField(max_length=1400, unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.BigIntegerField()),
                ("name", models.CharField(blank=True, max_length=60)),
                ("created_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("created_at",),
            },
        ),
        migrations.CreateModel(
            name="PasskeyChallenge",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("expires_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="accountmail",
            index=models.Index(
                condition=models.Q(("send_at__isnull", False)), fields=["send_at"], name="account_mail_to_send"
            ),
        ),
        migrations.AddIndex(
            model_name="accountmail",
            index=models.Index(fields=["asked_at"], name="account_mail_by_time"),
        ),
        migrations.AddConstraint(
            model_name="loginlink",
            constraint=models.UniqueConstraint(fields=("mail", "player"), name="log_in_link_once"),
        ),
        migrations.AddIndex(
            model_name="passkeychallenge",
            index=models.Index(fields=["expires_at"], name="passkey_challenge_by_end"),
        ),
    ]
