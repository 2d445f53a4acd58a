"""Fixtures shared by the tests of accounts: those of the API."""

from tests.api.conftest import amel, people, sami  # noqa: F401  (fixtures)
