"""Tournaments between bots, to measure their strength: ``python -m tests.tournament GAME BOT BOT …`` (docs/bots.md)."""
