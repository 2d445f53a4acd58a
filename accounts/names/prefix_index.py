"""Indexes by which a text is found by how it begins."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.indexes import OpClass
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.models import Index, Model
from django.db.models.functions import Upper

from accounts.names.search_form import Folded


class PrefixIndex(Index):
    """Finds rows by the beginning of a text in any case (``istartswith``), on PostgreSQL; an ordinary one elsewhere."""

    def create_sql(
        self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor, using: str = "", **options: Any
    ) -> Statement:
        """Return how it is made."""
        if schema_editor.connection.vendor != "postgresql":
            return super().create_sql(model, schema_editor, using, **options)
        begun = Index(OpClass(Upper(self.fields[0]), name="text_pattern_ops"), name=self.name)
        return begun.create_sql(model, schema_editor, using, **options)


class FoldedIndex(Index):
    """Finds rows by the beginning of a text as it is folded (``accounts.names.search_form``), on PostgreSQL.

    An ordinary one elsewhere: SQLite would have to know the function in every process that writes.
    """

    def create_sql(
        self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor, using: str = "", **options: Any
    ) -> Statement:
        """Return how it is made."""
        if schema_editor.connection.vendor != "postgresql":
            return super().create_sql(model, schema_editor, using, **options)
        begun = Index(OpClass(Folded(self.fields[0]), name="text_pattern_ops"), name=self.name)
        return begun.create_sql(model, schema_editor, using, **options)
