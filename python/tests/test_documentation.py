"""Runs the examples of the documentation and the notebook, and checks their results."""

import json
import re
from pathlib import Path

import pytest

import plywood

ROOT = Path(__file__).parent.parent.parent


def code_of(path):
    text = (ROOT / path).read_text()
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("path", ["docs/python.md", "README.md"])
def test_the_examples_run(path):
    pytest.importorskip("gymnasium")
    blocks, names = code_of(path), {}
    assert blocks
    for block in blocks:
        exec(compile(block, path, "exec"), names)


def test_the_notebook_learns():
    pytest.importorskip("numpy")
    notebook = json.loads((ROOT / "python/examples/train_tetris.ipynb").read_text())
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names = {}
    for cell in cells:
        exec(compile(cell, "train_tetris.ipynb", "exec"), names)
    curve = names["curve"]
    assert len(curve) == 6 and curve[-1] > 2 and curve[-1] > 1.5 * curve[0]


def test_connect_four_is_short():
    example = ROOT / "python/examples/connect_four.py"
    assert len(example.read_text().splitlines()) < 60


def test_public_names_have_docstrings():
    for name in plywood.__all__:
        assert getattr(plywood, name).__doc__, name
