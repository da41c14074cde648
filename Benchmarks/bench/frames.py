"""Programs that draw frames in a terminal of 200 by 60 cells."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from pathlib import Path

from .memory import SIGN_UP
from .turns import Sample
from .workshop import APP, TOOL, run

ENVIRONMENT = {"TERM": "xterm-256color", "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
PAUSE = 0.006  # seconds of silence between two frames, which come every 16.7 ms at most


class InTerminal:
    """A program in a terminal of its own."""

    def __init__(self, command: list):
        words = [str(word) for word in command]
        own, other = pty.openpty()
        fcntl.ioctl(own, termios.TIOCSWINSZ, struct.pack("4H", 60, 200, 0, 0))
        self.terminal = own
        self.process = os.fork()
        if self.process == 0:
            os.login_tty(other)
            os.execve(words[0], words, ENVIRONMENT)
        os.close(other)

    def read(self, quiet: float = 0.5) -> tuple[int, bytes]:
        """What it draws until it has been quiet for so many seconds, and in how many frames."""
        frames, data, last = 0, b"", 0.0
        while select.select([self.terminal], [], [], quiet)[0]:
            try:
                more = os.read(self.terminal, 1 << 20)
            except OSError:
                break  # the terminal is closed with the program's end
            now = time.monotonic()
            frames += now - last > PAUSE
            last = now
            data += more
        return frames, data

    @property
    def processor_time(self) -> float:
        """What it has used so far, in microseconds."""
        return int(Path(f"/proc/{self.process}/schedstat").read_text().split()[0]) / 1000

    def press(self, key: str) -> tuple[int, float]:
        """Presses a key and waits for the last frame: how many there were, and what each took."""
        before = self.processor_time
        os.write(self.terminal, key.encode())
        frames, _ = self.read()
        return frames, (self.processor_time - before) / max(frames, 1)

    def end(self) -> None:
        os.kill(self.process, signal.SIGTERM)
        self.read()
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def drawn_by_ncurses(program: str) -> Sample:
    def sample() -> float:
        floor = InTerminal([program])
        _, data = floor.read(quiet=2)
        os.waitpid(floor.process, 0)
        os.close(floor.terminal)
        return int(re.search(rb"frame (\d+)", data)[1]) / 1000

    return sample


class Timeline:
    """The app's timeline, full of posts, one of which is opened and closed again, by a transition each time."""

    def __init__(self, data: str):
        posts = [[f'type "New post" "Post {number}, with a text that fills some of the columns of one row"', 'tap "Post"']
                 for number in range(40)]
        lines = [*SIGN_UP[:-1], 'tap "Remember me"', SIGN_UP[-1], *(line for post in posts for line in post)]
        script = Path(data + ".drive")
        script.write_text("\n".join(lines))
        run([TOOL, "drive", "--app", APP, "--data", data, script])
        self.app = InTerminal([TOOL, "run", "--app", APP, "--data", data])
        self.app.read(quiet=1)
        for _ in range(2):
            self.app.press("\t")  # from the field by the button to the first post's

    def sample(self) -> float:
        """A frame of closing the post: the page that comes is there, so that nothing but frames is drawn."""
        self.app.press("\r")
        frames, each = self.app.press("\x1b")
        if frames < 3:
            raise SystemExit(f"bench: error: closing a post was drawn in {frames} frames; is it still a transition?")
        return each
