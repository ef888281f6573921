"""Firefox and WebKit for tests, driven without a downloaded driver.

Each is started by `with`, and gives `open(address)` and `run(script, *arguments)`, which returns
what the script does. Firefox is spoken to by Marionette, a socket; WebKit by its own WebDriver,
under an X server that shows nothing. `make engines` installs them where it can.
"""

import contextlib
import glob
import itertools
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

HINT = "is missing: `make engines` installs it (Debian, Ubuntu: apt-get install {})."
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
WAIT, LONG = 120, 600  # seconds: for a browser to start, and for a script


def found(name, package, places=()):
    """Return the path of a program, or say how to get it."""
    path = shutil.which(name) or next(iter(places), None)
    if path is None:
        raise FileNotFoundError(f"{name} {HINT.format(package)}")
    return path


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def patient(connect, process):
    """What `connect` returns, once the process answers."""
    for _ in range(2 * WAIT):
        try:
            return connect()
        except OSError:
            if process.poll() is not None:
                raise RuntimeError(f"{process.args[0]} ended as it started") from None
            time.sleep(0.5)
    raise TimeoutError(f"{process.args[0]} did not answer in {WAIT} s")


@contextlib.contextmanager
def started(*command, **options):
    """A process that ends with the block."""
    process = subprocess.Popen(command, **QUIET, **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


class Marionette:
    """Firefox, at a port: a message is its length, a colon, and JSON."""

    def __init__(self, port, process):
        self.socket = patient(lambda: socket.create_connection(("127.0.0.1", port), 5), process)
        self.socket.settimeout(LONG)
        self.file, self.numbers = self.socket.makefile("rb"), itertools.count()
        self.receive()
        self.send("WebDriver:NewSession")
        self.send("WebDriver:SetTimeouts", script=1000 * LONG, pageLoad=1000 * LONG)

    def receive(self):
        length = b""
        while (sign := self.file.read(1)) != b":":
            if not sign:
                raise ConnectionError("Firefox has gone")
            length += sign
        return json.loads(self.file.read(int(length)))

    def send(self, command, **arguments):
        message = json.dumps([0, next(self.numbers), command, arguments]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, value = self.receive()
        if error:
            raise RuntimeError(f"{command}: {error['message']}")
        return value

    def open(self, address):
        self.send("WebDriver:Navigate", url=address)

    def run(self, script, *arguments):
        return self.send("WebDriver:ExecuteScript", script=script, args=arguments)["value"]

    def close(self):
        self.socket.close()


class Driver:
    """WebKit's MiniBrowser, by the WebDriver at a port."""

    def __init__(self, port, process, browser):
        self.at = f"http://127.0.0.1:{port}/session"
        self.direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        wanted = {"capabilities": {"alwaysMatch": options}}
        self.at += "/" + patient(lambda: self.send("POST", "", wanted), process)["sessionId"]
        self.send("POST", "/timeouts", {"script": 1000 * LONG, "pageLoad": 1000 * LONG})

    def send(self, method, path, body=None):
        data, kind = json.dumps(body).encode() if body else None, "application/json"
        asked = urllib.request.Request(self.at + path, data, {"Content-Type": kind}, method=method)
        try:
            with self.direct.open(asked, timeout=LONG) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:500]}") from None

    def open(self, address):
        self.send("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self.send("POST", "/execute/sync", {"script": script, "args": arguments})

    def close(self):
        self.send("DELETE", "")


@contextlib.contextmanager
def firefox():
    """Start Firefox, with a profile of its own."""
    path = found("firefox", "firefox-esr", filter(None, [shutil.which("firefox-esr")]))
    with tempfile.TemporaryDirectory() as home:
        port, profile = free_port(), Path(home, "profile")
        profile.mkdir()
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [path, "--headless", "--marionette", "--no-remote", "--profile", profile]
        size = {"MOZ_HEADLESS_WIDTH": "1400", "MOZ_HEADLESS_HEIGHT": "1000"}
        with (
            started(*command, env=os.environ | size | {"HOME": home}) as process,
            contextlib.closing(Marionette(port, process)) as page,
        ):
            yield page


@contextlib.contextmanager
def webkit():
    """Start WebKit, on a screen that nobody sees."""
    browsers = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
    browser = found("MiniBrowser", "webkit2gtk-driver", browsers)
    driver, screens = found("WebKitWebDriver", "webkit2gtk-driver"), found("Xvfb", "xvfb")
    reads, writes = os.pipe()
    display = ["-displayfd", str(writes), "-screen", "0", "1400x1100x24", "-nolisten", "tcp"]
    with started(screens, *display, pass_fds=[writes]):
        os.close(writes)
        with os.fdopen(reads) as said:
            screen = said.readline().strip()  # written once it is up
        port = free_port()
        env = os.environ | {"DISPLAY": f":{screen}", "LIBGL_ALWAYS_SOFTWARE": "1"}
        env |= {"NO_PROXY": "localhost,127.0.0.1"}
        env |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # there is none for root
        with (
            started(driver, f"--port={port}", env=env) as process,
            contextlib.closing(Driver(port, process, browser)) as page,
        ):
            yield page
