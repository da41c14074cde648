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

    @property
    def private(self) -> int:
        return self.written + self.read

    def __sub__(self, other: "Memory") -> "Memory":
        return Memory(self.written - other.written, self.read - other.read)


class Line(NamedTuple):
    name: str
    total: Memory
    change: Memory


class Program:
    """A program that is used by lines from here, and whose memory is read meanwhile."""

    def __init__(self, command: list):
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def perform(self, line: str, answer: str = "done") -> str:
        """Performs a line and waits until it is done: until there is a line that begins as the answer does."""
        print(line, file=self.process.stdin, flush=True)
        while given := self.process.stdout.readline():
            if given.startswith(answer):
                return given
        raise SystemExit(f"bench: error: '{self.process.args[0]}' ended at the line: {line}")

    @property
    def memory(self) -> Memory:
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        written, read = (int(re.search(rf"^{name}: +(\d+)", rollup, re.M)[1]) for name in ("Private_Dirty", "Private_Clean"))
        return Memory(written, read)

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class App(Program):
    """An app, used by script lines."""

    def __init__(self, data: str, app: Path = APP):
        super().__init__([TOOL, "drive", "--app", app, "--data", data])

    def perform(self, line: str) -> str:
        """Performs a line and waits until it is done: until the state is told that is asked for next."""
        return super().perform(f"{line}\nstate --json", answer='{"format":1')


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
