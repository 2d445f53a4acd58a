"""Run a part of this in a process of its own, in which Django is set up: ``python -m tests.proofs.kept look NAME``."""

import sys
from importlib import import_module

import django

django.setup()
import_module(f"tests.proofs.kept.{sys.argv[1]}").main(*sys.argv[2:])
