"""What a page is to ask, drawn before there is a scene."""
