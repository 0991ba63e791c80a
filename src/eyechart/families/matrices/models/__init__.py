"""Models that sit the exam of matrices and no other: the symbolic solver."""
