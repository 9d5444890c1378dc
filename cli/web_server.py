"""`pamir play --web`: the page and its questions over HTTP, for this machine only unless told otherwise.

Whoever can open the page may play. What other web sites in the same browser could try is refused: names of
theirs that lead to this address (the Host header), requests that they send (Origin, and a token that only the
page knows), frames around the page.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import sys
import traceback
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from cli.web_answers import ROUTES, Answer, Refused, Site, Words, as_json
from cli.web_play import Conflict
from pamir_env.picture.film import LAYOUTS
from tabletop.game import IllegalAction

LONGEST_BODY, LONGEST_DRAIN = 4096, 1 << 20
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:; img-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": STRICT,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def is_address(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).version == 4
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


class PlayServer(ThreadingHTTPServer):
    """One site for all who open the page."""

    daemon_threads = True

    def __init__(self, site: Site, host: str = "127.0.0.1", port: int = 0, remote: bool = False):
        if not remote and not is_loopback(host):
            raise ValueError(f"--host {host} is not this machine alone; add --allow-remote if that is meant")
        self.site, self.name, self.remote = site, host, remote
        super().__init__((host, port), Handler)

    def server_bind(self) -> None:
        """Without asking the network what this machine is called, which can take long."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    @property
    def url(self) -> str:
        return f"http://{self.name}:{self.server_port}/"

    def knows(self, host: str) -> bool:
        """Is this Host header ours? A site that lets its own name lead here sends that name."""
        name, _, port = (host if ":" in host else f"{host}:80").rpartition(":")
        ours = name in ("127.0.0.1", "localhost", self.name) or (self.remote and is_address(name))
        return ours and port == str(self.server_port)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle is no error of ours."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """One connection. Every answer says how long it is, so that the connection can be used again."""

    server: PlayServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "pamir", ""
    timeout = 30

    def do_GET(self) -> None:
        self._unread = "Content-Length" in self.headers or "Transfer-Encoding" in self.headers
        try:
            answer = self._answer()
        except Refused as error:
            answer = as_json({"error": str(error)}, headers=error.headers, status=error.status)
        except Conflict as error:
            answer = as_json({"error": str(error)}, status=HTTPStatus.CONFLICT)
        except IllegalAction as error:
            answer = as_json({"error": str(error)}, status=HTTPStatus.BAD_REQUEST)
        except (ConnectionError, TimeoutError):
            raise
        except Exception:
            traceback.print_exc()
            words = "Something is wrong in the program; the terminal says more."
            answer = as_json({"error": words}, status=HTTPStatus.INTERNAL_SERVER_ERROR)
        self._send(answer)
        if self._unread:
            self._drain()

    do_POST = do_HEAD = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_GET

    def _answer(self) -> Answer:
        host = self.headers.get_all("Host", [])
        if len(host) != 1 or not self.server.knows(host[0]):
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, f"this is {self.server.url}, ask for that")
        try:
            address = urlsplit(self.path)
        except ValueError:
            raise Refused(HTTPStatus.BAD_REQUEST, "this is no address") from None
        if address.path not in ROUTES:
            raise Refused(HTTPStatus.NOT_FOUND, "there is nothing at this address")
        method, answer = ROUTES[address.path]
        if self.command != method:
            raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, f"only {method} is possible here", Allow=method)
        words = self._body(host[0]) if method == "POST" else dict(parse_qsl(address.query))
        if words.get("layout", "wide") not in list(LAYOUTS):
            raise Refused(HTTPStatus.BAD_REQUEST, f"layout is one of {', '.join(LAYOUTS)}")
        return answer(self.server.site, words)

    def _body(self, host: str) -> Words:
        """The words of a POST, once it is clear that our page has sent them."""
        if self.headers.get("Origin") != f"http://{host}":
            raise Refused(HTTPStatus.FORBIDDEN, "only the page itself may do this")
        token = self.headers.get("X-Pamir-Token", "")
        if not hmac.compare_digest(token.encode(), self.server.site.token.encode()):
            raise Refused(HTTPStatus.FORBIDDEN, "this page is of an earlier start; load it again")
        if self.headers.get_content_type() != "application/json":
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "the body should be application/json")
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()) or "Transfer-Encoding" in self.headers:
            raise Refused(HTTPStatus.LENGTH_REQUIRED, "say in Content-Length how long the body is")
        if len(length) > 9 or int(length) > LONGEST_BODY:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {LONGEST_BODY} bytes")
        body, self._unread = self.rfile.read(int(length)), False
        try:
            words = json.loads(body)
        except (ValueError, RecursionError):
            raise Refused(HTTPStatus.BAD_REQUEST, "the body is no JSON") from None
        if not isinstance(words, dict):
            raise Refused(HTTPStatus.BAD_REQUEST, "the body should be an object")
        return words

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in {**HEADERS, **answer.headers, "Content-Type": answer.kind}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        if self._unread:
            self.send_header("Connection", "close")  # also makes the handler stop after this answer
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def _drain(self) -> None:
        """Read on for a moment: closing on bytes that are still coming would lose the answer."""
        self.connection.settimeout(1)
        left = LONGEST_DRAIN
        while left > 0 and (got := self.rfile.read1(65536)):
            left -= len(got)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the library refuses before it comes to us: no HTTP, unknown methods, endless headers."""
        self._unread = True
        self._send(as_json({"error": message or HTTPStatus(code).phrase}, status=HTTPStatus(code)))

    def log_message(self, *words: Any) -> None:
        """Silent: the terminal is for the person."""
