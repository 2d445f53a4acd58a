"""Databases that earlier releases have filled, and what their API showed of them: whatever is changed must keep to it.

Each folder beside this file is one release: ``sqlite.xz`` and ``postgresql.sql.xz`` are its database, ``shown.json.xz``
is what each player, and somebody without a token, saw there. ``python -m tests.kept.fill NAME`` makes such a folder,
with the code that stands around it (CONTRIBUTING.md, "A release").
"""
