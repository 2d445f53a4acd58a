import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0019_deliveries_by_address"),
    ]

    operations = [
        migrations.CreateModel(
            name="HoursChange",
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
            options={"ordering": ("wake_at",)},
        ),
    ]
