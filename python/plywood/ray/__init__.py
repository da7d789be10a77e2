"""Tournaments and training on a Ray cluster. Needs `pip install ray`."""

from __future__ import annotations

from .arena import arena
from .train import Trained, train

__all__ = ["Trained", "arena", "train"]
