"""Numbers and the interface's words, as a reader sees them."""
