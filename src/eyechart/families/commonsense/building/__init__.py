"""A scene around a wish: who is there, where everything stands, what can be seen of it."""
