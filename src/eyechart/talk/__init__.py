"""Everything between a question and a reply: prompts, protocols, traffic, and how replies are read."""
