"""The only module that imports numba's decorators: how our kernels are compiled, cached and handed around.

numba's on-disk cache does not notice edits in *other* files (numba#1833), and our kernels are spread over
many. So each package's kernels are cached in a directory named after a digest of the files from which that
package's kernels and those of `tabletop` are made. A package whose kernels call another package's kernels
directly names it in `KERNELS_FROM` of its `__init__.py`.
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
_THIS = Path(__file__).resolve()
_HERE = _THIS.parent


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
    """One name for the exact sources (code and tables) of the kernels below these folders."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in [*kernel_sources(folder), *sorted(folder.rglob("*.csv"))]:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def kernel_sources(folder: Path) -> list[Path]:
    """The files of a package that hold kernels, and those they import: their names are constants in them.

    So an edit of a picture or a help text does not throw compiled rules away.
    """
    texts = {path: path.read_text("utf-8") for path in folder.rglob("*.py")}
    if any(_RELATIVE.search(text) for text in texts.values()):
        return sorted(texts)  # not worth following: any edit counts
    modules = {_module(folder, path): path for path in texts}
    found = [path for path, text in texts.items() if path == _THIS or "tabletop.jit" in text]
    for path in found:  # grows while we look
        for name in _imported(texts[path], modules):
            if modules[name] not in found:
                found.append(modules[name])
    return sorted(found)


def _module(folder: Path, path: Path) -> str:
    parts = path.relative_to(folder.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


_RELATIVE = re.compile(r"^\s*from\s+\.", re.MULTILINE)
_IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+([^\n]*))", re.MULTILINE)


def _imported(text: str, modules: dict[str, Path]) -> set[str]:
    """Which of the modules a file may import; `from a import b` is a.b, or a where there is no a.b."""
    found: set[str] = set()
    for origin, names, plain in _IMPORT.findall(text):
        words = re.findall(r"[\w.]+", re.sub(r"#[^\n]*|\bas\s+\w+", "", names or plain))
        for word in words:
            inner = f"{origin}.{word}" if origin else word
            found.add(inner if inner in modules else origin)
    return found & modules.keys()


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
