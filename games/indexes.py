"""An index for time columns that only grow."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.indexes import BrinIndex
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.models import Index, Model


class TimeIndex(BrinIndex):
    """Finds rows by a time that grows with the table.

    On PostgreSQL it is a BRIN index, which stores the first and the last time of each range of pages. It takes a few
    kilobytes; a B-tree takes some twenty bytes a row. Other databases get an ordinary index.
    """

    def __init__(self, *expressions: Any, **options: Any) -> None:
        super().__init__(*expressions, **{"pages_per_range": 32, "autosummarize": True, **options})

    def create_sql(
        self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor, using: str = "", **options: Any
    ) -> Statement:
        """Return the SQL statement that creates the index."""
        if schema_editor.connection.vendor == "postgresql":
            return super().create_sql(model, schema_editor, using, **options)
        return Index.create_sql(self, model, schema_editor, using, **options)
