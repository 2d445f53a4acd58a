"""Django configuration of the admin, with a second factor."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class SecuredAdminConfig(AdminConfig):
    """Django's admin app with the site of this project."""

    default_site = "chkobba_api.admin_site.site.StaffSite"
