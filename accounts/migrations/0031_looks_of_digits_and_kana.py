"""Names of before look as names do now; of two that look alike, the older one keeps its looks."""

from importlib import import_module
from typing import Any

from django.db import migrations


def take_looks_anew(apps: Any, schema_editor: Any) -> None:
    """Forget what names looked like, and note what they look like now."""
    apps.get_model("accounts", "NameLook").objects.all().delete()
    import_module("accounts.migrations.0018_names").take_looks(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0030_aliases"),
    ]

    operations = [
        migrations.RunPython(take_looks_anew, migrations.RunPython.noop),
    ]
