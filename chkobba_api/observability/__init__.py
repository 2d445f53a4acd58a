"""Observability: logs, metrics, and health checks."""
