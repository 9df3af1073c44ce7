"""What models are asked for: to predict a class or to estimate a number, and the words for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hoarfrost.report.dots import Landmark
from hoarfrost.report.facts import Report
from hoarfrost.report.words import number, percent


@dataclass(frozen=True)
class Task:
    """One task: the keys of its facts in a report, and how they are told."""

    key: str
    plain_model: tuple[str, str]
    """The model beside boosted trees: its key and its name."""
    guess: str
    """The key of what guessing reaches."""
    guessing: str
    is_more_better: bool
    shown: Callable[[float], str]
    lead: tuple[str, str, str, str]
    """Around the target, what the best model reaches, the original, and the guess."""
    asked: tuple[str, str]
    """Around the target, what a picture of several releases shows."""
    axis: str
    caption: str
    method: str
    """What the numbers are, for whoever wants to know."""

    def best(self, found: Report) -> float:
        """The best that a model reaches."""
        reached = found["strong"], found[self.plain_model[0]]
        return max(reached) if self.is_more_better else min(reached)

    def landmarks(self, found: Report) -> tuple[Landmark, Landmark]:
        """What guessing reaches and what the original allows, the smaller first."""
        pair = (
            Landmark(f"{self.guessing}: {self.shown(found[self.guess])}", found[self.guess]),
            Landmark(f"from the original: {self.shown(found['original'])}", found["original"]),
        )
        return pair if self.is_more_better else pair[::-1]


CLASSIFICATION = Task(
    key="classification",
    plain_model=("naive_bayes", "naive Bayes"),
    guess="majority",
    guessing="always the commonest value",
    is_more_better=True,
    shown=percent,
    lead=(
        "A model that learns from this release predicts ",
        " rightly for ",
        " of the records. One that learns from the original reaches ",
        "; always guessing the commonest value, ",
    ),
    asked=("How often a model that learnt from the release predicts ", " rightly."),
    axis="Share of the records whose target models predict",
    caption="Picture of what models learn",
    method="Each model learns from nine tenths of the records and predicts the last tenth, ten times"
    " in turn. A record that was left out is guessed to have the commonest value.",
)
REGRESSION = Task(
    key="regression",
    plain_model=("linear", "linear regression"),
    guess="mean",
    guessing="always the mean",
    is_more_better=False,
    shown=number,
    lead=(
        "A model that learns from this release misses ",
        " by ",
        ". One that learns from the original misses it by ",
        "; always guessing the mean, by ",
    ),
    asked=("How far off a model that learnt from the release estimates ", "."),
    axis="How far off models estimate the target",
    caption="Picture of how far off models are",
    method="Root mean squared errors, in the target's unit: less is better. Each model learns from"
    " nine tenths of the records and estimates the last tenth, ten times in turn. A record that"
    " was left out is guessed to have the mean.",
)
TASKS = (CLASSIFICATION, REGRESSION)
