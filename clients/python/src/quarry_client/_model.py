"""Base of the messages that answers hold."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime, timezone
from typing import Any, TypeVar, cast

Self = TypeVar("Self", bound="Model")
Convert = Callable[[Any], Any]


@dataclass(slots=True, kw_only=True)
class Model:
    extra: dict[str, Any] = field(default_factory=lambda: {}, repr=False)
    """Members that this version of the client does not know, and a null where a member may also be absent."""

    @classmethod
    def from_dict(cls: type[Self], data: dict[str, Any]) -> Self:
        """Reads JSON; absent members are None."""
        known = _members(cls)
        values: dict[str, Any] = {}
        extra: dict[str, Any] = {}
        for wire, value in data.items():
            member = known.get(wire)
            if member is None:
                extra[wire] = value
                continue
            name, convert, is_optional = member
            if value is None:
                values[name] = None
                if is_optional:
                    extra[wire] = None
            else:
                values[name] = value if convert is None else convert(value)
        for name, _, is_optional in known.values():
            if name not in values and not is_optional:
                values[name] = None  # An older server does not send it.
        return cls(extra=extra, **values)

    def to_dict(self) -> dict[str, Any]:
        """The JSON that this was read from, with what was changed since."""
        result = dict(self.extra)
        for wire, (name, _, is_optional) in _members(type(self)).items():
            value = getattr(self, name)
            if value is not None or not is_optional:
                result[wire] = to_json(value)
        return result


def to_json(value: Any) -> Any:
    """JSON of a value: models, times (UTC, milliseconds), sequences and mappings of them."""
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone; use datetime.now(timezone.utc)")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, Mapping):
        members: Mapping[Any, Any] = cast("Any", value)
        return {str(key): to_json(inner) for key, inner in members.items()}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        items: Sequence[Any] = cast("Any", value)
        # Vectors are long, and hold nothing to convert.
        return list(items) if items and type(items[0]) is float else [to_json(item) for item in items]
    return value


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


_Members = dict[str, "tuple[str, Convert | None, bool]"]
_known: dict[type[Model], _Members] = {}


def _members(model: type[Model]) -> _Members:
    """By the name on the wire: the attribute, what reads it (None: nothing to do), and whether it may be absent."""
    known = _known.get(model)
    if known is None:
        known = _known[model] = _read_members(model)
    return known


def _read_members(model: type[Model]) -> _Members:
    hints = typing.get_type_hints(model)
    return {
        each.name.removesuffix("_"): (each.name, _converter(hints[each.name]), each.default is not MISSING)
        for each in fields(model)
        if each.name != "extra"
    }


def _converter(hint: Any) -> Convert | None:
    if isinstance(hint, type) and issubclass(hint, Model):
        return hint.from_dict
    if hint is datetime:
        return _time
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) is list:
        convert = _converter(arguments[0])
        return None if convert is None else _list_of(convert)
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return next((convert for inner in arguments if (convert := _converter(inner)) is not None), None)
    return None


def _list_of(convert: Convert) -> Convert:
    return lambda items: [convert(item) for item in items]
