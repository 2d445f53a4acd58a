"""Accounts of the staff, and their clients of the admin."""

from __future__ import annotations

from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import Player


def logged_in(staff: Player) -> Client:
    """Return a client of a staff account."""
    client = Client()
    client.force_login(staff)
    return client


def client_of_staff(name: str, *permissions: str) -> Client:
    """Return a client of a new staff account with these permissions."""
    staff = Player.objects.create_user(name, nickname=name.capitalize(), is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return logged_in(staff)
