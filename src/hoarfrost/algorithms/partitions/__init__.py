"""Partition recoding: the values of each attribute fall into sets that a scheme allows."""
