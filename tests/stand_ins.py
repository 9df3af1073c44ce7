"""Algorithms that behave in ways in which real ones hardly do, put on the shelf for one test."""

from __future__ import annotations

import os
import signal
import time

from hoarfrost.algorithms.catalogue import ALGORITHMS, Algorithm, Outcome
from hoarfrost.errors import DataError, Flaw, LimitReached, NotApplicable
from hoarfrost.recoding import FullDomain


def crasher(problem):
    """Fails with a message that nobody may see."""
    raise ZeroDivisionError("canary-31")


def dier(problem):
    """Takes its process along."""
    os.kill(os.getpid(), signal.SIGKILL)


def hog(problem):
    """Needs more memory than there is."""
    raise MemoryError


def endless(problem):
    """Never looks at the clock."""
    while True:
        time.sleep(0.05)


def late(problem):
    """Looks at the clock, and has nothing then."""
    while not problem.is_out_of_time:
        time.sleep(0.01)
    raise LimitReached("nothing found", hint="raise --time-limit")


def hungry(problem):
    """Takes all the time that it gets, and has the coarsest release then."""
    while not problem.is_out_of_time:
        time.sleep(0.01)
    return Outcome(FullDomain.of(problem, problem.tops), ended="time", notes=("canary-note",))


def choosy(problem):
    """Serves nobody."""
    raise NotApplicable(Flaw("choosy serves nobody", 'use "optimal"'))


def misled(problem):
    """Ends with an error that has no business there."""
    raise DataError("no such data")


def careless(problem):
    """Releases everything as it is, whatever the policy says."""
    return Outcome(FullDomain.of(problem, [0] * len(problem.attributes)))


STAND_INS = {
    run.__name__: run
    for run in (crasher, dier, hog, endless, late, hungry, choosy, misled, careless)
}


def register(monkeypatch, *names):
    """Put these on the shelf until the test is over."""
    ALGORITHMS.names()
    for name in names:
        made = Algorithm(name, "lattice", "full-domain", STAND_INS[name])
        monkeypatch.setitem(ALGORITHMS._things, name, made)
