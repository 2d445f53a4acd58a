"""Base form for texts that the staff writes and players read."""

from __future__ import annotations

from django import forms

from accounts.names.printable import clean
from games.engine.messages import say


class SaidForm(forms.Form):
    """A form with a ``reason`` that players read. Subclasses define the field with its label, length and help."""

    def clean_reason(self) -> str:
        """Return the text in normal form. Refuse invisible characters, which could reorder the page around it."""
        return clean(self.cleaned_data["reason"], say("name.what.reason"), lines=True)
