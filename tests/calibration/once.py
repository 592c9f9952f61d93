# SPDX-License-Identifier: Apache-2.0
"""once.py KEEP_TYPICAL: before the tests that weigh programs, so that none calibrates for itself.
What probes typically cost; in the full run (TARE_TESTS_FULL) what they cost here, where that is asked
for most. The folder `typical` has typical costs in every run, for tests that budgets decide."""
import os
import pathlib
import shutil
import subprocess
import sys

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
CACHE = pathlib.Path(os.environ["XDG_CACHE_HOME"])

for folder in (CACHE, CACHE / "typical"):
    shutil.rmtree(folder / "tare" / "scale", ignore_errors=True)
    subprocess.run([sys.argv[1], PREFIX], check=True,
                   env={**os.environ, "XDG_CACHE_HOME": str(folder)})
if os.environ.get("TARE_TESTS_FULL"):
    subprocess.run([PREFIX / "bin" / "tare", "calibrate", "--again", "--threads", "1,2,4"],
                   check=True)
