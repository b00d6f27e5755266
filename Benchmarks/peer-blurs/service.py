"""Our blur, in a process of its own that is started once and asked line by line
(`vfx-bench serve`): it takes the time itself, so the pipe costs nothing."""

import subprocess

import numpy


class Service:
    def __init__(self, program, picture, backend, threads, folder):
        self.process = subprocess.Popen(
            [program, "serve", picture, backend, "--threads", str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        first = self.process.stdout.readline().split(maxsplit=4)
        width, height, channels, sample = map(int, first[:4])
        self.driver = first[4].strip()
        self.shape = (height, width, channels)
        self.type = {1: numpy.uint8, 2: numpy.uint16}[sample]
        self.file = folder / "pixels.raw"

    def blur(self, sigma):
        return float(self._ask(f"blur {sigma}"))

    def copy(self):
        return float(self._ask("copy"))

    def picture(self):
        return self._array("pixels")

    def result(self):
        return self._array("save")

    def _array(self, command):
        self._ask(f"{command} {self.file}")
        pixels = numpy.fromfile(self.file, self.type).reshape(self.shape)
        self.file.unlink()
        return pixels

    def _ask(self, line):
        self.process.stdin.write(line + "\n")
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"vfx-bench ended at `{line}`; its message is above.")
        return answer.strip()
