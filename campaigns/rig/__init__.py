"""What campaigns share: totals, the commands that are disturbed, and the processes that they run in."""
