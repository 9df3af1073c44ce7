"""Figures: numbers that say how much a release has kept or lost. One file for each."""

from hoarfrost.figures.base import FIGURES, Figure, View, figure

__all__ = ["FIGURES", "Figure", "View", "figure"]
