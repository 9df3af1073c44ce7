"""Requirements: what every class of a release must satisfy. One file for each family."""

from hoarfrost.requirements.base import REQUIREMENTS, Classes, Requirement, requirement

__all__ = ["REQUIREMENTS", "Classes", "Requirement", "requirement"]
