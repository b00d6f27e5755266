"""master.py NODE COMMAND...   fails unless another process can control the display
of the card node NODE while COMMAND has it open.

Who opens a card node first becomes its DRM master and keeps a compositor that
starts later from showing anything.
"""

import fcntl
import os
import subprocess
import sys
import time

DRM_IOCTL_SET_MASTER = 0x641E

node, command = sys.argv[1], sys.argv[2:]


def has_it_open(pid):
    folder = f"/proc/{pid}/fd"
    try:
        return any(os.readlink(f"{folder}/{fd}") == node for fd in os.listdir(folder))
    except FileNotFoundError:
        return False


process = subprocess.Popen(command)
try:
    while not has_it_open(process.pid):
        if process.poll() is not None:
            sys.exit(f"The command ended with {process.returncode}; it never opened {node}.")
        time.sleep(0.01)
    # It may be master between opening and letting go.
    time.sleep(0.5)
    with open(node, "r+b", buffering=0) as other:
        fcntl.ioctl(other, DRM_IOCTL_SET_MASTER)
    if process.poll() is not None or not has_it_open(process.pid):
        sys.exit("The command was over too soon; nothing was tested.")
finally:
    process.kill()
    process.wait()
