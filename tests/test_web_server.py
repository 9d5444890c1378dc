"""The server of the game in the browser: what it refuses, two tabs, where it listens, its command."""

from __future__ import annotations

import json
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import pytest

from cli.main import main
from cli.web_answers import Site
from cli.web_play import Session
from cli.web_server import PlayServer
from tests.web import bots, legal, open_gate, program, serving, settled


@pytest.fixture
def server() -> Iterator[PlayServer]:
    session = Session(["random"], 0, 1)
    settled(session)
    with serving(session) as server:
        yield server


def ask(
    server: PlayServer, method: str, path: str, body: Any = None, host: str = "", **changes: str | None
) -> tuple[int, Any, dict[str, str]]:
    """Send what the page would send, but for `changes` of headers (None leaves one out); `_` is a dash."""
    own = f"127.0.0.1:{server.server_port}"
    headers = {"Host": host or own}
    if method == "POST":
        headers |= {"Origin": f"http://{own}", "X-Pamir-Token": server.site.token}
        headers |= {"Content-Type": "application/json"}
    data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    if data is not None:
        headers["Content-Length"] = str(len(data))
    headers |= {name.replace("_", "-"): value for name, value in changes.items()}
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in headers.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(data)
        answer = connection.getresponse()
        text = answer.read()
        kind = answer.getheader("Content-Type", "")
        return answer.status, json.loads(text) if kind == "application/json" else text, dict(answer.headers)
    finally:
        connection.close()


def test_the_page_and_its_headers(server):
    status, page, headers = ask(server, "GET", "/")
    assert status == 200 and server.site.token.encode() in page
    assert b"onclick" not in page and b"<style" not in page and b"http" not in page
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store"
    for path in ("/play.js", "/play.css", "/state", "/record.json"):
        status, body, headers = ask(server, "GET", path)
        assert status == 200 and headers["Content-Security-Policy"] == policy
        assert server.site.token not in str(body)
    assert "attachment" in headers["Content-Disposition"]


GOOD = {"version": 0, "action": "british"}
REFUSED = {
    "a name that leads here": (421, "GET", "/state", None, {"host": "evil.example:80"}),
    "a name and our port": (421, "POST", "/act", GOOD, {"host": "evil.example:{port}"}),
    "no Host": (421, "GET", "/", None, {"Host": None}),
    "another port": (421, "GET", "/", None, {"host": "127.0.0.1:1"}),
    "another site": (403, "POST", "/act", GOOD, {"Origin": "http://evil.example"}),
    "another port's page": (403, "POST", "/act", GOOD, {"Origin": "http://127.0.0.1:1"}),
    "a sandbox": (403, "POST", "/undo", GOOD, {"Origin": "null"}),
    "no Origin": (403, "POST", "/new", GOOD, {"Origin": None}),
    "no token": (403, "POST", "/act", GOOD, {"X_Pamir_Token": None}),
    "a wrong token": (403, "POST", "/act", GOOD, {"X_Pamir_Token": "é"}),
    "a form": (415, "POST", "/act", GOOD, {"Content_Type": "text/plain"}),
    "no length": (411, "POST", "/act", None, {}),
    "a length below zero": (411, "POST", "/act", None, {"Content_Length": "-5"}),
    "chunks": (411, "POST", "/act", None, {"Transfer_Encoding": "chunked"}),
    "a huge body": (413, "POST", "/act", b" " * 200_000, {}),
    "a body said to be huge": (413, "POST", "/act", None, {"Content_Length": "9" * 12}),
    "no JSON": (400, "POST", "/act", b"{version: 1", {}),
    "no text": (400, "POST", "/act", b"\xff\xfe\x00", {}),
    "deep JSON": (400, "POST", "/act", b"[" * 4000, {}),
    "a list": (400, "POST", "/act", [1], {}),
    "no version": (400, "POST", "/act", {"action": "british"}, {}),
    "a version that is none": (400, "POST", "/act", {"version": True, "action": "british"}, {}),
    "an action that is no word": (400, "POST", "/act", {"version": 0, "action": 5}, {}),
    "an illegal action": (400, "POST", "/act", {"version": 0, "action": "c30"}, {}),
    "nonsense": (400, "POST", "/act", {"version": 0, "action": "<script>"}, {}),
    "an old version": (409, "POST", "/act", {"version": -1, "action": "british"}, {}),
    "nothing to undo": (409, "POST", "/undo", GOOD, {}),
    "an old version for a new game": (409, "POST", "/new", {"version": 10**30}, {}),
    "an unknown layout": (400, "POST", "/act", {**GOOD, "layout": "huge"}, {}),
    "a layout that is none": (400, "POST", "/act", {**GOOD, "layout": [1]}, {}),
    "a layout in the address": (400, "GET", "/state?layout=huge", None, {}),
    "no number to wait for": (400, "GET", "/state?after=x", None, {}),
    "an unknown path": (404, "GET", "/etc/passwd", None, {}),
    "a way out": (404, "GET", "/../cli/main.py", None, {}),
    "no address": (400, "GET", "http://[", None, {}),
    "acting by GET": (405, "GET", "/act?version=0&action=british", None, {}),
    "posting the page": (405, "POST", "/", GOOD, {}),
    "putting": (405, "PUT", "/act", GOOD, {}),
    "asking what is allowed": (405, "OPTIONS", "/act", None, {}),
    "no HTTP method": (501, "BREW", "/", None, {}),
    "a film before the end": (409, "GET", "/film.html", None, {}),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_changes_nothing(server, case):
    expected, method, path, body, changes = REFUSED[case]
    before = server.site.session.state()
    if isinstance(body, dict) and body.get("version") == 0:
        body = {**body, "version": before["version"]}
    if "host" in changes:
        changes = {**changes, "host": changes["host"].format(port=server.server_port)}
    status, answer, headers = ask(server, method, path, body, **changes)
    assert status == expected and answer["error"]
    assert "Content-Security-Policy" in headers and "Access-Control-Allow-Origin" not in headers
    assert (status != 405) or headers["Allow"]
    assert server.site.session.state() == before


def test_bytes_that_are_no_http(server):
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as line:
        line.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        assert b"error" in line.recv(65536)
    assert ask(server, "GET", "/state")[0] == 200


def test_two_tabs(server):
    version = ask(server, "GET", "/state")[1]["version"]
    status, first, _ = ask(server, "POST", "/act", {"version": version, "action": "british"})
    assert status == 200 and first["version"] > version
    status, late, _ = ask(server, "POST", "/act", {"version": version, "action": "afghan"})
    assert status == 409 and "another tab" in late["error"]
    state = settled(server.site.session)
    assert ask(server, "GET", "/state?layout=narrow")[1]["picture"]["wide"] == 454
    assert ask(server, "GET", "/state")[1] == {**state, "start": server.site.start}
    assert ask(server, "GET", "/record.json")[1]["actions"][0] == "british"


def test_a_question_waits_for_something_new(server):
    version = ask(server, "GET", "/state")[1]["version"]
    answers: list[Any] = []
    waiting = threading.Thread(target=lambda: answers.append(ask(server, "GET", f"/state?after={version}")))
    waiting.start()
    time.sleep(0.2)
    assert not answers
    ask(server, "POST", "/act", {"version": version, "action": "russian"})
    waiting.join(5)
    assert answers[0][0] == 200 and answers[0][1]["version"] > version


def test_a_connection_is_used_again(server):
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    for path in ("/state", "/nothing", "/state"):
        connection.request("GET", path)
        connection.getresponse().read()
    port = connection.sock.getsockname()[1]
    connection.request("GET", "/state")
    connection.getresponse().read()
    assert connection.sock.getsockname()[1] == port
    connection.close()


def test_the_state_is_told_while_an_agent_thinks(tmp_path):
    session = Session([f"{bots(tmp_path)}:Waits"], 0, 1)
    with serving(session) as server:
        state = settled(session)
        while state["mine"]:
            action = "stop" if "stop" in legal(session) else "british"
            state = ask(server, "POST", "/act", {"version": state["version"], "action": action})[1]
            while state["seat"] == 1 and len(state["log"]) < 3:
                state = ask(server, "GET", f"/state?after={state['version']}")[1]
        start = time.monotonic()
        assert ask(server, "GET", "/state")[1]["seat"] == 1
        assert ask(server, "GET", "/record.json")[0] == 200
        assert time.monotonic() - start < 2
        open_gate()


# ---- where it listens, and the command ---------------------------------------------------------------------


def test_only_this_machine_unless_told_otherwise(capsys):
    session = Session(["random"], 0, 1)
    for host in ("0.0.0.0", "192.168.1.5", "example.org", "::", ""):
        with pytest.raises(ValueError, match="--allow-remote"):
            PlayServer(Site(session), host)
    with serving(session) as server:
        assert server.server_address[0] == "127.0.0.1"
        assert not server.knows(f"192.168.1.5:{server.server_port}")
    with serving(session, remote=True) as server:
        assert server.knows(f"192.168.1.5:{server.server_port}")
        assert not server.knows(f"evil.example:{server.server_port}")
    assert main(["play", "--web", "--host", "0.0.0.0"]) == 1
    assert "--allow-remote" in capsys.readouterr().err
    assert main(["play", "--web", "--port", "70000"]) == 1
    assert main(["play", "--web", "--record", "/nowhere/at/all.json"]) == 1
    assert "no folder" in capsys.readouterr().err
    assert main(["play", "--port", "8000"]) == 1
    assert "are for --web" in capsys.readouterr().err
    with serving(session) as server:
        assert main(["play", "--web", "--port", str(server.server_port)]) == 1
    assert "cannot serve" in capsys.readouterr().err


def test_ctrl_c_ends_cleanly_and_keeps_the_record(tmp_path):
    path = tmp_path / "game.json"
    with program("--vs", "random", "--seed", "3", "--record", str(path)) as (process, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", "/")
        token = re.search(r'name="token" content="([^"]+)"', connection.getresponse().read().decode())[1]
        connection.request("GET", "/state")
        version = json.loads(connection.getresponse().read())["version"]
        headers = {"Origin": f"http://127.0.0.1:{port}", "X-Pamir-Token": token}
        headers["Content-Type"] = "application/json"
        body = json.dumps({"version": version, "action": "british"})
        connection.request("POST", "/act", body, headers)
        assert connection.getresponse().status == 200
        connection.close()
        assert json.loads(path.read_text())["actions"], "kept at once, whatever happens later"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 0 and "stopped" in out
    assert err.strip() == f"saved: {path}"
    assert "british" in json.loads(path.read_text())["actions"]
