"""What all networks share: the record that is one, its named inputs and answers, its layers, and its folder."""
