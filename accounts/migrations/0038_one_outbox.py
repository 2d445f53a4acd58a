"""Move mails that ask to confirm an address into the outbox of all account mails."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0037_one_time_zone"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="mailaddress",
            name="mail_address_to_send",
        ),
        migrations.RemoveField(
            model_name="mailaddress",
            name="attempts",
        ),
        migrations.RemoveField(
            model_name="mailaddress",
            name="send_at",
        ),
        migrations.RemoveField(
            model_name="mailaddress",
            name="sent",
        ),
        migrations.AddField(
            model_name="accountmail",
            name="confirms",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.mailaddress"
            ),
        ),
        migrations.AlterField(
            model_name="accountmail",
            name="kind",
            field=models.CharField(
                choices=[
                    ("links", "links to log in by"),
                    ("confirm", "a link to confirm the address"),
                    ("password", "the password has changed"),
                    ("way_in", "there is a new way in"),
                ],
                max_length=10,
            ),
        ),
    ]
