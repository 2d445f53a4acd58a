"""Base form for texts that the staff writes and players read."""

from __future__ import annotations

from django import forms

from accounts.names.printable import clean
from chkobba_api.errors import DomainError
from games.texts import reader


class SaidForm(forms.Form):
    """A form with a ``reason`` that players read. Subclasses define the field with its label, length and help."""

    def clean_reason(self) -> str:
        """Return the text in normal form. Refuse invisible characters, which could reorder the page around it."""
        try:
            return clean(self.cleaned_data["reason"], "reason", lines=True)
        except DomainError as refused:
            raise forms.ValidationError(reader().text(refused.message)) from None
