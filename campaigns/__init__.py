"""Attacks that go on for as long as they are given: `python -m campaigns kill --minutes 10`. Quick forms are in the tests."""
