"""Run a module of this package in its own process with Django set up: ``python -m tests.proofs.kept look NAME``."""

import sys
from importlib import import_module

import django

django.setup()
import_module(f"tests.proofs.kept.{sys.argv[1]}").main(*sys.argv[2:])
