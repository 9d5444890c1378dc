"""Keys of a config, looked at before anything else: a wrong one is named, with those that there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

import yaml

OTHER_WORDS = ("config", "help", "print_config")
"""Words of the command line that are no keys."""


def check_keys(kind: type, data: Any, path: str = "") -> None:
    """Every key in `data` is a field of the dataclass `kind`, all the way down; else ValueError."""
    known = get_type_hints(kind)
    allowed = ", ".join(known)
    if not isinstance(data, dict):
        raise ValueError(f"{path or 'a config'} holds keys ({allowed}), not {data!r}")
    for key, value in data.items():
        name = f"{path}.{key}" if path else str(key)
        if key not in known:
            raise ValueError(f"there is no key {name}; {f'in {path}' if path else 'there'} are {allowed}")
        for part, inner, where in _parts(known[key], value, name):
            check_keys(inner, part, where)


def _parts(kind: Any, value: Any, name: str) -> Iterator[tuple[Any, type, str]]:
    """What has keys of its own: a value, or each of a list."""
    if is_dataclass(kind):
        yield value, kind, name
    elif get_origin(kind) is list and is_dataclass(get_args(kind)[0]) and isinstance(value, list):
        for k, item in enumerate(value):
            yield item, get_args(kind)[0], f"{name}[{k}]"


def check_words(kind: type, words: Sequence[str]) -> None:
    """The same for changes as on the command line: `--ppo.epochs 4`, `--ppo.epochs=4`."""
    for k, word in enumerate(words):
        key, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or key in OTHER_WORDS:
            continue
        if not equals:
            value = words[k + 1] if k + 1 < len(words) else ""
        try:
            data = yaml.safe_load(value)
        except yaml.YAMLError:
            data = value
        for name in reversed(key.rstrip("+").split(".")):
            data = {name: data}
        check_keys(kind, data)


def read_yaml(text: str) -> Any:
    """What a file says; an empty one says nothing."""
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from None
    return {} if found is None else found
