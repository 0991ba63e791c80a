"""The networks of IconQA: what learns icons, Patch-TRM, and those that it is compared with; one file each."""
