"""Checks of numbers in the arguments of users."""

from __future__ import annotations

import math
import operator
from typing import SupportsIndex

from ._plywood import InputError


def whole(name: str, value: SupportsIndex, low: int = 0, high: int = 2**63 - 1) -> int:
    """Returns `value` as an int if it is a whole number from `low` to `high`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise InputError(f"{name}={value!r}: expected a whole number") from None
    if low <= number <= high:
        return number
    least = f"from {low}" if high == 2**63 - 1 else f"from {low} to {high}"
    raise InputError(f"{name}={number}: expected a whole number {least}")


def positive(name: str, value: float) -> float:
    """Returns `value` if it is finite and above 0."""
    if not 0 < value < math.inf:
        raise InputError(f"{name}={value}: expected a number of more than 0")
    return value


def whole_or_none(name: str, value: SupportsIndex | None, low: int = 0) -> int | None:
    """Returns `value` as an int if it is a whole number of at least `low`, or `None`."""
    return None if value is None else whole(name, value, low)
