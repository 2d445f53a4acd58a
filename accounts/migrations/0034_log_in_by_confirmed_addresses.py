"""Who logs in by an address that they have confirmed goes on doing so; what is confirmed from now on says so itself."""

from __future__ import annotations

from typing import Any

from django.db import migrations


def let_in(apps: Any, schema_editor: Any) -> None:
    """Make login addresses of those that are confirmed: their players may have no other way to come back."""
    apps.get_model("accounts", "MailAddress").objects.filter(confirmed_at__isnull=False).update(logs_in=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0033_login_addresses")]

    operations = [migrations.RunPython(let_in, migrations.RunPython.noop)]
