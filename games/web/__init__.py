"""The reference table: a client for browsers that uses nothing but the public API. docs/web.md explains it."""
