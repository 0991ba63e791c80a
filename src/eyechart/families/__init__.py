"""One folder per family. They share the nouns and the pens, and never import each other."""
