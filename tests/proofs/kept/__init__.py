"""Databases that earlier releases have filled, and the answers of their API: later changes must preserve them.

Each folder of tests/kept is one release: ``sqlite.xz`` and ``postgresql.sql.xz`` are its database. ``shown.json.xz``
has the answers to each player, and to a visitor without a token. ``python -m tests.proofs.kept.fill NAME`` makes such a
folder with the code of the checkout (CONTRIBUTING.md, "A release").
"""
