"""Tasks in processes of their own: what becomes of them, and that nothing of them is left."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from hoarfrost.side_by_side import Done, Lost, Overdue, Task, side_by_side

LONG = 60.0


def sleeper(seconds, untimed):
    time.sleep(seconds)
    return seconds


def patient(untimed):
    untimed()
    time.sleep(0.5)
    return "measured"


def killed(untimed):
    os.kill(os.getpid(), signal.SIGKILL)


def failing(untimed):
    raise ValueError("not told")


def unsayable(untimed):
    return lambda: None


def endings(*tasks, at_once=2):
    return {task.name: ending for task, ending in side_by_side(tasks, at_once)}


@pytest.fixture(autouse=True)
def nothing_left():
    yield
    assert multiprocessing.active_children() == []


def test_every_task_has_its_ending():
    found = endings(
        Task("quick", partial(sleeper, 0)),
        Task("slow", partial(sleeper, LONG), seconds=0.2),
        Task("patient", patient, seconds=0.2),
        Task("killed", killed),
        Task("failing", failing),
        Task("unsayable", unsayable),
    )
    assert found == {
        "quick": Done(0),
        "slow": Overdue(),
        "patient": Done("measured"),
        "killed": Lost(-signal.SIGKILL),
        "failing": Lost(1),
        "unsayable": Lost(1),
    }
    assert (found["killed"].cause, found["failing"].cause) == ("signal 9", "exit code 1")


def test_what_a_broken_task_says_goes_nowhere(capfd):
    endings(Task("failing", failing), Task("unsayable", unsayable))
    assert capfd.readouterr() == ("", "")


def test_nothing_to_do_is_done_at_once():
    assert endings() == {}


def test_a_result_may_be_larger_than_a_pipe():
    assert endings(Task("large", lambda _: b"x" * 10**7)) == {"large": Done(b"x" * 10**7)}


@pytest.mark.parametrize(("at_once", "most"), [(1, 1), (2, 2), (3, 3)])
def test_so_many_run_at_a_time(at_once, most, tmp_path):
    def counting(number, untimed):
        mark = tmp_path / str(number)
        mark.touch()
        time.sleep(0.1)
        seen = len(list(tmp_path.iterdir()))
        mark.unlink()
        return seen

    found = endings(*(Task(str(n), partial(counting, n)) for n in range(5)), at_once=at_once)
    assert max(ending.result for ending in found.values()) <= most


def test_they_run_beside_each_other():
    start = time.monotonic()
    endings(*(Task(str(n), partial(sleeper, 0.4)) for n in range(4)), at_once=4)
    assert time.monotonic() - start < 1.5


def test_a_task_leaves_this_process_as_it_is():
    changed = []
    assert endings(Task("one", lambda _: changed.append(1))) == {"one": Done(None)}
    assert changed == []


def test_who_stops_listening_ends_them_all():
    tasks = [Task("quick", partial(sleeper, 0)), Task("long", partial(sleeper, LONG))]
    start = time.monotonic()
    with closing(side_by_side(tasks, 2)) as ending:
        assert next(ending)[0].name == "quick"
        assert len(multiprocessing.active_children()) == 1
    assert time.monotonic() - start < LONG / 2


def test_an_interrupt_ends_them_all():
    def interrupted(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupted)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            endings(Task("long", partial(sleeper, LONG)))
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_task_ends_with_the_process_that_waits_for_it(tmp_path):
    place = tmp_path / "pid"

    def telling(untimed):
        place.write_text(str(os.getpid()))
        time.sleep(LONG)

    waiting = os.fork()
    if waiting == 0:
        endings(Task("telling", telling))
        os._exit(0)
    while not (place.exists() and place.read_text()):
        time.sleep(0.01)
    os.kill(waiting, signal.SIGKILL)
    os.waitpid(waiting, 0)
    assert has_ended(int(place.read_text()))


def has_ended(pid):
    """Does a process end within some seconds? Nobody may have buried it yet."""
    for _ in range(500):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
        except FileNotFoundError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.01)
    return False
