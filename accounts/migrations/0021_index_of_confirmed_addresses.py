"""Addresses of mail are found in any case, to send links there: by an index, made while everybody goes on playing."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models.functions import Upper

from chkobba_api.concurrently import AddIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0020_ways_in")]

    operations = [
        AddIndex("mailaddress", models.Index(Upper("address"), name="mail_address_by_upper")),
    ]
