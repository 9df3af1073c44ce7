"""Scores: how good a table is by its attributes' priorities and the values that they keep."""
