"""What comes back when modules are unloaded: PageHost beside the plug-ins of Qt and of libpeas."""
import json
import shutil
import subprocess
from pathlib import Path
from typing import Iterator, NamedTuple

from .memory import BOTTOM, TOP, App, Memory, Program, stacked_app
from .workshop import COPIES, SOURCES, Workshop, copy, run

PEER = "Peer0000Page"
SEVEN = 7
LIBRARY = ["-fPIC", "-shared", "-s", "-fvisibility=hidden"]
PACKAGES = {"libpeas-1.0": "libpeas-dev", "Qt5Core": "qtbase5-dev"}


class Stages(NamedTuple):
    """Memory before the first module, with seven in use, after their release, and both again."""

    before: Memory
    visited: Memory
    released: Memory
    returned: Memory
    released_again: Memory


class Peer(NamedTuple):
    system: str
    seven: Stages
    growth: Memory | None  # over 1,000 modules, each used and released once


def missing() -> list[str]:
    """The packages that are needed to build the peers and are not there."""
    tools = [tool for tool in ("g++", "pkg-config") if not shutil.which(tool)]
    return tools + [package for library, package in PACKAGES.items() if "pkg-config" in tools or not has(library)]


def peers(workshop: Workshop) -> Iterator[Peer]:
    """Measures one system after the other; a peer whose packages are missing is left out."""
    yield app_in_swift(workshop)
    yield app_in_c(workshop)
    if not shutil.which("g++") or not shutil.which("pkg-config"):
        return
    if has("libpeas-1.0"):
        host, names = build_libpeas(workshop)
        yield plugins(f"libpeas {version('libpeas-1.0')}", host, names)
    if has("Qt5Core"):
        host, names = build_qt(workshop)
        yield plugins(f"Qt {version('Qt5Core')}", host, names)
        yield plugins(f"Qt {version('Qt5Core')}, unloading allowed", [*host, "free"], names)


# PageHost


def app_in_swift(workshop: Workshop) -> Peer:
    """The app's pages, each with a Swift runtime of its own."""
    app, pages = stacked_app(workshop)
    return Peer(f"PageHost, the app's {len(pages)} pages in Swift", stack(app, pages), None)


def app_in_c(workshop: Workshop) -> Peer:
    """Pages in C with the content that the plug-ins have."""
    folder = workshop.app("peers", BOTTOM, {BOTTOM: 2, PEER: COPIES})
    names = sorted(library.stem.removeprefix("lib") for library in (folder / "modules").glob("libPeer*.so"))
    seven = stack(App(workshop, "peers", folder), names[:SEVEN])
    app = App(workshop, "peers", folder)
    app.perform("warn critical")
    before = app.memory
    app.perform("\n".join(f"open {name}\nback" for name in names))
    app.perform("warn critical")
    growth = app.memory - before
    app.end()
    return Peer(f"PageHost, {SEVEN} pages in C", seven, growth)


def stack(app: App, pages: list[str]) -> Stages:
    """Opens each page on top of the last, and an empty one on top of all, so that a warning releases all of them; then
    goes back through all of them and opens them again."""
    stacked = [*pages, TOP]
    memory = []

    def note(line: str, state: str) -> None:
        """Performs a line after which all the pages must be in this state."""
        found = {each["page"]: each["state"] for each in json.loads(app.perform(line))["pages"]}
        if wrong := [page for page in pages if found[page] != state]:
            raise SystemExit(f"bench: error: after '{line}' these pages are not {state}: {', '.join(wrong)}")
        memory.append(app.memory)

    def visit() -> None:
        for page in pages:
            app.perform(f"open {page}")
        note(f"open {TOP}", "initialized")

    note("warn critical", "listed")
    visit()
    note("warn critical", "listed")
    for _ in stacked:
        app.perform("back")
    visit()
    note("warn critical", "listed")
    app.end()
    return Stages(*memory)


# The peers


def plugins(system: str, command: list[str], names: list[str]) -> Peer:
    """Has the first seven plug-ins loaded and unloaded, twice; and, by a new process, all of them once each."""
    host = start(command)
    memory = [host.memory]
    for verb in ["load", "unload", "load", "unload"]:
        for name in names[:SEVEN]:
            host.perform(f"{verb} {name}")
        memory.append(host.memory)
    host.end()
    host = start(command)
    before = host.memory
    for name in names:
        host.perform(f"load {name}")
        host.perform(f"unload {name}")
    growth = host.memory - before
    host.end()
    return Peer(system, Stages(*memory), growth)


def start(command: list[str]) -> Program:
    host = Program(command)
    host.process.stdout.readline()  # "ready"
    return host


def build_libpeas(workshop: Workshop) -> tuple[list[str], list[str]]:
    folder, sources = workshop.folder / "libpeas", SOURCES / "Peers"
    folder.mkdir()
    flags = package("libpeas-1.0", "--cflags", "--libs")
    run([*workshop.compiler, "-o", folder / "host", sources / "peas-host.c", *flags])
    run([*workshop.compiler, *LIBRARY, "-o", folder / "page.so", sources / "peas-page.c", *flags])
    names = copy(folder / "page.so", PEER, COPIES, folder / "plugins")
    for name in names:
        (folder / f"plugins/{name}.plugin").write_text(f"[Plugin]\nModule={name}\nName={name}\n")
    return [str(folder / "host"), str(folder / "plugins")], names


def build_qt(workshop: Workshop) -> tuple[list[str], list[str]]:
    folder, sources = workshop.folder / "qt", SOURCES / "Peers"
    folder.mkdir()
    flags, libraries = package("Qt5Core", "--cflags"), package("Qt5Core", "--libs")
    moc = Path(*package("Qt5Core", "--variable=host_bins")) / "moc"
    run([moc, "-I", sources, sources / "qt-page.cpp", "-o", folder / "qt-page.moc"])
    compiler = ["g++", "-O2", "-Wall", "-fPIC", *flags]
    run([*compiler, "-o", folder / "host", sources / "qt-host.cpp", *libraries])
    run([*compiler, *LIBRARY, "-I", folder, "-o", folder / "page.so", sources / "qt-page.cpp", *libraries])
    return [str(folder / "host"), str(folder / "plugins")], copy(folder / "page.so", PEER, COPIES, folder / "plugins")


def has(library: str) -> bool:
    return subprocess.run(["pkg-config", "--exists", library]).returncode == 0


def version(library: str) -> str:
    return package(library, "--modversion")[0]


def package(library: str, *options: str) -> list[str]:
    return run(["pkg-config", *options, library]).split()
