"""What a row of results says of where it was taken."""

import os
import subprocess
from pathlib import Path


def machine():
    text = Path("/proc/cpuinfo").read_text().splitlines()
    facts = dict(line.split("\t", 1) for line in text if "\t" in line)
    facts = {key: value.split(":", 1)[-1].strip() for key, value in facts.items()}
    described = f"family {facts.get('cpu family')} model {facts.get('model')}"
    return f"{facts.get('model name', os.uname().machine)}, {described}"


def commit():
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True
    )
    return described.stdout.strip()
