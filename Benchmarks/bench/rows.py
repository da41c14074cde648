"""The rows of the table: what is measured, and the floor that stands beside it."""
import json
import os
import shutil
from pathlib import Path
from typing import Callable, NamedTuple

from .frames import Timeline, drawn_by_ncurses
from .turns import by_turns, process, until
from .workshop import APP, COPIES, TOOL, Workshop, run


class Row(NamedTuple):
    name: str
    microseconds: float
    floor: str
    floor_microseconds: float
    ratio: float
    aim: float | None  # the largest ratio that is wanted


class Group(NamedTuple):
    name: str
    measure: Callable[[Workshop], list[Row]]


groups: list[Group] = []


def group(name: str):
    """Adds a function that gives some rows."""

    def add(measure):
        groups.append(Group(name, measure))
        return measure

    return add


@group("start")
def start(workshop: Workshop) -> list[Row]:
    """The tool and its first screen, beside a program that prints a line."""
    hello = workshop.floor("hello", "-static")
    data = workshop.data("start")
    environment = {"TERM": "xterm-256color", "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": workshop.data("home")}

    def forget():
        shutil.rmtree(data, ignore_errors=True)

    drive = [str(TOOL), "drive", "--app", str(APP), "--data", data, "/dev/null"]
    screen = [str(TOOL), "run", "--app", str(APP), "--data", data]
    first = process(drive, before=forget)
    # A file that was copied a moment ago is not yet known by its identity alone.
    floor, figures = by_turns(
        process([hello]),
        [process([str(TOOL), "--version"]), process(drive), until(screen, b"Next", environment), first], turns=15)
    names = ["the tool starts and ends", "start, first screen, end", "start until the first screen is in a terminal",
             "start, first screen, end: modules copied to the store"]
    return [Row(name, figure.microseconds, "hello, static", floor, figure.ratio, None)
            for name, figure in zip(names, figures)]


@group("list")
def listing(workshop: Workshop) -> list[Row]:
    """`list` of 1,000 modules, whose files are in the page cache."""
    data = Path(workshop.data("list"))
    data.mkdir(exist_ok=True)
    tool = [str(TOOL), "list", "--app", str(workshop.crowd), "--data", str(data)]
    folder = str(workshop.crowd / "modules")
    notes = workshop.floor("notes")

    def forget():
        (data / "modules.cache").unlink(missing_ok=True)

    # Cold comes before warm, which thus finds what cold has remembered.
    reading, [cold, _] = by_turns(process([notes, "read", folder]), [process(tool, before=forget), process(tool)], 15)
    looking, [warm] = by_turns(process([notes, "stat", folder]), [process(tool)], 15)
    return [
        Row(f"list of {COPIES:,} modules, nothing remembered", cold.microseconds, "one pread each, in C", reading,
            cold.ratio, 2),
        Row(f"list of {COPIES:,} modules, remembered", warm.microseconds, "one stat each, in C", looking, warm.ratio, 2),
    ]


@group("load")
def load(workshop: Workshop) -> list[Row]:
    """From dlopen to the first view, beside dlopen and dlsym of the same file."""
    floor_program = workshop.floor("load")
    rows = []
    for page in ["GuidePage", "TimelinePage"]:

        def floor() -> float:
            return int(run([floor_program, APP / f"modules/lib{page}.so", 50]).split()[0]) / 1000

        def host() -> float:
            return json.loads(run([TOOL, "load", page, "--app", APP, "--cycles", 50, "--json"]))[0]["viewMicroseconds"]

        microseconds, [figure] = by_turns(floor, [host], turns=7, warm_up=1)
        rows.append(Row(f"load of {page} to its first view", figure.microseconds, "dlopen, dlsym", microseconds,
                        figure.ratio, 2))
    return rows


@group("call")
def call(workshop: Workshop) -> list[Row]:
    """An action with two arguments and a reply, between two pages in C, beside its function through libffi."""
    floor_program = workshop.floor("call", "-lffi")
    times = 100_000

    def floor() -> float:
        return float(run([floor_program, workshop.module("AnswerPage"), times])) / 1000

    def host() -> float:
        words = [TOOL, "call", "bench.measure", times, "--app", workshop.pair, "--data", workshop.data("call")]
        return float(run(words)) / 1000

    microseconds, [figure] = by_turns(floor, [host], turns=15)
    return [Row("action between two pages, two arguments", figure.microseconds, "ffi_call", microseconds,
                figure.ratio, 4)]


@group("frame")
def frame(workshop: Workshop) -> list[Row]:
    """A frame of a transition in a terminal of 200 by 60 cells, in processor time; sixty a second leave 16.7 ms."""
    timeline = Timeline(workshop.data("frame"))
    floor, [figure] = by_turns(
        drawn_by_ncurses(workshop.floor("frame", "-lncurses")), [timeline.sample], turns=9, warm_up=1)
    timeline.app.end()
    return [Row("frame of a transition, 200x60", figure.microseconds, "12,000 cells by ncurses", floor, figure.ratio, None)]
