"""Changes of large tables while the server runs, which keep nobody from reading or writing for long.

What makes or removes an index needs ``atomic = False`` in its migration. Such a migration may have been given up in
the middle, so each of its operations looks first at what is there already. Elsewhere than on PostgreSQL they are
Django's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.postgres import operations
from django.db import migrations, transaction


class AddIndex(operations.AddIndexConcurrently):
    """Makes an index; PostgreSQL does it without keeping anybody from writing."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Make it, unless it is there."""
        model = to_state.apps.get_model(app_label, self.model_name)
        if not _is_there(schema_editor, model, self.index.name):
            with _patience(schema_editor):
                _of(schema_editor, operations.AddIndexConcurrently, migrations.AddIndex).database_forwards(
                    self, app_label, schema_editor, from_state, to_state
                )

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Take it away."""
        _of(schema_editor, operations.AddIndexConcurrently, migrations.AddIndex).database_backwards(
            self, app_label, schema_editor, from_state, to_state
        )


class RemoveIndex(operations.RemoveIndexConcurrently):
    """Takes an index away in the same manner."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Take it away."""
        with _patience(schema_editor):
            _of(schema_editor, operations.RemoveIndexConcurrently, migrations.RemoveIndex).database_forwards(
                self, app_label, schema_editor, from_state, to_state
            )

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Make it again."""
        _of(schema_editor, operations.RemoveIndexConcurrently, migrations.RemoveIndex).database_backwards(
            self, app_label, schema_editor, from_state, to_state
        )


class AddUnique(migrations.AddConstraint):
    """Makes a unique constraint with a condition, which is an index, in the same manner."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Make it, unless it is there."""
        model = to_state.apps.get_model(app_label, self.model_name)
        if _is_there(schema_editor, model, self.constraint.name):
            return
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        statement = str(self.constraint.create_sql(model, schema_editor))
        with _patience(schema_editor):
            schema_editor.execute(statement.replace("UNIQUE INDEX", "UNIQUE INDEX CONCURRENTLY", 1), params=None)


class AlterOnPostgreSQL(migrations.AlterField):
    """Alters a field: on PostgreSQL by statements of its own, elsewhere as Django does."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Alter it."""
        if schema_editor.connection.vendor == "postgresql":
            self.on_postgresql(schema_editor, to_state.apps.get_model(app_label, self.model_name))
        else:
            with transaction.atomic(schema_editor.connection.alias):  # SQLite makes the table anew
                super().database_forwards(app_label, schema_editor, from_state, to_state)

    def on_postgresql(self, schema_editor: Any, model: Any) -> None:
        """Alter it in a table of this model, which has the field as it shall be."""
        raise NotImplementedError


class AlterKey(AlterOnPostgreSQL):
    """Changes which index a column has of its own, as a foreign key has one, and nothing else.

    Django would check a key in every row anew, while nobody can read or write. With ``db_index`` it makes an index,
    where there is none (``atomic = False``). Without, it removes what there is, unique or not, in a moment.
    """

    def on_postgresql(self, schema_editor: Any, model: Any) -> None:
        """Make it, or take it away."""
        field = model._meta.get_field(self.name)
        own = {name: one for name, one in _constraints(schema_editor, model).items() if _is_own(one, field.column)}
        if not field.db_index:
            table = schema_editor.quote_name(model._meta.db_table)
            for name, one in own.items():
                drop = f"ALTER TABLE {table} DROP CONSTRAINT" if one["unique"] else "DROP INDEX"
                schema_editor.execute(f"{drop} {schema_editor.quote_name(name)}")
        elif not own:
            statement = schema_editor._create_index_sql(model, fields=[field])
            if not _is_there(schema_editor, model, str(statement.parts["name"]).strip('"')):
                with _patience(schema_editor):
                    schema_editor.execute(str(statement).replace("INDEX", "INDEX CONCURRENTLY", 1), params=None)


class LetBeNull(AlterOnPostgreSQL):
    """Lets a foreign key be null, and changes nothing else: Django would check the key in every row anew."""

    def on_postgresql(self, schema_editor: Any, model: Any) -> None:
        """Let it."""
        column = schema_editor.quote_name(model._meta.get_field(self.name).column)
        table = schema_editor.quote_name(model._meta.db_table)
        schema_editor.execute(f"ALTER TABLE {table} ALTER COLUMN {column} DROP NOT NULL")


def _of(schema_editor: Any, on_postgresql: Any, elsewhere: Any) -> Any:
    """Return the operation that a database knows."""
    return on_postgresql if schema_editor.connection.vendor == "postgresql" else elsewhere


def _constraints(schema_editor: Any, model: Any) -> dict[str, dict[str, Any]]:
    """Return the indexes and constraints of a table by name, on PostgreSQL with what makes an index less than whole."""
    connection, table = schema_editor.connection, model._meta.db_table
    with connection.cursor() as cursor:
        found: dict[str, dict[str, Any]] = connection.introspection.get_constraints(cursor, table)
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT relname, NOT indisvalid, indpred IS NOT NULL "
                "FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = to_regclass(%s)",
                [table],
            )
            for name, unfinished, partial in cursor.fetchall():
                found[name] |= {"unfinished": unfinished, "partial": partial}
    return found


def _is_own(constraint: dict[str, Any], column: str) -> bool:
    """Say whether this is an index of a column alone, over all rows."""
    is_index = (constraint["index"] or constraint["unique"]) and not constraint["primary_key"]
    return is_index and constraint["columns"] == [column] and not (constraint["partial"] or constraint["unfinished"])


def _is_there(schema_editor: Any, model: Any, name: str) -> bool:
    """Say whether an index is there, and take away what was left of an attempt to make it."""
    found = _constraints(schema_editor, model).get(name)
    if found and found.get("unfinished"):
        with _patience(schema_editor):
            schema_editor.execute(f"DROP INDEX CONCURRENTLY {schema_editor.quote_name(name)}")
        return False
    return found is not None


@contextmanager
def _patience(schema_editor: Any) -> Iterator[None]:
    """Let PostgreSQL wait for transactions that began before, in spite of ``lock_timeout``: nobody waits behind it."""
    if schema_editor.connection.vendor != "postgresql":
        yield
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        before = cursor.fetchone()[0]
    schema_editor.execute("SET lock_timeout = 0")
    try:
        yield
    finally:
        schema_editor.execute(f"SET lock_timeout = '{before}'")
