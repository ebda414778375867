"""A script of this folder runs where transformers is, at night."""

# What runs in that environment.
collect_ignore_glob = ["*_of_transformers.py"]
