"""A real browser for tests: Chromium driven through chromedriver's HTTP protocol, with the standard library.

It is found on the PATH; on a machine of the CI it is installed. Elsewhere tests that need it are skipped.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import re
import shutil
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
)


def programs() -> tuple[str, str]:
    """Paths of the browser and its driver; skips the test, or fails it on the CI, where there is none."""
    in_ci = os.environ.get("CI") == "true"
    if _found() is None and in_ci and shutil.which("apt-get") and os.geteuid() == 0:
        with (Path(tempfile.gettempdir()) / "pamir-browser.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # one of several workers installs, the others wait
            if _found() is None:
                _install()
    if (found := _found()) is None:
        missing = (
            "no Chromium with chromedriver on the PATH (Debian: apt-get install chromium chromium-driver)"
        )
        pytest.fail(missing) if in_ci else pytest.skip(missing)
    return found


def _install() -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["install", "-y", "-qq", "--no-install-recommends", "chromium", "chromium-driver"]
    for words in (["update", "-qq"], install):
        subprocess.run(["apt-get", *words], check=True, env=environment, stdout=subprocess.DEVNULL)


def _found() -> tuple[str, str] | None:
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


class Browser:
    """One page of a headless Chromium."""

    def __init__(self, address: str, session: str):
        self._base = f"{address}/session/{session}"

    def _call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return _request(self._base + path, body)

    def open(self, where: Path | str) -> None:
        """A file, or an address."""
        self._call("/url", {"url": where if isinstance(where, str) else where.resolve().as_uri()})

    def new_tab(self) -> str:
        """Open another tab and look at it; its name."""
        self.look_at(self._call("/window/new", {"type": "tab"})["handle"])
        return self.tabs()[-1]

    def tabs(self) -> list[str]:
        return self._call("/window/handles")

    def look_at(self, tab: str) -> None:
        self._call("/window", {"handle": tab})

    def click(self, x: float, y: float) -> None:
        """As a mouse does, whatever lies there."""
        for kind in ("mousePressed", "mouseReleased"):
            self.tool("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def run(self, script: str, *arguments: Any) -> Any:
        """The value of a piece of JavaScript, e.g. `return document.title`."""
        return self._call("/execute/sync", {"script": script, "args": arguments})

    def tool(self, command: str, **parameters: Any) -> Any:
        """A command of the developer tools."""
        return self._call("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def press(self, key: str) -> None:
        code = {" ": "Space"}.get(key, key)
        number = {"Tab": 9, "Enter": 13}.get(key, 0)
        for kind in ("keyDown", "keyUp"):
            self.tool("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number)

    def size(self, wide: int, high: int) -> None:
        self.tool(
            "Emulation.setDeviceMetricsOverride", width=wide, height=high, deviceScaleFactor=1, mobile=False
        )

    def prefer(self, scheme: str) -> None:
        self.tool("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def log(self, kind: str) -> list[dict[str, Any]]:
        """What was logged since it was last asked for: `browser` (the console) or `performance`."""
        return self._call("/se/log", {"type": kind})

    def requests(self) -> list[str]:
        """Addresses asked for since this was last called."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]

    def screenshot(self) -> bytes:
        return base64.b64decode(self._call("/screenshot"))


def _request(url: str, body: dict[str, Any] | None, method: str | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["value"]


@contextmanager
def chromium(folder: Path) -> Iterator[Browser]:
    """A browser with an empty profile in `folder`; ended when done."""
    browser, driver = programs()
    with subprocess.Popen(
        [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            address = f"http://127.0.0.1:{_port(process)}"
            options = {"binary": browser, "args": [*FLAGS, f"--user-data-dir={folder / 'profile'}"]}
            wanted = {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            }
            session = _request(f"{address}/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
            try:
                yield Browser(address, session)
            finally:
                _request(f"{address}/session/{session}", None, "DELETE")
        finally:
            process.terminate()


def _port(process: subprocess.Popen) -> int:
    for line in process.stdout:
        if found := re.search(r"started successfully on port (\d+)", line):
            return int(found.group(1))
    raise RuntimeError("chromedriver did not start")
