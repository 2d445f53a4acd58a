from django.db import migrations, models

STANDINGS = [
    ("asked", "has asked to be admitted"),
    ("member", "Member"),
    ("organizer", "Organizer"),
    ("removed", "was removed, or not admitted"),
    ("banned", "may not come again"),
    ("left", "has left, and would still be muted"),
]


class Migration(migrations.Migration):
    """A ban is due work, and the mute of a member outlasts the membership."""

    dependencies = [("games", "0002_compressed_responses")]

    operations = [
        migrations.AddField("sanction", "wake_at", models.DateTimeField(editable=False, null=True)),
        migrations.AddIndex(
            "sanction",
            models.Index(condition=models.Q(("wake_at__isnull", False)), fields=["wake_at"], name="sanction_to_wake"),
        ),
        migrations.AlterField("membership", "standing", models.CharField(choices=STANDINGS, max_length=10)),
        migrations.RemoveIndex("membership", "membership_removed"),
        migrations.AddIndex(
            "membership",
            models.Index(
                condition=models.Q(("standing__in", ("removed", "left"))), fields=["since"], name="membership_gone"
            ),
        ),
    ]
