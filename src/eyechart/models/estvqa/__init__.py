"""EST-VQA's networks (section 3), one file each; and one beyond them."""
