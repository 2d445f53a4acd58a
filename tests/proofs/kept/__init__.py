"""Databases that earlier releases have filled, and what their API showed of them: whatever is changed must keep to it.

Each folder of tests/kept is one release: ``sqlite.xz`` and ``postgresql.sql.xz`` are its database, ``shown.json.xz`` is
what each player, and a visitor without a token, saw there. ``python -m tests.proofs.kept.fill NAME`` makes such a
folder with the code around it (CONTRIBUTING.md, "A release").
"""
