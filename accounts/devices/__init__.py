"""Devices and programs: their tokens, OAuth, and the networks that they use."""
