import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0031_indexes_of_offered_seats"),
    ]

    operations = [
        migrations.CreateModel(
            name="HolidayEnd",
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
                ("ends_at", models.DateTimeField(db_index=True)),
            ],
            options={"ordering": ("ends_at",)},
        ),
    ]
