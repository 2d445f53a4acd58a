"""What players allow programs by OAuth."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0024_sheltered"),
    ]

    operations = [
        migrations.CreateModel(
            name="AuthorizationCode",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("client", models.CharField(max_length=100)),
                ("redirect_uri", models.CharField(max_length=500)),
                ("challenge", models.CharField(max_length=128)),
                ("scopes", models.JSONField()),
                ("expires_at", models.DateTimeField()),
                ("given", models.UUIDField(null=True)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.KNOX_TOKEN_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["expires_at"], name="authorization_code_by_end")]},
        ),
    ]
