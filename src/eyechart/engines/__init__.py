"""Who does the work of a verb that goes piece by piece: the processes of this machine."""
