"""Middleware: rate limits of pages, the log of requests, headers."""
