"""Times our blur and the peers' in turns and prints a table; see ../peers."""

import argparse
import json
import os
import random
import statistics
import time
from pathlib import Path

import numpy
import peers
from machine import commit, machine
from service import Service
from truth import error, truth

FOLDER = Path(".build/peers")
# How many times as fast as OpenCV's GaussianBlur this project means to be.
GOALS = {0.5: 1.5, 1: 1.5, 2: 1.8, 3.7: 3.5, 6: 9, 12: 22, 20: 40, 50: 150}


class Contender:
    """Someone who blurs, with the times that it took."""

    def __init__(self, name, call):
        self.name = name
        self.call = call
        self.times = []

    def measure(self, sigma, most):
        spent = sum(self.times)
        if spent > most and (len(self.times) >= 3 or spent > 3 * most):
            return
        took = self.call(sigma)
        # Whoever is fast is called twice, and the second call counts: it meets
        # caches and buffers as in a stream of frames.
        if took < 100:
            took = self.call(sigma)
        self.times.append(took)

    def figures(self):
        tenths = numpy.percentile(self.times, [10, 90])
        return {
            "name": self.name,
            "calls": len(self.times),
            "min_ms": round(min(self.times), 3),
            "p10_ms": round(tenths[0], 3),
            "median_ms": round(statistics.median(self.times), 3),
            "p90_ms": round(tenths[1], 3),
        }


def timed(peer):
    def call(sigma):
        start = time.perf_counter()
        peer.last = peer.blur(sigma)
        return (time.perf_counter() - start) * 1e3

    return call


def compare(sigma, ours, others, options):
    contenders = [Contender("vfx-gpu", ours.blur)]
    contenders += [Contender(peer.name, timed(peer)) for peer in others]
    copy = Contender("memcpy", lambda _: ours.copy())
    for _ in range(options.rounds):
        for contender in random.sample(contenders, len(contenders)):
            contender.measure(sigma, 1e3 * options.seconds)
        copy.measure(sigma, 1e3 * options.seconds)

    rows = [contender.figures() for contender in contenders]
    exact = truth(ours.source, sigma, FOLDER)
    margin = min(round(4 * sigma) + 1, 1000)
    rows[0] |= error(ours.result(), exact, margin)
    for row, peer in zip(rows[1:], others):
        row |= error(peer.pixels(peer.last), exact, margin)
        row["speed_ratio"] = round(row["median_ms"] / rows[0]["median_ms"], 2)
        # Of the tenth percentiles: what the machine does besides hardly shows in them.
        row["quiet_speed_ratio"] = round(row["p10_ms"] / rows[0]["p10_ms"], 2)
        if isinstance(peer, peers.OpenCV) and sigma in GOALS:
            row["goal"] = GOALS[sigma]
    rows.append(copy.figures())
    for row in rows:
        row["sigma"] = sigma
        row["ratio_to_memcpy"] = round(row["median_ms"] / rows[-1]["median_ms"], 2)
    return rows


HEADING = """
| sigma | who | min ms | p10 | median | p90 | calls | our speed (of p10) \
| max error | inside | mean error | x memcpy |
|---|---|---|---|---|---|---|---|---|---|---|---|"""


def table_row(row):
    ratio = row.get("speed_ratio")
    faster = f"{ratio}x ({row['quiet_speed_ratio']}x)" if ratio else "-"
    if "goal" in row:
        faster += f", goal {row['goal']}x"
    return (
        f"| {row['sigma']} | {row['name']} | {row['min_ms']:.2f} | {row['p10_ms']:.2f}"
        f" | **{row['median_ms']:.2f}** | {row['p90_ms']:.2f} | {row['calls']} | {faster}"
        f" | {row.get('max_error', '-')} | {row.get('max_error_inside', '-')}"
        f" | {row.get('mean_error', '-')} | {row['ratio_to_memcpy']:.1f} |"
    )


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/peers")
    parser.add_argument("program", help=argparse.SUPPRESS)
    parser.add_argument("--sigma", type=float, nargs="+", default=[*GOALS, 100])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=15, help="at most, for one peer and sigma")
    parser.add_argument("--backend", choices=["cpu", "gpu"], default="cpu", help="of ours")
    parser.add_argument("--peer", nargs="*", choices=list(peers.ALL), default=peers.USUAL)
    parser.add_argument("--save", help="write FILE.md and FILE.jsonl", metavar="FILE")
    options = parser.parse_args()

    FOLDER.mkdir(parents=True, exist_ok=True)
    ours = Service(options.program, "rgba8", options.backend, peers.THREADS, FOLDER)
    ours.source = ours.picture()
    others = [peers.ALL[name](ours.source) for name in options.peer]
    facts = {
        "width": ours.shape[1],
        "height": ours.shape[0],
        "driver": ours.driver,
        "processor": machine(),
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "commit": commit(),
    }
    lines = [
        f"{facts['width']}x{facts['height']} RGBA8, alpha 255; {facts['driver']};"
        f" {facts['processor']}, {facts['processors']} CPUs, load {facts['load']};"
        f" commit {facts['commit']}",
        HEADING,
    ]
    print("\n".join(lines), flush=True)
    rows = []
    for sigma in options.sigma:
        sigma = int(sigma) if sigma == int(sigma) else sigma
        for row in compare(sigma, ours, others, options):
            rows.append(row)
            lines.append(table_row(row))
            print(lines[-1], flush=True)
        if options.save:
            Path(options.save + ".md").write_text("\n".join(lines) + "\n")
            Path(options.save + ".jsonl").write_text(
                "".join(json.dumps(facts | row) + "\n" for row in rows)
            )


main()
