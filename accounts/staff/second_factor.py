"""The second factor of the staff: a code of six digits from an app (TOTP), beside the password.

With ADMIN_SECOND_FACTOR on, the admin shows nothing without a second factor. Staff without one enrol once, after the
login: they scan a QR code and send the code that their app shows. ``manage.py second_factor`` does the same from a
terminal.
"""

from __future__ import annotations

from base64 import b32encode
from http import HTTPStatus
from typing import Any

import django_otp
import qrcode
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django_otp.plugins.otp_totp.models import TOTPDevice
from qrcode.image.svg import SvgPathFillImage

from accounts.login.login_limits import SOON, STAFF, at_name, one_password
from accounts.models import Player
from chkobba_api.errors import DomainError
from chkobba_api.middleware.anonymous_rate_limit import too_many
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.limits.brute_force import guessing
from chkobba_api.rest.problems import shown


class WrongLogIn(Exception):
    """The name or the password is wrong."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.answer = answer
        """The login page with the error message."""


def device_of(player: Player) -> TOTPDevice:
    """Return the TOTP device of a member of the staff; create an unconfirmed one if there is none."""
    devices = TOTPDevice.objects.filter(user=player)
    device = devices.filter(confirmed=True).first() or devices.first()
    return device or TOTPDevice.objects.create(user=player, name="app", confirmed=False)


def picture_of(device: TOTPDevice) -> SafeString:
    """Return the QR code of a device as SVG."""
    image = qrcode.make(device.config_url, image_factory=SvgPathFillImage, box_size=12)
    return SafeString(image.to_string(encoding="unicode"))  # nosec B703  (drawn here: squares, and no text of a user)


class SecuredAdminSite(admin.AdminSite):
    """The admin site that requires both factors: password and code."""

    login_form = AdminAuthenticationForm

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether a request may see the admin."""
        verified = not settings.ADMIN_SECOND_FACTOR or request.user.is_verified()  # type: ignore[union-attr]
        return super().has_permission(request) and verified

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Add the page of the second factor."""
        return [path("second-factor/", self.second_factor, name="second_factor"), *super().get_urls()]

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show and check the login form; redirect to the second factor after the password."""
        if request.method == "GET" and super().has_permission(request) and not self.has_permission(request):
            query = urlencode({"next": request.GET.get("next", "")})
            return HttpResponseRedirect(f"{reverse('admin:second_factor')}?{query}")
        if request.method != "POST":
            return super().login(request, extra_context)
        address = address_of(request)
        counted = at_name(address, request.POST.get("username", ""))
        try:
            with (
                guessing(counted, is_wrong=lambda error: isinstance(error, WrongLogIn), code="too_many_wrong_logins"),
                one_password(STAFF, address),
            ):
                answer = super().login(request, extra_context)
                if answer.status_code != HTTPStatus.FOUND:
                    raise WrongLogIn(answer)
                return answer
        except WrongLogIn as wrong:
            return wrong.answer
        except DomainError as problem:
            return too_many(request, SOON) if problem.code == "throttled" else shown(request, problem)

    @method_decorator(never_cache)
    def second_factor(self, request: HttpRequest) -> HttpResponse:
        """Ask for the code; show a QR code to staff without a confirmed device."""
        if not super().has_permission(request) or not isinstance(request.user, Player):
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        device = device_of(request.user)
        wrong = ""
        if request.method == "POST":
            code = request.POST.get("code", "").replace(" ", "")
            if accepted := django_otp.verify_token(request.user, device.persistent_id, code):
                return self._enter(request, accepted)
            wrong = "This code is not right. After some wrong ones you must wait a little longer each time."
        context = {
            **self.each_context(request),
            "title": "Second factor",
            "key": "" if device.confirmed else b32encode(device.bin_key).decode(),
            "picture": "" if device.confirmed else picture_of(device),
            "wrong": wrong,
            "next": request.POST.get("next", request.GET.get("next", "")),
        }
        return TemplateResponse(request, "admin/second_factor.html", context)

    def _enter(self, request: HttpRequest, device: TOTPDevice) -> HttpResponse:
        if not device.confirmed:
            device.confirmed = True
            device.save(update_fields=["confirmed"])
        django_otp.login(request, device)
        request.session.cycle_key()
        after = request.POST.get("next", "")
        if not url_has_allowed_host_and_scheme(after, {request.get_host()}, require_https=request.is_secure()):
            after = reverse("admin:index")
        return HttpResponseRedirect(after)
