"""What tests of live cells share."""

from __future__ import annotations

import warnings

import pytest

from tests.live.session import Cell


@pytest.fixture
def cell(monkeypatch):
    """A session of live cells."""
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)  # a session has its own
    return Cell()
