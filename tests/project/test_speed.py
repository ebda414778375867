"""What numpy lets go stays with the process; counted, not timed."""

import os
import platform
import subprocess
import sys

import pytest

from scripts.speed import SPEED

CODE = """
import resource, numpy as np
fresh = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_minflt
np.ones(2**21)
before = fresh()
for _ in range(20):
    np.ones(2**21)
print(fresh() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the settings are those of glibc")
def test_an_array_of_16_mb_gets_the_memory_of_the_last_one():
    """Else the system clears thousands of pages anew."""
    command = [sys.executable, "-c", CODE]
    done = subprocess.run(command, env=os.environ | SPEED, capture_output=True, text=True)
    assert int(done.stdout) < 20, done.stderr
    assert SPEED["OMP_NUM_THREADS"] == "1"
