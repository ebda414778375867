"""Where code runs, and what a cell shows."""
