"""The inputs of the jobs, made once from the committed photo."""

import os
import subprocess
from pathlib import Path

import cv2
import numpy

PHOTO = "Tests/Fixtures/photos/coffee.png"


def photo(width, height, number):
    """The photo enlarged, mirrored until it fills the frame, shifted and with
    grain, so that no two numbers give the same picture and none compresses
    better than a camera's would."""
    image = cv2.imread(PHOTO)
    image = cv2.resize(image, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    image = numpy.concatenate([image, image[:, ::-1]], axis=1)
    image = numpy.concatenate([image, image[::-1]], axis=0)
    while image.shape[1] < width or image.shape[0] < height:
        image = numpy.tile(image, (2, 2, 1))
    image = numpy.roll(image, (61 * number, 97 * number), (0, 1))[:height, :width]
    grain = numpy.random.default_rng(number).normal(0, 1.5, image.shape)
    return numpy.clip(numpy.rint(image + grain), 0, 255).astype(numpy.uint8)


def folder(at, count, width, height, extension, parameters):
    """COUNT pictures in the folder AT; nothing is done when they are there."""
    at = Path(at)
    names = [str(at / f"photo_{number:03d}.{extension}") for number in range(count)]
    if not all(os.path.exists(name) for name in names):
        at.mkdir(parents=True, exist_ok=True)
        for number, name in enumerate(names):
            cv2.imwrite(name, photo(width, height, number), parameters)
    return names


def stream(at, count, width, height):
    """A Y4M file of COUNT frames, 4:2:0, 8 bits, 30 frames a second."""
    if os.path.exists(at):
        return at
    Path(at).parent.mkdir(parents=True, exist_ok=True)
    command = [
        "ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24",
        "-s", f"{width}x{height}", "-r", "30", "-i", "-", "-pix_fmt", "yuv420p",
        "-f", "yuv4mpegpipe", at + ".part",
    ]  # fmt: skip
    writer = subprocess.Popen(command, stdin=subprocess.PIPE)
    base = photo(2 * width, height, 0)
    for number in range(count):
        writer.stdin.write(base[:, 8 * number % width :][:, :width].tobytes())
    writer.stdin.close()
    if writer.wait() != 0:
        raise SystemExit("ffmpeg could not write " + at)
    os.rename(at + ".part", at)
    return at
