#!/usr/bin/env python
"""Django's command-line entry point."""

import os
import sys


def main() -> None:
    """Run a management command.

    Where nothing is configured, commands work on the try-out server of this folder and say so; the servers and workers
    of a production never fall back to that. A setting that is missing is said in one line.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")
    if not {"SECRET_KEY", "CHKOBBA_TRYOUT"} & os.environ.keys():
        os.environ["CHKOBBA_TRYOUT"] = "1"
        print("manage.py: no SECRET_KEY is set, so this is the try-out server of this folder", file=sys.stderr)
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"manage.py: {error} (docs/deployment.md explains every setting)")


if __name__ == "__main__":
    main()
