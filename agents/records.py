"""Games of the arena as a Parquet file: a row per game, so each can be replayed, and all can be queried.

Rows are written in groups as games finish. A game that was cut off, comes from another version, or was edited
is refused with its place; the other games of a file stay readable.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from agents.arena import Played
from tabletop.game import Game, IllegalAction
from tabletop.position import Position
from tabletop.record import BadRecord, Record, load_records

GROUP = 512
"""Games written at once."""


def _schema() -> Any:
    import pyarrow as pa

    return pa.schema(
        [
            ("game", pa.string()),
            ("version", pa.string()),
            ("settings", pa.string()),
            ("match", pa.int32()),
            ("deal", pa.int32()),
            ("seed", pa.uint64()),
            ("agents", pa.list_(pa.string())),
            ("actions", pa.list_(pa.int16())),
            ("points", pa.list_(pa.int16())),
            ("winners", pa.list_(pa.int8())),
            ("turns", pa.int32()),
            ("end", pa.string()),
        ]
    )


class GameWriter:
    """Writes games to a Parquet file; whatever was added before `close` is in it."""

    def __init__(self, path: str | Path, game: Game, settings: dict[str, Any]):
        import pyarrow.parquet as pq

        self._path = Path(path)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._fixed = {"game": game.name, "version": game.version, "settings": json.dumps(settings)}
        self._writer = pq.ParquetWriter(self._path, _schema(), compression="zstd")
        self._rows: list[dict[str, Any]] = []

    def add(self, played: Played) -> None:
        self._rows.append({**self._fixed, **played._asdict(), "agents": list(played.agents)})
        if len(self._rows) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa

        if self._rows:
            self._writer.write_table(pa.Table.from_pylist(self._rows, schema=_schema()))
            self._rows = []

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def __enter__(self) -> GameWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Stored(NamedTuple):
    """One game of a file: where it stands, and either what it is or what is wrong with it."""

    place: str
    agents: list[str]
    start: Position | None
    actions: list[int | str]
    result: dict[str, Any] | None
    error: str | None = None
    thoughts: list[dict[str, Any] | None] | None = None

    def positions(self) -> Iterator[tuple[Position, int | str | None]]:
        """Each position with the action taken in it; None at the end. One object that goes on."""
        if self.error or self.start is None:
            raise BadRecord(self.error or f"{self.place}: no start")
        position = self.start.copy()
        for k, action in enumerate(self.actions):
            yield position, action
            try:
                position.play(action)
            except IllegalAction as error:
                raise BadRecord(f"{self.place}, action {k}: {error}") from None
        yield position, None

    def check(self) -> Position:
        """Play it through and compare the result."""
        position = None
        for position, _ in self.positions():  # noqa: B007 - the last one is what we want
            pass
        if self.result is not None and position.result != self.result:
            raise BadRecord(f"{self.place}: the result is {position.result}, the file says {self.result}")
        return position


def read_games(path: str | Path, position_type: type[Position]) -> Iterator[Stored]:
    """The games of a Parquet file, of a file with a JSON record per line, or of a single record."""
    path = Path(path)
    if not path.exists():
        raise BadRecord(f"there is no file {path}")
    if path.suffix == ".parquet":
        yield from _read_parquet(path, position_type)
    else:
        yield from _read_json(path, position_type)


def _read_json(path: Path, position_type: type[Position]) -> Iterator[Stored]:
    for number, item in enumerate(load_records(path, position_type, keep_going=True), 1):
        place = f"{path}, game {number}"
        if isinstance(item, BadRecord):
            yield Stored(place, [], None, [], None, str(item))
            continue
        yield _stored_record(place, item, position_type)


def _stored_record(place: str, record: Record, position_type: type[Position]) -> Stored:
    try:
        start = record.first(position_type)
    except BadRecord as error:
        return Stored(place, record.agents, None, [], None, f"{place}: {error}")
    actions, thoughts = list(record.actions), record.thoughts
    return Stored(place, record.agents, start, actions, record.result, thoughts=thoughts)


def _read_parquet(path: Path, position_type: type[Position]) -> Iterator[Stored]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path)
    except (pa.ArrowInvalid, OSError) as error:
        raise BadRecord(f"{path} is cut off or no Parquet file ({str(error).splitlines()[0]})") from None
    missing = [name for name in _schema().names if name not in file.schema_arrow.names]
    if missing:
        raise BadRecord(f"{path} holds no games: it has no column {', '.join(missing)}")
    number = 0
    for group in range(file.num_row_groups):
        try:
            rows = file.read_row_group(group).to_pylist()
        except (pa.ArrowInvalid, OSError) as error:
            place = f"{path}, games {number + 1} to {number + file.metadata.row_group(group).num_rows}"
            number += file.metadata.row_group(group).num_rows
            yield Stored(place, [], None, [], None, f"{place}: damaged ({str(error).splitlines()[0]})")
            continue
        for row in rows:
            number += 1
            yield _stored_row(f"{path}, game {number}", row, position_type)


def _stored_row(place: str, row: dict[str, Any], position_type: type[Position]) -> Stored:
    game = position_type.game
    if (row["game"], row["version"]) != (game.name, game.version):
        wrong = f"of {row['game']} version {row['version']}, this is {game.name} version {game.version}"
        return Stored(place, [], None, [], None, f"{place}: {wrong}")
    try:
        start = position_type.new(game.settings(**json.loads(row["settings"])), seed=int(row["seed"]))
    except (TypeError, ValueError) as error:
        return Stored(place, [], None, [], None, f"{place}: {error}")
    result = {name: row[name] for name in ("points", "winners", "turns", "end")}
    return Stored(place, row["agents"], start, row["actions"], result)
