"""Builds what is measured besides the host: the floors and the pages in C, into a temporary folder."""
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "Benchmarks"
TOOL = ROOT / "build/bin/pagehost"
APP = ROOT / "build/app"
MANIFESTS = ROOT / ".build/release/page-manifest-tool"
COPIES = 1000


class Workshop:
    """A folder with the floors, an app of the pages in C, and one of 1,000 tiny modules."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.compiler = self._compiler()
        self.pair = self.app("pair", "AnswerPage", {"AnswerPage": 1, "CallerPage": 1})
        # 1,000 modules that differ in name and in nothing else; 1,000 real ones would take 6 GB.
        self.crowd = self.app("crowd", "Tiny0000Page", {"Tiny0000Page": COPIES})

    @staticmethod
    def _compiler() -> list[str]:
        compiler = shutil.which("clang") or shutil.which("cc")
        if not compiler:
            raise SystemExit("bench: error: no C compiler is found; put clang, which comes with Swift, into PATH")
        return [compiler, "-O2", "-Wall", "-I", str(ROOT / "Sources/PageABI/include")]

    def floor(self, name: str, *flags: str) -> str:
        """Compiles one of the floors, once, and gives its path."""
        program = self.folder / name
        if not program.exists():
            run([*self.compiler, "-o", program, SOURCES / f"Floors/{name}.c", *flags])
        return str(program)

    def own_tool(self) -> Path:
        """A copy of the tool that nobody else runs."""
        tool = self.folder / "pagehost"
        if not tool.exists():
            shutil.copy(TOOL, tool)
        return tool

    def data(self, name: str) -> str:
        """The path of a data folder for one row."""
        return str(self.folder / f"data-{name}")

    def module(self, name: str) -> str:
        return str(self.pair / f"modules/lib{name}.so")

    def _page(self, name: str) -> Path:
        """Builds a page in C without heap and guard, which it does not need: it allocates nothing that stays."""
        folder = self.folder / name
        library = folder / f"lib{name}.so"
        if library.exists():
            return library
        folder.mkdir()
        run([MANIFESTS, SOURCES / f"Pages/{name}/page.json", "--assembly", folder / "note.S", "--header", folder / "glue.h"])
        symbols = folder / "symbols.map"
        symbols.write_text("{ global: page_module_open; local: *; };\n")
        sources = sorted((SOURCES / f"Pages/{name}").glob("*.c"))
        run([*self.compiler, "-fPIC", "-shared", "-s", f"-Wl,--version-script={symbols}", "-I", folder,
             "-o", library, *sources, folder / "note.S"])
        return library

    def app(self, name: str, first: str, pages: dict[str, int]) -> Path:
        """An app that starts with the page `first`, of so many copies of each of `pages`."""
        app = self.folder / f"{name}-app"
        for page, count in pages.items():
            copy(self._page(page), page, count, app / "modules")
        (app / "app.json").write_text(
            f'{{ "app": 1, "id": "org.example.{name}", "title": "{name}", "start": [ {{ "open": "{first}" }} ] }}\n')
        return app


def copy(library: Path, name: str, count: int, folder: Path) -> list[str]:
    """Writes copies of a module into a folder, each with another number for 0000 in its name, and gives the names."""
    folder.mkdir(parents=True, exist_ok=True)
    model = library.read_bytes()
    names = [name.replace("0000", f"{number:04}") for number in range(count)]
    for each in names:
        (folder / f"lib{each}.so").write_bytes(model.replace(name.encode(), each.encode()))
    return names


def run(command: list, **options) -> str:
    """Runs a command that must succeed, and gives what it prints."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)
    if done.returncode:
        raise SystemExit(f"bench: error: {' '.join(words)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
