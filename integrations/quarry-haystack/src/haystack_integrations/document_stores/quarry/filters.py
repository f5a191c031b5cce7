"""Filters of Haystack in the language of Quarry."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from haystack.errors import FilterError

from .converters import RESERVED

_ORDERING = {">": "$gt", ">=": "$gte", "<": "$lt", "<=": "$lte"}
_COMPARISONS = ["==", "!=", *_ORDERING, "in", "not in"]
_LOGICAL = ["AND", "OR", "NOT"]
_NOT_FILTERABLE = {"content", "blob", "score", "embedding", "sparse_embedding", "meta"}
_MAX_DEPTH = 16
_VALUES_AT_ONCE = 1_000
"""Most values of an `$in`; longer lists become several."""

Filter = dict[str, Any]


def to_quarry_filter(filters: Any) -> Filter | None:
    """
    Returns the filter that Quarry understands; None where there is no condition.

    :raises FilterError: If the filters are malformed.
    """
    if filters is None or filters == {}:
        return None
    return _any_kind(filters, 1)


def path_of(field: str) -> str:
    """Returns the place in an entry's metadata of a field, which may begin with `meta.` or not."""
    return field.removeprefix("meta.")


def _any_kind(filters: Any, depth: int) -> Filter:
    if not isinstance(filters, Mapping):
        raise FilterError(f"a filter must be a dictionary, got {filters!r}")
    if depth > _MAX_DEPTH:
        raise FilterError(f"filters must be nested at most {_MAX_DEPTH} levels deep")
    is_comparison = "field" in filters
    for key in ("operator", "value" if is_comparison else "conditions"):
        if key not in filters:
            raise FilterError(f"'{key}' key missing in {filters}")
    if is_comparison:
        return _comparison(filters["field"], filters["operator"], filters["value"])
    return _logical(filters["operator"], filters["conditions"], depth)


def _logical(operator: Any, conditions: Any, depth: int) -> Filter:
    if operator not in _LOGICAL:
        raise FilterError(f"unknown logical operator {operator!r}; it may be {', '.join(_LOGICAL)}")
    # An empty AND would match everything, for a deletion too.
    if not isinstance(conditions, list) or not conditions:
        raise FilterError(f"'conditions' of {operator} must be a list of at least one filter, got {conditions!r}")
    inner = [_any_kind(condition, depth + 1) for condition in conditions]
    if operator == "NOT":
        return {"$not": {"$and": inner}}
    return {f"${operator.lower()}": inner}


def _comparison(field: Any, operator: Any, value: Any) -> Filter:
    path = _filterable(field)
    if operator in _ORDERING:
        # Nothing is greater or less than a value that is not there.
        return {path: {"$in": []} if value is None else {_ORDERING[operator]: _orderable(value, operator)}}
    match operator:
        case "==":
            return {path: {"$eq": _scalar(value, operator)}}
        case "!=":
            return {path: {"$ne": _scalar(value, operator)}}
        case "in":
            return _one_of(path, value, operator)
        case "not in":
            return {"$not": _one_of(path, value, operator)}
    raise FilterError(f"unknown comparison operator {operator!r}; it may be {', '.join(_COMPARISONS)}")


def _filterable(field: Any) -> str:
    if field == "id":
        return f"{RESERVED}.id"
    if not isinstance(field, str) or field in _NOT_FILTERABLE:
        raise FilterError(f"documents can't be filtered by {field!r}; use 'id' or a field such as 'meta.name'")
    path = path_of(field)
    if path == "" or path.startswith("$"):
        raise FilterError(f"field {field!r}: the name of a metadata field must not be empty or begin with $")
    return path


def _one_of(path: str, values: Any, operator: str) -> Filter:
    if not isinstance(values, list):
        raise FilterError(f"the value of {operator!r} must be a list, got {values!r}")
    scalars = [_scalar(value, operator) for value in values if value is not None]
    parts = range(0, max(len(scalars), 1), _VALUES_AT_ONCE)
    alternatives: list[Filter] = [{path: {"$in": scalars[start : start + _VALUES_AT_ONCE]}} for start in parts]
    if len(scalars) < len(values):
        alternatives.append({path: {"$eq": None}})
    return alternatives[0] if len(alternatives) == 1 else {"$or": alternatives}


def _scalar(value: Any, operator: str) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    is_scalar = value is None or isinstance(value, (str, bool, int, float))
    if not is_scalar or (isinstance(value, float) and not math.isfinite(value)):
        raise FilterError(f"{operator!r} compares with a string, a number, a boolean, a date or None, got {value!r}")
    return value


def _orderable(value: Any, operator: str) -> Any:
    if isinstance(value, str):
        try:
            # In the one form that the service knows as a moment too: Python takes some more.
            return datetime.fromisoformat(value).isoformat()
        except ValueError as error:
            raise FilterError(f"{operator!r} compares with strings that are ISO dates only, got {value!r}") from error
    if isinstance(value, bool):
        raise FilterError(f"{operator!r} compares with a number or a date, got {value!r}")
    return _scalar(value, operator)
