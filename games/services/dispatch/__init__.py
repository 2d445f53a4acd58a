"""Due work: hints to workers after a commit, leases, deadlines, outages, and the pace of bots."""
