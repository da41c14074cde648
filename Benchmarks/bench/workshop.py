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
        self.pair = self._app("pair", [self._page("AnswerPage"), self._page("CallerPage")])
        self.crowd = self._crowd()

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

    def data(self, name: str) -> str:
        """The path of a data folder for one row."""
        return str(self.folder / f"data-{name}")

    def module(self, name: str) -> str:
        return str(self.pair / f"modules/lib{name}.so")

    def _page(self, name: str) -> Path:
        """Builds a page in C without heap and guard, which it does not need: it allocates nothing that stays."""
        folder = self.folder / name
        folder.mkdir()
        run([MANIFESTS, SOURCES / f"Pages/{name}/page.json", "--assembly", folder / "note.S", "--header", folder / "glue.h"])
        library = folder / f"lib{name}.so"
        symbols = folder / "symbols.map"
        symbols.write_text("{ global: page_module_open; local: *; };\n")
        sources = sorted((SOURCES / f"Pages/{name}").glob("*.c"))
        run([*self.compiler, "-fPIC", "-shared", "-s", f"-Wl,--version-script={symbols}", "-I", folder,
             "-o", library, *sources, folder / "note.S"])
        return library

    def _app(self, name: str, libraries: list[Path]) -> Path:
        app = self.folder / f"{name}-app"
        (app / "modules").mkdir(parents=True)
        for library in libraries:
            shutil.copy(library, app / "modules")
        first = libraries[0].stem.removeprefix("lib") if libraries else "Tiny0000Page"
        (app / "app.json").write_text(
            f'{{ "app": 1, "id": "org.example.{name}", "title": "{name}", "start": [ {{ "open": "{first}" }} ] }}\n')
        return app

    def _crowd(self) -> Path:
        """1,000 modules that differ in name and in nothing else; 1,000 real ones would take 6 GB."""
        app = self._app("crowd", [])
        model = self._page("TinyPage").read_bytes()
        for number in range(COPIES):
            copy = model.replace(b"Tiny0000Page", b"Tiny%04dPage" % number)
            (app / f"modules/libTiny{number:04}Page.so").write_bytes(copy)
        return app


def run(command: list, **options) -> str:
    """Runs a command that must succeed, and gives what it prints."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)
    if done.returncode:
        raise SystemExit(f"bench: error: {' '.join(words)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
