"""Which bot chose a move. Rows of earlier code have none, and earlier code goes on writing rows without."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0049_meeting")]

    operations = [
        migrations.AddField(
            model_name="move",
            name="bot",
            field=models.TextField(null=True),
        ),
    ]
