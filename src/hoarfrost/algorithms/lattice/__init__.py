"""Lattice recoding: search the lattice of level vectors, one level for each attribute."""
