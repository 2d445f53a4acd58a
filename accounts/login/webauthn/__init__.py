"""Logins with passkeys, by the standard WebAuthn."""
