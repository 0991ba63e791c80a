"""Who does the work of a verb that goes piece by piece: the processes of this machine, or those of a Ray cluster.

A verb gets an engine and gives it work and pieces, mostly numbers of shards; it does not know which engine it has.
"""
