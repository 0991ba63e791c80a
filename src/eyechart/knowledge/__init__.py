"""What things are called, what they are and where they are found."""
