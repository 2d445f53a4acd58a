"""Fresh machines, made by debootstrap: what the README promises is done there, on every Python that it promises.

``make machines``, or ``make machines ARGS="3.14 --tests quick"``; ``--help`` says what can be asked for. It needs
Linux, root, debootstrap (installed where apt can), a Debian mirror among this machine's apt sources and, for ``image``,
PostgreSQL and Redis.
"""
