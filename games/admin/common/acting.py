"""Forms by which the staff acts on the rows of an admin page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils import timezone

from accounts.names.printable import clean
from chkobba_api.errors import DomainError
from games.services.staff.match_actions import Order
from games.texts import reader


class SaidForm(forms.Form):
    """A form with a ``reason`` that players read. Subclasses define the field with its label, length and help."""

    def clean_reason(self) -> str:
        """Return the text in normal form. Refuse invisible characters, which could reorder the page around it."""
        try:
            return clean(self.cleaned_data["reason"], "reason", lines=True)
        except DomainError as refused:
            raise forms.ValidationError(reader().text(refused.message)) from None


class Acting(admin.ModelAdmin):
    """An admin page whose rows the staff changes by forms with a ``reason``, if permitted to change such rows."""

    def may_act(self, request: HttpRequest) -> bool:
        """Return True if the user may act on rows of this page."""
        return request.user.has_perm(f"games.change_{self.opts.model_name}")

    def ask(
        self,
        request: HttpRequest,
        form: forms.Form,
        run: Callable[[Order, dict[str, Any]], HttpResponse | None],
        *,
        label: str,
        follows: str,
        back: str,
        row: Any = None,
        **more: Any,
    ) -> HttpResponse:
        """Show a form. When it is sent, call ``run`` with its data in a transaction.

        The form shows a DomainError. ``follows`` are the consequences. ``back`` is the address of the link back, and of
        the next page if ``run`` returns no response. The breadcrumbs name ``row``. ``more`` is added to the context.
        """
        if not self.may_act(request):
            raise PermissionDenied
        if request.method == "POST" and form.is_valid():
            order = Order(request.user, form.cleaned_data["reason"], timezone.now())  # type: ignore[arg-type]
            try:
                with transaction.atomic():
                    response = run(order, form.cleaned_data)
            except DomainError as refused:
                form.add_error(None, reader().text(refused.message))
            else:
                if response is not None:
                    return response
                self.message_user(request, f"Done: {label}.", messages.SUCCESS)
                return HttpResponseRedirect(back)
        shown = {"title": label, "label": label, "follows": follows, "back": back, "row": row, "form": form, **more}
        context = {**self.admin_site.each_context(request), "opts": self.opts, **shown}
        return TemplateResponse(request, "admin/games/act.html", context)
