"""Arrays to still pictures, in colors of two themes."""
