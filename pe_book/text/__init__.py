"""Numbers as a reader sees them."""
