"""What pages cost in memory: read from the kernel, of an app that is driven from outside."""
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from .workshop import APP, Workshop

TABS = ["TimelinePage", "ContactsPage", "DiscoverPage", "AboutPage"]
BOTTOM, TOP = "Tiny0000Page", "Tiny0001Page"  # empty pages
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
        os.sync()  # until it is on the disk, a new file that is mapped counts as written memory
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
        return Memory(*(int(re.search(rf"^Private_{name}: +(\d+)", rollup, re.M)[1]) for name in ("Dirty", "Clean")))

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class App(Program):
    """An app, used by script lines."""

    def __init__(self, workshop: Workshop, data: str, app: Path = APP):
        # With a tool of its own, whose pages no other process has in use: they would not count as private.
        super().__init__([workshop.own_tool(), "drive", "--app", app, "--data", workshop.data(data)])

    def perform(self, line: str) -> str:
        """Performs a line and waits until it is done: until the state is told that is asked for next."""
        return super().perform(f"{line}\nstate --json", answer='{"format":1')


def memory(workshop: Workshop) -> list[Line]:
    """The app as it is; then its pages on top of one another, which it never has, so that all are in memory at once."""
    lines: list[Line] = []

    def note(name: str, is_first: bool = False) -> None:
        now = app.memory
        lines.append(Line(name, now, Memory(0, 0) if is_first else now - lines[-1].total))

    app = App(workshop, "memory")
    app.perform("print")  # so that the first screen is there
    note("the guide, on the first launch", is_first=True)
    for line in SIGN_UP:
        app.perform(line)
    note("home with its first tab")
    for page in TABS[1:]:
        app.perform(f"open {page}")
        note(f"and the tab of {page}")
    app.perform("warn critical")
    note("after a critical warning")
    for page in TABS[:-1]:
        app.perform(f"open {page}")
        note(f"back to {page}")
    app.end()

    app, pages = stacked_app(workshop)
    note("an empty page", is_first=True)
    for page in pages:
        app.perform(f"open {page}")
        note(f"and {page} on top")
    app.perform(f"open {TOP}")
    note("and an empty one on top")
    app.perform("warn critical")
    note("after a critical warning")
    for page in reversed(pages):
        app.perform("back")
        note(f"back to {page}")
    app.end()
    return lines


def stacked_app(workshop: Workshop) -> tuple[App, list[str]]:
    """The app's pages without its tabs, a person signed in, an empty page on screen; gives their names as well."""
    folder = workshop.app("stacked", BOTTOM, {BOTTOM: 2})
    pages = []
    for library in sorted((APP / "modules").glob("*.so")):
        shutil.copy(library, folder / "modules")
        pages.append(library.stem.removeprefix("lib"))
    shutil.rmtree(workshop.data("stacked"), ignore_errors=True)
    app = App(workshop, "stacked", folder)
    for line in ["open LoginPage", *SIGN_UP[3:], "back", "warn critical"]:
        app.perform(line)
    return app, pages
