"""Frozen dataclasses to JSON-able values and back, by their annotations. Pure and small on purpose.

Knows str, int, float, bool, None, StrEnum, tuples, mappings with text keys, dataclasses and unions
of one of these with None. Anything else is a programming error and raises TypeError.
"""

import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, get_args, get_origin


def to_plain(value: Any) -> Any:
    """JSON-able values: a dataclass becomes a dict, a tuple a list, an enum its text; plain values
    stay."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | int | float):
        return value
    if is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: to_plain(getattr(value, name)) for name in value._fields}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    raise TypeError(f"no plain form for {type(value).__name__}")


def from_plain(kind: Any, value: Any) -> Any:
    """The value of type ``kind`` that ``to_plain`` came from. Raises ValueError when it does not
    fit."""
    origin = get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _from_union(get_args(kind), value)
    if origin is tuple:
        return _from_tuple(get_args(kind), value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {key: from_plain(get_args(kind)[1], item) for key, item in value.items()}
    if isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields")):
        return _from_fields(kind, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(kind, type) and isinstance(value, kind):
        return value
    raise ValueError(f"expected {getattr(kind, '__name__', kind)}, got {value!r}")


def _from_union(kinds: tuple[Any, ...], value: Any) -> Any:
    if value is None and type(None) in kinds:
        return None
    for kind in kinds:
        if kind is not type(None):
            try:
                return from_plain(kind, value)
            except ValueError:
                continue
    raise ValueError(f"{value!r} fits none of {kinds}")


def _from_tuple(kinds: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"expected a list, got {value!r}")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(from_plain(kinds[0], item) for item in value)
    if len(kinds) != len(value):
        raise ValueError(f"expected {len(kinds)} items, got {value!r}")
    return tuple(from_plain(kind, item) for kind, item in zip(kinds, value, strict=True))


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return typing.get_type_hints(kind)


def _from_fields(kind: type, value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise ValueError(f"expected the fields of {kind.__name__}, got {value!r}")
    hints = _hints(kind)
    unknown = set(value) - set(hints)
    if unknown:
        raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    try:
        return kind(**{name: from_plain(hints[name], item) for name, item in value.items()})
    except TypeError as error:
        raise ValueError(f"{kind.__name__}: {error}") from None
