"""What several environments share: a copy of the book."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.environments.environment import copy_of_the_book


@pytest.fixture(scope="session")
def book_copy(tmp_path_factory) -> Path:
    """A copy of the book that nothing has touched."""
    return copy_of_the_book(tmp_path_factory.mktemp("clone"))
