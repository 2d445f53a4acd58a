"""The web client: a reference client for browsers that uses only the public API. docs/web.md explains it."""
