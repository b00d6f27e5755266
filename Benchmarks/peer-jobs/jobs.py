"""Times whole jobs, ours and the peers' in turns; see ../jobs."""

import argparse
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "peer-blurs"))

import cv2
import looks
import numpy
import pictures
from machine import commit, machine

PROCESSES = 2
WORKER = str(Path(__file__).parent / "worker.py")
PNG_FAST = [cv2.IMWRITE_PNG_COMPRESSION, 3]
JPEG = [cv2.IMWRITE_JPEG_QUALITY, looks.JPEG_QUALITY]


class Contender:
    """Command lines that together do a job, all at once, writing into a folder."""

    def __init__(self, name, commands, output):
        self.name = name
        self.commands = commands
        self.output = Path(output)
        self.seconds = []
        self.cpu_seconds = []

    def run(self):
        shutil.rmtree(self.output, ignore_errors=True)
        self.output.mkdir(parents=True)
        # What the last one left to be written must not fall into this one's time.
        os.sync()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        running = [
            subprocess.Popen(command, stdin=subprocess.DEVNULL, env=os.environ | {"VIPS_CONCURRENCY": "1"})
            for command in self.commands
        ]
        for process in running:
            if process.wait() != 0:
                raise SystemExit(f"{self.name} failed: {' '.join(process.args)[:300]}")
        self.seconds.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu_seconds.append(
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        )

    def first_picture(self):
        """Its first decodable output, for a look at whether all did the same."""
        names = sorted(name for name in self.output.iterdir() if name.suffix in (".png", ".jpg"))
        if names:
            return cv2.imread(str(names[len(names) // 2]), cv2.IMREAD_COLOR)
        capture = cv2.VideoCapture(str(next(self.output.iterdir())))
        return capture.read()[1]


def in_processes(library, job, output, files):
    return [
        [sys.executable, WORKER, library, job, str(share), str(PROCESSES), output, *files]
        for share in range(PROCESSES)
    ]


def job_png(options):
    files = pictures.folder(f"{options.folder}/png", 12, 3840, 2160, "png", PNG_FAST)
    out = f"{options.folder}/out"
    look = [
        "--blur", str(looks.SIGMA), "--brightness", str(looks.BRIGHTNESS),
        "--saturation", str(looks.SATURATION),
    ]  # fmt: skip
    matrix = dict(
        zip(
            ["rr", "rg", "rb", "gr", "gg", "gb", "br", "bg", "bb"],
            (value for row in looks.COLOUR_MATRIX for value in row[:3]),
        )
    )
    mixer = ":".join(f"{name}={value:.4f}" for name, value in matrix.items())
    lift = f"val+{255 * looks.BRIGHTNESS}"
    filters = (
        f"format=gbrp,gblur=sigma={looks.SIGMA},lutrgb=r={lift}:g={lift}:b={lift},"
        f"colorchannelmixer={mixer},format=rgb24"
    )
    return 12, [
        Contender("vfx-gpu", [[options.program, "render", f"{options.folder}/png/", "-o", f"{out}/ours/",
                               *look, "--edge", "clamp", "-q"]], f"{out}/ours"),
        Contender("libvips", in_processes("libvips", "png", f"{out}/libvips", files), f"{out}/libvips"),
        Contender("OpenCV", in_processes("opencv", "png", f"{out}/opencv", files), f"{out}/opencv"),
        Contender("ffmpeg", [["ffmpeg", "-v", "error", "-i", f"{options.folder}/png/photo_%03d.png",
                              "-vf", filters, "-compression_level", "1", "-pred", "up",
                              f"{out}/ffmpeg/photo_%03d.png"]], f"{out}/ffmpeg"),
    ]  # fmt: skip


def job_jpeg(options):
    files = pictures.folder(f"{options.folder}/jpeg", 200, 1920, 1080, "jpg", JPEG)
    out = f"{options.folder}/out"
    return 200, [
        Contender("vfx-gpu", [[options.program, "render", f"{options.folder}/jpeg/", "-o", f"{out}/ours/",
                               "--blur", str(looks.SIGMA), "--quality", str(looks.JPEG_QUALITY), "-q"]],
                  f"{out}/ours"),
        Contender("libvips", in_processes("libvips", "jpeg", f"{out}/libvips", files), f"{out}/libvips"),
        Contender("OpenCV", in_processes("opencv", "jpeg", f"{out}/opencv", files), f"{out}/opencv"),
    ]  # fmt: skip


def job_y4m(options):
    source = pictures.stream(f"{options.folder}/stream/in.y4m", 120, 1920, 1080)
    out = f"{options.folder}/out"
    return 120, [
        Contender("vfx-gpu", [[options.program, "render", source, "-o", f"{out}/ours/out.y4m",
                               "--blur", str(looks.SIGMA), "-q"]], f"{out}/ours"),
        Contender("ffmpeg", [["ffmpeg", "-v", "error", "-i", source, "-vf", f"gblur=sigma={looks.SIGMA}",
                              "-f", "yuv4mpegpipe", f"{out}/ffmpeg/out.y4m"]], f"{out}/ffmpeg"),
    ]  # fmt: skip


def animation(options, output):
    return [
        options.program, "render", f"{options.folder}/still/photo_000.png", "-o", output,
        "--frames", str(looks.FRAMES), "--fps", str(looks.FRAME_RATE), "--blur", str(looks.LAST_SIGMA),
        "--animation-duration", str(looks.DURATION), "-q",
    ]  # fmt: skip


def job_blur_in(options):
    files = pictures.folder(f"{options.folder}/still", 1, 1920, 1080, "png", PNG_FAST)
    out = f"{options.folder}/out"
    return looks.FRAMES, [
        Contender("vfx-gpu", [animation(options, f"{out}/ours/frame_%05d.png")], f"{out}/ours"),
        Contender("libvips", in_processes("libvips", "blur-in", f"{out}/libvips", files), f"{out}/libvips"),
        Contender("OpenCV", in_processes("opencv", "blur-in", f"{out}/opencv", files), f"{out}/opencv"),
    ]  # fmt: skip


def job_mp4(options):
    """The peer only encodes: the frames that it reads are rendered already."""
    pictures.folder(f"{options.folder}/still", 1, 1920, 1080, "png", PNG_FAST)
    encoder = "-c:v libx264 -preset medium -crf 18 -pix_fmt yuv420p"
    rendered = f"{options.folder}/stream/blur-in.y4m"
    if not os.path.exists(rendered):
        Path(rendered).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(animation(options, rendered), check=True)
    out = f"{options.folder}/out"
    ours = [*animation(options, f"{out}/ours/out.mp4"), "--video-args", encoder]
    return looks.FRAMES, [
        Contender("vfx-gpu", [ours], f"{out}/ours"),
        Contender("ffmpeg, encoding only", [["ffmpeg", "-v", "error", "-i", rendered, *encoder.split(),
                                             f"{out}/ffmpeg/out.mp4"]], f"{out}/ffmpeg"),
    ]  # fmt: skip


# The job, and how many times as fast as the best peer this project means to be.
JOBS = {
    "png": (job_png, 3.5),
    "jpeg": (job_jpeg, 1.5),
    "y4m": (job_y4m, 1.5),
    "blur-in": (job_blur_in, 5),
    "mp4": (job_mp4, 0.83),
}


def compare(job, options):
    make, goal = JOBS[job]
    items, contenders = make(options)
    for _ in range(options.rounds):
        for contender in random.sample(contenders, len(contenders)):
            contender.run()

    ours = contenders[0]
    ours_seconds = statistics.median(ours.seconds)
    best = min(statistics.median(peer.seconds) for peer in contenders[1:])
    shown = ours.first_picture().astype(int)
    rows = []
    for contender in contenders:
        seconds = statistics.median(contender.seconds)
        theirs = contender.first_picture().astype(int)
        row = {
            "job": job,
            "name": contender.name,
            "items": items,
            "runs": len(contender.seconds),
            "seconds": round(seconds, 3),
            "min_seconds": round(min(contender.seconds), 3),
            "cpu_seconds": round(statistics.median(contender.cpu_seconds), 2),
            "ms_per_item": round(1000 * seconds / items, 2),
            "output_bytes": sum(file.stat().st_size for file in contender.output.iterdir()),
        }
        if contender is ours:
            row |= {"speed_ratio_to_best_peer": round(best / seconds, 2), "goal": goal}
        else:
            row["speed_ratio"] = round(seconds / ours_seconds, 2)
            # Of the middle output, in levels: large where a peer's blur is another one.
            row["mean_difference"] = round(float(numpy.abs(theirs - shown).mean()), 3)
        rows.append(row)
    for contender in contenders:
        shutil.rmtree(contender.output, ignore_errors=True)
    return rows


HEADING = """
| job | who | s | min | CPU s | ms an item | MB out | our speed | mean difference |
|---|---|---|---|---|---|---|---|---|"""


def table_row(row):
    faster = f"{row['speed_ratio']}x" if "speed_ratio" in row else (
        f"best peer {row['speed_ratio_to_best_peer']}x, goal {row['goal']}x")  # fmt: skip
    return (
        f"| {row['job']} | {row['name']} | **{row['seconds']}** | {row['min_seconds']}"
        f" | {row['cpu_seconds']} | {row['ms_per_item']} | {row['output_bytes'] / 1e6:.1f}"
        f" | {faster} | {row.get('mean_difference', '-')} |"
    )


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/jobs")
    parser.add_argument("program", help=argparse.SUPPRESS)
    parser.add_argument("--job", nargs="+", choices=list(JOBS), default=list(JOBS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", default=".build/jobs", help="of the inputs and outputs")
    parser.add_argument("--save", help="write FILE.md and FILE.jsonl", metavar="FILE")
    options = parser.parse_args()

    facts = {
        "processor": machine(),
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "commit": commit(),
        "opencv": cv2.__version__,
    }
    lines = [
        f"{facts['processor']}, {facts['processors']} CPUs, load {facts['load']}; commit {facts['commit']}",
        HEADING,
    ]
    print("\n".join(lines), flush=True)
    rows = []
    for job in options.job:
        for row in compare(job, options):
            rows.append(row)
            lines.append(table_row(row))
            print(lines[-1], flush=True)
    if options.save:
        Path(options.save + ".md").write_text("\n".join(lines) + "\n")
        Path(options.save + ".jsonl").write_text(
            "".join(json.dumps(facts | row) + "\n" for row in rows)
        )


main()
