"""Hierarchies: the ways in which the values of one attribute may be generalised."""
