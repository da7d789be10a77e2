"""Tournaments on a Ray cluster. Needs `pip install ray`."""

from __future__ import annotations

from .arena import arena

__all__ = ["arena"]
