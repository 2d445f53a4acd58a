"""Fresh machines, made by debootstrap: every step of the README, on every Python that it names.

``make proofs ARGS=machines``, or ``python -m tests.proofs.machines 3.14 --tests quick``; ``--help`` explains more. It
needs Linux, root, debootstrap (installed where apt can), a Debian mirror among this machine's apt sources and, for
``image``, PostgreSQL and Redis.
"""
