"""One node process for the tests of explorers."""

from tests.book.conftest import node  # noqa: F401, a fixture
