"""judge.py KIND FOLDER   says what is wrong with the reports that the guest left."""

import json
import re
import sys
from pathlib import Path

kind, folder = sys.argv[1], Path(sys.argv[2])
SOFTWARE, VIRGL = r"^llvmpipe ", r"^virgl "
# The node that GBM is listed with, the renderer there, whether EGL lists a
# hardware device, the shape of the bus's address.
EXPECTED = {
    "virtio": ("/dev/dri/renderD128", SOFTWARE, True, r"^0000:00:0\d\.0$"),
    "virgl": ("/dev/dri/renderD128", VIRGL, True, r"^0000:00:0\d\.0$"),
    "vgem": ("/dev/dri/renderD128", SOFTWARE, True, None),
    "bochs": ("/dev/dri/card0", SOFTWARE, False, r"^0000:00:0\d\.0$"),
}
node, renderer, egl_lists_it, pci = EXPECTED[kind]
wrong = []


def expect(condition, sentence):
    if not condition:
        wrong.append(sentence)


def text(name):
    return (folder / name).read_text()


def status(name):
    return int(text(f"{name}.status"))


def report(name):
    try:
        return json.loads(text(name))
    except (OSError, ValueError) as error:
        sys.exit(f"{kind}: {name} is no report: {error}")


def judge_devices(devices):
    by_id = {device["id"]: device for device in devices}
    nodes = [device["node"] for device in devices if device["platform"] == "gbm"]
    expect(nodes == [node], f"GBM is listed with {nodes}, not with {node} alone")
    gbm = by_id.get(f"gbm:{node}", {})
    expect(gbm.get("usable"), f"gbm:{node} is not usable: {gbm.get('reason')}")
    expect(re.search(renderer, gbm.get("renderer") or ""), f"gbm:{node} is {gbm.get('renderer')}")
    expect(gbm.get("software") == (renderer == SOFTWARE), f"gbm:{node} has the wrong kind")
    address = gbm.get("pciAddress")
    expect(
        address is None if pci is None else re.search(pci, address or ""),
        f"gbm:{node} has the PCI address {address}",
    )
    expect(by_id.get("surfaceless", {}).get("usable"), "Mesa's surfaceless platform doesn't work")
    if egl_lists_it:
        device = by_id.get(f"drm:{node}", {})
        expect(device.get("usable"), f"drm:{node} is not usable: {device.get('reason')}")
        expect(
            re.search(renderer, device.get("renderer") or ""),
            f"drm:{node} is {device.get('renderer')}",
        )
        expect(device.get("pciAddress") == address, "EGL and GBM don't agree on the address")
    else:
        reason = by_id.get("device", {}).get("reason") or ""
        expect(
            reason.startswith("EGL lists no hardware device"),
            f"that EGL lists no device isn't said but: {reason}",
        )


def judge_parity(name, device):
    expect(status(name) == 0, f"parity on {device} exits with {status(name)}")
    results = report(f"{name}.json")
    seen = json.dumps(results)
    expect(device in seen, f"the report of parity doesn't name {device}")
    expect(re.search(renderer[1:], seen), f"the report of parity has no {renderer[1:]}")


expect(status("devices") == 0, f"devices exits with {status('devices')}")
judge_devices(report("devices.json")["devices"])
judge_parity("parity", "gbm:/dev/dri/card0")
said = text("gpu.err").strip()
if renderer == SOFTWARE:
    # A driver that draws on the processor is no GPU, whatever node it has.
    expect(status("gpu") == 3, f"--backend gpu exits with {status('gpu')}, not 3")
    expect(f"{node} is drawn to by the CPU (llvmpipe" in said, f"--backend gpu says: {said}")
else:
    expect(status("gpu") == 0, f"--backend gpu exits with {status('gpu')}: {said}")
    judge_parity("render-node", "drm:/dev/dri/renderD128")
if kind == "bochs":
    locked = [d for d in report("nobody.out")["devices"] if d["id"] == f"gbm:{node}"]
    reason = locked[0]["reason"] if locked else "it isn't listed"
    expect(
        reason and f"{node} may not be opened by this user (EACCES)" in reason,
        f"of a node that may not be opened it is said: {reason}",
    )
    expect(status("master") == 0, f"the program keeps the display: {text('master.err').strip()}")

for sentence in wrong:
    print(f"{kind}: {sentence}")
sys.exit(1 if wrong else 0)
