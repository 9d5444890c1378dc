"""`pamir play --web`: what the page can ask for, and the answers. Who may ask is checked before."""

from __future__ import annotations

import json
import secrets
import sys
import threading
from collections.abc import Callable, Mapping
from functools import cached_property
from html import escape
from http import HTTPStatus
from string import Template
from types import MappingProxyType
from typing import Any, NamedTuple

from cli.replay_page import asset, page_style
from cli.web_play import Session
from tabletop.seeds import fresh_seed

LONGEST_WAIT = 15.0
"""Seconds for which a question about the state waits for something new."""
ALONE = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "font-src data:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For the film of a game, which carries its style and script in itself: it can reach nothing else."""


class Refused(Exception):
    """An answer that is an error; nothing was changed."""

    def __init__(self, status: HTTPStatus, words: str, **headers: str):
        super().__init__(words)
        self.status, self.headers = status, headers


class Answer(NamedTuple):
    kind: str
    body: bytes
    headers: Mapping[str, str] = MappingProxyType({})
    status: HTTPStatus = HTTPStatus.OK


def as_json(data: Any, **rest: Any) -> Answer:
    return Answer("application/json", json.dumps(data).encode(), **rest)


class Site:
    """What all who open the page share. `write` is called after every change that somebody asked for."""

    def __init__(self, session: Session, write: Callable[[], None] | None = None):
        self.session, self._write = session, write
        self.token, self.start = secrets.token_urlsafe(32), secrets.token_urlsafe(8)
        self._keeping = threading.Lock()

    def keep(self) -> None:
        """A file that cannot be written now is told in the terminal; the game goes on."""
        if self._write is None:
            return
        with self._keeping:
            try:
                self._write()
            except OSError as error:
                print(f"the record could not be saved: {error}", file=sys.stderr)

    @cached_property
    def page(self) -> bytes:
        text = Template(asset("play.html")).substitute(token=escape(self.token), start=escape(self.start))
        return text.encode()


Words = dict[str, Any]
"""Of the address or of the body of a request."""


def get_page(site: Site, words: Words) -> Answer:
    return Answer("text/html; charset=utf-8", site.page)


def get_style(site: Site, words: Words) -> Answer:
    return Answer("text/css; charset=utf-8", page_style("play.css").encode())


def get_script(site: Site, words: Words) -> Answer:
    return Answer("text/javascript; charset=utf-8", (asset("page.js") + asset("play.js")).encode())


def get_state(site: Site, words: Words) -> Answer:
    """How things stand; with `after`, once that version has passed, or after a while."""
    after = words.get("after", "")
    if after and not (after.isascii() and after.isdecimal() and len(after) < 16):
        raise Refused(HTTPStatus.BAD_REQUEST, "after should be the number of a position")
    if after:
        site.session.wait(int(after), LONGEST_WAIT)
    return _state(site, words)


def get_record(site: Site, words: Words) -> Answer:
    attached = {"Content-Disposition": 'attachment; filename="pax-pamir.json"'}
    return as_json(site.session.record(), headers=attached)


def get_film(site: Site, words: Words) -> Answer:
    film = site.session.film().encode()
    return Answer("text/html; charset=utf-8", film, {"Content-Security-Policy": ALONE})


def post_act(site: Site, words: Words) -> Answer:
    if not isinstance(words.get("action"), str):
        raise Refused(HTTPStatus.BAD_REQUEST, "action should be a word")
    site.session.act(_version(words), words["action"])
    return _changed(site, words)


def post_undo(site: Site, words: Words) -> Answer:
    site.session.undo(_version(words))
    return _changed(site, words)


def post_new(site: Site, words: Words) -> Answer:
    site.session.new_game(_version(words), fresh_seed())
    return _changed(site, words)


def _version(words: Words) -> int:
    if type(words.get("version")) is not int:
        raise Refused(HTTPStatus.BAD_REQUEST, "version should be the number of the position that is answered")
    return words["version"]


def _changed(site: Site, words: Words) -> Answer:
    site.keep()
    return _state(site, words)


def _state(site: Site, words: Words) -> Answer:
    return as_json({**site.session.state(words.get("layout", "wide")), "start": site.start})


ROUTES: dict[str, tuple[str, Callable[[Site, Words], Answer]]] = {
    "/": ("GET", get_page),
    "/play.css": ("GET", get_style),
    "/play.js": ("GET", get_script),
    "/state": ("GET", get_state),
    "/record.json": ("GET", get_record),
    "/film.html": ("GET", get_film),
    "/act": ("POST", post_act),
    "/undo": ("POST", post_undo),
    "/new": ("POST", post_new),
}
