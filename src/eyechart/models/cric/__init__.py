"""CRIC's networks (section 4 and appendix 8), one file each."""
