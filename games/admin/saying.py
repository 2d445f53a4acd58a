"""Forms with texts that the staff writes and players read."""

from __future__ import annotations

from django import forms

from accounts.names.printable import clean
from games.engine.messages import say


class SaidForm(forms.Form):
    """A form whose ``reason`` players read; which label, length and help it has says whoever asks for it."""

    def clean_reason(self) -> str:
        """Let nothing turn the page around it."""
        return clean(self.cleaned_data["reason"], say("name.what.reason"), lines=True)
