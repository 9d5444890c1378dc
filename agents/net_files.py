"""Networks on disk: a folder with `model.safetensors` and `manifest.json`. Nothing in it is ever executed.

The manifest tells for which game the network was made, down to the tables of features and actions, and the
digest of every file; what does not fit is refused in words.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

from agents.network import NetConfig, make_net
from tabletop.game import Game

FORMAT = "tabletop-net/1"
MODEL, MANIFEST = "model.safetensors", "manifest.json"


class BadNet(ValueError):
    """A folder that holds no network for this game; the message says why, and what to do."""


def schema(game: Game) -> dict[str, str]:
    """What a network depends on: the game's version, and digests of what it sees and what it can do."""
    return {
        "game": game.name,
        "version": game.version,
        "features": _digest([[f.name, list(f.shape)] for f in game.features]),
        "actions": _digest([[b.name, list(b.words)] for b in game.blocks]),
        "decisions": _digest([d.name for d in game.decisions]),
    }


def save_net(folder: Path, net: nn.Module, game: Game, config: NetConfig, about: dict[str, Any]) -> None:
    """Write a network into a folder; `about` goes into the manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tensors(folder / MODEL, net.state_dict())
    write_manifest(folder, {"format": FORMAT, "schema": schema(game), "net": asdict(config), **about})


def load_net(folder: str | Path, game: Game) -> tuple[nn.Module, dict[str, Any]]:
    """The network in a folder, ready to play, and its manifest."""
    folder = Path(folder)
    manifest = read_manifest(folder, game)
    net = make_net(game, NetConfig(**manifest["net"]))
    load_weights(net, folder / MODEL)
    return net.eval(), manifest


def load_weights(net: nn.Module, path: Path) -> None:
    try:
        net.load_state_dict(load_file(path))
    except (RuntimeError, SafetensorError) as error:
        raise BadNet(
            f"{path} does not fit the network of its manifest: {str(error).splitlines()[0]}"
        ) from None


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """With the digest of every other file in the folder; last, so that a folder without it is unfinished."""
    files = {path.name: file_digest(path) for path in sorted(folder.iterdir()) if path.name != MANIFEST}
    write_bytes(folder / MANIFEST, (json.dumps({**manifest, "files": files}, indent=1) + "\n").encode())


def read_manifest(folder: Path, game: Game) -> dict[str, Any]:
    """The manifest, if it is whole, its files are, and it is for this game."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except FileNotFoundError:
        raise BadNet(f"{folder} holds no network: there is no {MANIFEST}") from None
    except (ValueError, OSError) as error:
        raise BadNet(f"{folder / MANIFEST} cannot be read: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadNet(f"{folder / MANIFEST} is not of the format {FORMAT}")
    _check_schema(folder, manifest.get("schema") or {}, schema(game))
    for name, digest in (manifest.get("files") or {}).items():
        if not (folder / name).exists():
            raise BadNet(f"{folder} is damaged: {name} is missing")
        if file_digest(folder / name) != digest:
            raise BadNet(f"{folder} is damaged: {name} is not what was written (its digest differs)")
    return manifest


def _check_schema(folder: Path, theirs: dict[str, str], ours: dict[str, str]) -> None:
    wrong = [name for name in ours if theirs.get(name) != ours[name]]
    if wrong:
        differs = ", ".join(f"{name} {theirs.get(name)} (here {ours[name]})" for name in wrong)
        raise BadNet(f"{folder} was made for another game or version: {differs}; train it anew")


def write_tensors(path: Path, tensors: dict[str, torch.Tensor]) -> None:
    save_file({name: tensor.contiguous() for name, tensor in tensors.items()}, path)
    path.chmod(0o644)  # the library writes for the owner only
    sync(path)


def write_bytes(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    sync(path)


def sync(path: Path) -> None:
    """Down to the disk: a name must never outlive its content."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def file_digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:12]
