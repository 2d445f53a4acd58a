"""Fresh machines, made by debootstrap: what the README promises is done there, on every Python that it promises.

``make proofs ARGS=machines``, or ``python -m tests.proofs.machines 3.14 --tests quick``; ``--help`` says more. It needs
Linux, root, debootstrap (installed where apt can), a Debian mirror among this machine's apt sources and, for ``image``,
PostgreSQL and Redis.
"""
