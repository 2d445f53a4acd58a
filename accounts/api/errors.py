"""Problems of players, devices and codes."""

from __future__ import annotations

from accounts import services
from accounts.devices import programs
from accounts.devices.authentication import NotLetIn
from accounts.login import device_codes, login_methods, merge_proofs, recent_login
from accounts.validation import ValidationError
from chkobba_api.rest.problems import TRANSLATIONS, Problem, kinds_of, register
from chkobba_api.rest.views import invalid
from games.engine.messages import say


def translate(error: Exception) -> Problem | None:
    """Return an error of the services and tokens of players as a problem, or None for another error."""
    if isinstance(error, services.Merged):
        return Problem("player_merged", say("refused.player_merged"))
    if isinstance(error, services.HasLeft):
        return Problem("unauthenticated", say("refused.left"), {"WWW-Authenticate": "Bearer"})
    if isinstance(error, recent_login.NotRecent):
        return Problem("recent_login_needed", say("refused.recent_login_needed"))
    if isinstance(error, NotLetIn):
        return Problem("unauthenticated", error.message, {"WWW-Authenticate": "Bearer"})
    if isinstance(error, merge_proofs.WrongToken):
        return Problem("wrong_code", say("refused.wrong_other_token"))
    if isinstance(error, device_codes.WrongCode):
        return Problem("wrong_code", say("refused.wrong_device_code"))
    if isinstance(error, programs.TooManyPrograms):
        said = say("refused.too_many.programs", count=error.limit)
        return Problem("too_many_programs", said, limit=error.limit)
    if isinstance(error, login_methods.TooManyDevices):
        said = say("refused.too_many.devices", count=error.limit)
        return Problem("too_many_devices", said, limit=error.limit)
    if isinstance(error, ValidationError):
        return invalid(error.field, error.said)
    return None


register(
    kinds_of({"recent_login_needed": 403, "too_many_devices": 409, "too_many_programs": 409, "player_merged": 409})
)

TRANSLATIONS.append(translate)
