"""Nicknames, and the characters and look-alikes that no name may have."""
