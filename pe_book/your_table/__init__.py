"""What a reader's own table is."""
