"""What pages cost in memory: read from the kernel, of an app that is driven from outside."""
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from .workshop import APP, TOOL, Workshop

PAGES = ["TimelinePage", "ContactsPage", "DiscoverPage", "AboutPage"]
SIGN_UP = ['tap "Next"', 'tap "Next"', 'tap "Get started"', 'type "Account" "ann"', 'type "Password" "correct horse"',
           'tap "Create account"']


class Memory(NamedTuple):
    """Memory that a process shares with no other, in KiB: written, and read from files, which the kernel can drop."""

    written: int
    read: int

    def __sub__(self, other: "Memory") -> "Memory":
        return Memory(self.written - other.written, self.read - other.read)


class Line(NamedTuple):
    name: str
    total: Memory
    change: Memory


class App:
    """The app, used by script lines from here."""

    def __init__(self, data: str):
        self.process = subprocess.Popen(
            [TOOL, "drive", "--app", APP, "--data", data], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def perform(self, line: str) -> None:
        """Performs a line and waits until it is done: the answer to the state that is asked for next."""
        print(f"{line}\nstate --json", file=self.process.stdin, flush=True)
        while answer := self.process.stdout.readline():
            if answer.startswith('{"format":1'):
                return
        raise SystemExit(f"bench: error: 'pagehost drive' ended at the line: {line}")

    @property
    def memory(self) -> Memory:
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        written, read = (int(re.search(rf"^{name}: +(\d+)", rollup, re.M)[1]) for name in ("Private_Dirty", "Private_Clean"))
        return Memory(written, read)

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def memory(workshop: Workshop) -> list[Line]:
    """Opens each page on top of the last, warns, and returns to all of them."""
    app = App(workshop.data("memory"))
    lines: list[Line] = []

    def note(name: str) -> None:
        now = app.memory
        lines.append(Line(name, now, now - lines[-1].total if lines else now))

    app.perform("print")  # so that the first screen is there
    note("the guide, on the first launch")
    for line in SIGN_UP:
        app.perform(line)
    note("home with its first tab")
    for page in PAGES[1:]:
        app.perform(f"open {page}")
        note(f"and {page} on top")
    app.perform("warn")
    note("after a warning")
    for _ in PAGES[1:]:
        app.perform("back")
    note("after going back to home")
    app.perform("warn critical")
    note("after a critical warning")
    app.end()
    return lines
