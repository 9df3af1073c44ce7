"""Recodings: what an algorithm returns, an engine carries out, and a file keeps."""

from hoarfrost.recoding.base import Applied, Recoding
from hoarfrost.recoding.cells import Cells
from hoarfrost.recoding.cut import Cut
from hoarfrost.recoding.full_domain import FullDomain
from hoarfrost.recoding.labels import LabelStyle
from hoarfrost.recoding.local import Local
from hoarfrost.recoding.partition import Partition
from hoarfrost.recoding.regions import Regions
from hoarfrost.recoding.runs import Runs

__all__ = [
    "Applied",
    "Cells",
    "Cut",
    "FullDomain",
    "LabelStyle",
    "Local",
    "Partition",
    "Recoding",
    "Regions",
    "Runs",
]
