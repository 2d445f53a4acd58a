"""Forget answers of which no body is kept: those to log-ins have digests of passwords beside them."""

from django.db import migrations


def forget(apps, schema_editor):
    """Delete them; whoever repeats a request of before gets no answer again."""
    apps.get_model("games", "Answer").objects.filter(body="").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0056_deal_again"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
    ]
