"""Measures things by turns, so that a machine whose speed drifts changes all of them alike."""
import os
import statistics
import subprocess
import time
from typing import Callable, NamedTuple

Sample = Callable[[], float]  # runs once, gives microseconds


class Figure(NamedTuple):
    microseconds: float  # the median
    ratio: float  # the median, turn by turn, of this figure to the floor's


def by_turns(floor: Sample, others: list[Sample], turns: int, warm_up: int = 2) -> tuple[float, list[Figure]]:
    """Runs the floor and the others in turn, and gives the floor's median and each other's figure."""
    rows = []
    for _ in range(turns + warm_up):
        rows.append([sample() for sample in [floor, *others]])
    rows = rows[warm_up:]
    figures = []
    for column in range(1, len(others) + 1):
        figures.append(Figure(
            statistics.median(row[column] for row in rows), statistics.median(row[column] / row[0] for row in rows)))
    return statistics.median(row[0] for row in rows), figures


def process(command: list[str], before: Callable[[], None] = lambda: None) -> Sample:
    """A sample of a whole process, from before it is made until it has ended."""

    def sample() -> float:
        before()
        start = time.perf_counter_ns()
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        taken = (time.perf_counter_ns() - start) / 1000
        if done.returncode:
            raise SystemExit(f"bench: error: {' '.join(command)} ended with {done.returncode}\n{done.stderr.decode()}")
        return taken

    return sample


def until(command: list[str], text: bytes, environment: dict[str, str]) -> Sample:
    """A sample of a program in a terminal, from before it is made until it has written `text`; then it is ended."""
    import pty
    import signal

    def sample() -> float:
        start = time.perf_counter_ns()
        child, terminal = pty.fork()
        if child == 0:
            os.execve(command[0], command, environment)
        seen = b""
        while text not in seen:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                os.waitpid(child, 0)
                raise SystemExit(f"bench: error: {' '.join(command)} ended before it showed {text.decode()!r}")
        taken = (time.perf_counter_ns() - start) / 1000
        os.kill(child, signal.SIGTERM)
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:
            pass  # the terminal is closed with the program's end
        os.close(terminal)
        os.waitpid(child, 0)
        return taken

    return sample
