"""Algorithms: from a problem to a recoding. One file for each, beside its family's process."""
