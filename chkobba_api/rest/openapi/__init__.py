"""The published schema (OpenAPI)."""
