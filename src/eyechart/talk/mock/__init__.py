"""A server to rehearse against, without a key: it speaks every protocol, and fails as often as it is told."""
