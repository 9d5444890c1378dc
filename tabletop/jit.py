"""The only module that imports numba's decorators: how our kernels are compiled, cached and handed around.

numba's on-disk cache does not notice edits in *other* files (numba#1833), and our kernels are spread over
many. So each package's kernels are cached in a directory named after a digest of that package and of
`tabletop`. A package whose kernels call another package's kernels directly names it in `KERNELS_FROM` of
its `__init__.py`.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numba.experimental.function_type
from numba import types

DISABLED: bool = bool(numba.config.DISABLE_JIT)
KEEP_DAYS = 14
_HERE = Path(__file__).resolve().parent


def cache_root() -> Path:
    """Where compiled kernels are kept: $PAMIR_CACHE, else the user's cache folder, else a temporary one."""
    wanted = os.environ.get("PAMIR_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    root = Path(wanted) if wanted else Path(home).expanduser() / "pamir_env"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.gettempdir()) / f"pamir_env-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


def source_digest(*folders: Path) -> str:
    """One name for the exact sources (code and tables) below these folders."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for pattern in ("*.py", "*.csv") for p in folder.rglob(pattern)):
            if folder == _HERE and not _holds_kernels(path):
                continue
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _holds_kernels(path: Path) -> bool:
    """Of tabletop only the files with kernels count: its kernels take nothing from the others."""
    return path == Path(__file__).resolve() or "tabletop.jit" in path.read_text("utf-8")


def _packages_called(folder: Path) -> list[Path]:
    """tabletop, the package itself, and what its KERNELS_FROM names."""
    init = folder / "__init__.py"
    named = re.search(
        r"^KERNELS_FROM = \((.*?)\)",
        init.read_text("utf-8") if init.exists() else "",
        re.MULTILINE | re.DOTALL,
    )
    others = re.findall(r"[\"'](\w+)[\"']", named.group(1)) if named else []
    return [_HERE, *(folder.parent / other for other in others), folder]


@functools.cache
def cache_folder(package: Path) -> Path:
    """The folder for the kernels of one package, for exactly the sources it has now."""
    root = cache_root()
    folder = root / f"{package.name}-{source_digest(*dict.fromkeys(_packages_called(package)))}"
    if not folder.exists():
        _forget_old(root, package.name)
    return folder


def _forget_old(root: Path, name: str) -> None:
    """Kernels of sources that have not been compiled or loaded for two weeks are thrown away."""
    for old in root.glob(f"{name}-*"):
        try:
            files = [file.stat() for file in old.rglob("*") if file.is_file()]
            newest = max((max(file.st_atime, file.st_mtime) for file in files), default=old.stat().st_mtime)
            if time.time() - newest > KEEP_DAYS * 86_400:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:
            continue


def _package_of(function: Callable) -> Path:
    """The top folder of the package in which a kernel stands (for a loose script: the script's own
    folder)."""
    folder = Path(function.__code__.co_filename).resolve().parent
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


def kernel(function: Callable, by_address: bool = False) -> Callable:
    """Compile `function` on first use, without the GIL, from the cache if its sources have not changed."""
    if DISABLED:
        return function
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(_package_of(function)))
    try:
        dispatcher = numba.njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=not by_address)(
            function
        )
    finally:
        numba.config.CACHE_DIR = before
    _widen_arguments(dispatcher)
    return dispatcher


def _widen_arguments(dispatcher: Any) -> None:
    """Compile for int64 whatever small or constant integer a kernel is called with from another kernel.

    numba would compile a kernel anew for every mix of int8, int64 and constants: twice as many, twice as
    long.
    """
    find = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: find(tuple(_wide(a) for a in args), kws)


def _wide(argument: Any) -> Any:
    argument = types.unliteral(argument)
    signed = isinstance(argument, types.Integer) and argument.signed
    return types.int64 if signed else argument


class Entry(types.WrapperAddressProtocol):
    """A kernel with one fixed signature. Python calls it directly; loops that know no game call it by its
    address.

    So a game's rules are compiled once, and a loop over games is compiled without compiling the rules again.
    """

    def __init__(self, function: Callable, signature: Any):
        functools.update_wrapper(self, function)
        self.dispatcher = kernel(function, by_address=True)
        self._signature = signature
        self._ready = False
        self._address = 0
        self._numba_type_ = types.FunctionType(signature)  # spares a look-up in every call that passes it

    def signature(self) -> Any:
        return self._signature

    def __wrapper_address__(self) -> int:
        if not self._address:
            self.compile()
            result = self.dispatcher.overloads[self._signature.args]
            name = result.fndesc.llvm_cfunc_wrapper_name
            self._address = result.library.get_pointer_to_function(name)
        return self._address

    def __call__(self, *args: Any) -> Any:
        if not self._ready:
            self.compile()
        return self.dispatcher(*args)

    def compile(self) -> None:
        """Make it ready, from the cache or by compiling; a wait of more than a moment is announced."""
        if self._ready:
            return
        folder = cache_folder(_package_of(self.__wrapped__))
        stem = f"{Path(self.__wrapped__.__code__.co_filename).stem}.{self.__name__}-"
        known = (
            any(path.name.startswith(stem) for path in folder.rglob("*.nbi")) if folder.exists() else False
        )
        if not known:
            print(
                f"{folder.name}: compiling {self.__name__} (first use only) ...", file=sys.stderr, flush=True
            )
        start = time.perf_counter()
        self.dispatcher.compile(self._signature.args)
        self._ready = True
        if not known:
            print(
                f"{folder.name}: compiled in {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True
            )


def entry(*arguments: Any) -> Callable[[Callable], Callable]:
    """Decorator for a game's doors: `@entry(states_type, types.int64)`; without JIT it is the function
    itself.
    """

    def decorate(function: Callable) -> Callable:
        return function if DISABLED else Entry(function, types.void(*arguments))

    return decorate
