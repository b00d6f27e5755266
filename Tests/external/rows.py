"""What the outside judges share: a line for every comparison, pictures of the
failures, and PNG files of 8 and 16 bits as arrays."""

import subprocess
import sys
from pathlib import Path

import numpy
import png

ROOT = Path(__file__).resolve().parent.parent.parent


class Rows:
    """Prints a line for each comparison and keeps the pictures of those that fail."""

    def __init__(self, judge):
        self.folder = ROOT / "out/external" / judge
        self.failures = 0
        self.count = 0

    def compare(self, name, result, wanted, bound):
        """Holds `result` to `wanted` within `bound`; both in levels of 255."""
        self.count += 1
        if result.shape != wanted.shape:
            return self._fail(name, f"{result.shape} instead of {wanted.shape}", result, wanted)
        distance = numpy.abs(result - wanted)
        line = f"max {distance.max():6.3f}  mean {distance.mean():6.3f}  bound {bound:6.3f}"
        if not distance.max() <= bound:
            place = numpy.unravel_index(distance.argmax(), distance.shape)
            y, x = place[:2]
            return self._fail(name, f"{line}  worst at ({x}, {y})", result, wanted)
        print(f"  ok    {name:44} {line}")

    def differ(self, name, result, wanted, bound):
        """Proves that a comparison can fail: this one must."""
        distance = numpy.abs(result - wanted).max()
        self.check(name, distance > bound, f"max {distance:6.3f}  must be over {bound}")

    def check(self, name, holds, remark=""):
        """A line for what has no pictures."""
        self.count += 1
        if holds:
            print(f"  ok    {name:44} {remark}")
        else:
            self.failures += 1
            print(f"  FAIL  {name:44} {remark}")

    def _fail(self, name, remark, result, wanted):
        self.failures += 1
        self.folder.mkdir(parents=True, exist_ok=True)
        file = "".join(c if c.isalnum() else "-" for c in name)
        write(self.folder / f"{file}.result.png", result)
        write(self.folder / f"{file}.wanted.png", wanted)
        if result.shape == wanted.shape:
            write(self.folder / f"{file}.difference.png", 20 * numpy.abs(result - wanted))
        print(f"  FAIL  {name:44} {remark}; pictures: {self.folder.relative_to(ROOT)}/{file}.*.png")

    def finish(self):
        """The exit status. No comparison at all is a failure."""
        print(f"{self.count} comparisons, {self.failures} failures")
        return 0 if self.count and not self.failures else 1


def read(source):
    """Premultiplied levels of 0...255, rows x columns x channels, of a PNG file or its bytes."""
    reader = png.Reader(bytes=source) if isinstance(source, bytes) else png.Reader(str(source))
    width, height, rows, info = reader.read()
    samples = numpy.vstack([numpy.asarray(row, dtype=numpy.float64) for row in rows])
    pixels = samples.reshape(height, width, info["planes"]) * 255 / (2 ** info["bitdepth"] - 1)
    if info["alpha"]:
        pixels[..., :-1] *= pixels[..., -1:] / 255
    return pixels


def write(path, levels, depth=8, straight=False):
    """Writes levels of 0...255; what was premultiplied and has alpha unless `straight`."""
    pixels = numpy.array(levels, dtype=numpy.float64)
    channels = pixels.shape[2]
    if channels in (2, 4) and not straight:
        alpha = pixels[..., -1:]
        with numpy.errstate(divide="ignore", invalid="ignore"):
            pixels[..., :-1] = numpy.where(alpha > 0, pixels[..., :-1] * 255 / alpha, 0)
    maximum = 2**depth - 1
    samples = numpy.floor(numpy.clip(pixels / 255, 0, 1) * maximum + 0.5).astype(int)
    writer = png.Writer(
        pixels.shape[1], pixels.shape[0], bitdepth=depth, greyscale=channels <= 2,
        alpha=channels in (2, 4), compression=1,
    )
    with open(path, "wb") as file:
        writer.write(file, samples.reshape(pixels.shape[0], -1).tolist())


def run(program, *arguments):
    """Runs vfx-gpu; a failure ends the judge with the program's words."""
    command = [str(program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nfailed with status {done.returncode}: {done.stderr}")
    return done.stdout


def program_argument(usage):
    if len(sys.argv) > 2:
        sys.exit(usage)
    path = Path(sys.argv[1] if len(sys.argv) == 2 else ROOT / ".build/release/vfx-gpu")
    if not path.exists():
        sys.exit(f"{path} does not exist; build it with `swift build -c release`")
    return path
