"""The class on a hub makes accounts of this machine: it is tried by root alone."""

import os

collect_ignore = [] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["test_hub.py"]
