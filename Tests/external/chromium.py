"""Headless Chromium, driven through the DevTools protocol on a pair of pipes."""

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

TIMEOUT = 30


class Chromium:
    """A browser with one page. Use as a context manager."""

    def __enter__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if program is None:
            sys.exit("chromium is not installed; run Scripts/install-dependencies test")
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        command_read, self.command_write = os.pipe()
        self.answer_read, answer_write = os.pipe()
        # The protocol wants its ends as descriptors 3 and 4; numbers above
        # those keep one from being overwritten before it is copied.
        ends = [os.dup(os.dup(os.dup(command_read))), os.dup(os.dup(answer_write))]

        def attach():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--force-device-scale-factor=1", "--force-color-profile=srgb", "--no-first-run",
             "--disable-dev-shm-usage", "--allow-file-access-from-files",
             f"--user-data-dir={self.profile}", "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=attach, close_fds=False,
        )
        os.close(command_read)
        os.close(answer_write)
        self.buffer, self.number, self.session, self.events = b"", 0, None, []
        targets = self._until(lambda: [
            t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page"
        ])
        attached = self.call(
            "Target.attachToTarget", targetId=targets[0]["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Runtime", "Log"]:
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except (RuntimeError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.command_write)
        os.close(self.answer_read)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        """The result of a command of the protocol; an error where it says so."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.command_write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def _read(self):
        deadline = time.monotonic() + TIMEOUT
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.answer_read], [], [], left)[0]:
                raise RuntimeError("chromium doesn't answer")
            part = os.read(self.answer_read, 1 << 20)
            if not part:
                raise RuntimeError("chromium has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def _until(self, found):
        deadline = time.monotonic() + TIMEOUT
        while True:
            if value := found():
                return value
            if time.monotonic() > deadline:
                raise RuntimeError("chromium doesn't get ready")
            time.sleep(0.02)

    def viewport(self, width, height, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=mobile)

    def open(self, url):
        """Loads a page and waits until its pictures are there."""
        self.call("Page.navigate", url=url)
        self._until(lambda: self.value(
            f"location.href.startsWith({json.dumps(url)}) && document.readyState == 'complete'"))
        self.value("Promise.all([...document.images].map(i => i.decode())).then(() => 1)")

    def value(self, expression):
        """What a JavaScript expression comes to, promises awaited."""
        result = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(f"{expression}: {details.get('exception', details)}")
        return result["result"].get("value")

    def problems(self):
        """What the page has thrown or logged as errors so far."""
        texts = [
            event["params"]["exceptionDetails"]["text"] for event in self.events
            if event.get("method") == "Runtime.exceptionThrown"
        ]
        return texts + [
            event["params"]["entry"]["text"] for event in self.events
            if event.get("method") == "Log.entryAdded"
            and event["params"]["entry"]["level"] == "error"
        ]

    def screenshot(self):
        """The viewport as a PNG file's bytes."""
        # Two frames later everything that changed has been painted.
        self.value(
            "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))")
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def press(self, key, code=None, shift=False):
        """A key as the keyboard sends it: `Tab`, `Enter`, `ArrowRight`, `a`."""
        codes = {"Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowUp": 38,
                 "ArrowRight": 39, "ArrowDown": 40, "Escape": 27, "Home": 36, "End": 35}
        keys = {"key": key, "code": code or key, "modifiers": 8 if shift else 0,
                "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
        text = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 else "")
        if text:
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **keys)
        else:
            self.call("Input.dispatchKeyEvent", type="rawKeyDown", **keys)
        self.call("Input.dispatchKeyEvent", type="keyUp", **keys)

    def click(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                      clickCount=1)
