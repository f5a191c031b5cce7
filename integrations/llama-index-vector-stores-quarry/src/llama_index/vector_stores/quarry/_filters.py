"""Filters of LlamaIndex in the language of Quarry's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from llama_index.core.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters

Filter = dict[str, Any]

EMPTY_KEYS = "_empty_keys"
"""Field with the names of the fields that are empty arrays, which a filter can't see."""

_ONE: dict[FilterOperator, str] = {
    FilterOperator.EQ: "$eq",
    FilterOperator.NE: "$ne",
    FilterOperator.GT: "$gt",
    FilterOperator.GTE: "$gte",
    FilterOperator.LT: "$lt",
    FilterOperator.LTE: "$lte",
    FilterOperator.CONTAINS: "$contains",
    FilterOperator.TEXT_MATCH: "$contains",
}

_MANY: dict[FilterOperator, Callable[[str, list[Any]], Filter]] = {
    FilterOperator.IN: lambda key, values: {key: {"$in": values}},
    FilterOperator.NIN: lambda key, values: {key: {"$nin": values}},
    FilterOperator.ANY: lambda key, values: {"$or": _each_contained(key, values)},
    FilterOperator.ALL: lambda key, values: {"$and": _each_contained(key, values)},
}

_CONDITIONS = {FilterCondition.AND: "$and", FilterCondition.OR: "$or", FilterCondition.NOT: "$nor"}


def filter_of(given: MetadataFilters | None) -> Filter | None:
    """The same filter for Quarry; None where there is none. What it can't say is a ValueError."""
    if given is None or not given.filters:
        return None
    parts: list[Filter] = []
    for each in given.filters:
        if isinstance(each, MetadataFilters):
            nested = filter_of(each)
            if nested is None:
                raise ValueError("filters: a MetadataFilters within others must not be empty")
            parts.append(nested)
        else:
            parts.append(_comparison(each))
    return {_CONDITIONS[given.condition or FilterCondition.AND]: parts}


def all_of(*filters: Filter | None) -> Filter | None:
    parts = [each for each in filters if each]
    return None if not parts else parts[0] if len(parts) == 1 else {"$and": parts}


def _comparison(given: MetadataFilter) -> Filter:
    key, operator, value = given.key, given.operator, given.value
    if operator == FilterOperator.IS_EMPTY:
        return {"$or": [{key: None}, {key: ""}, {EMPTY_KEYS: key}]}
    if operator in _ONE:
        if value is None or isinstance(value, list):
            raise ValueError(f"{_name(given)}: must have one value, got {value!r}; IS_EMPTY finds what has none")
        return {key: {_ONE[operator]: value}}
    if operator in _MANY:
        if not isinstance(value, list):
            raise ValueError(f"{_name(given)}: must have a list of values, got {value!r}")
        if not value and operator in (FilterOperator.ANY, FilterOperator.ALL):
            raise ValueError(f"{_name(given)}: must have at least one value")
        return _MANY[operator](key, value)
    able = ", ".join(each.value for each in FilterOperator if each in _ONE or each in _MANY)
    raise ValueError(f"{_name(given)}: can't be said in a filter of Quarry; these operators can: {able}, is_empty")


def _each_contained(key: str, values: list[Any]) -> list[Mapping[str, Any]]:
    return [{key: {"$contains": value}} for value in values]


def _name(given: MetadataFilter) -> str:
    return f"filters: {given.key!r} {given.operator.value}"
