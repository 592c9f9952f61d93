# SPDX-License-Identifier: Apache-2.0
"""once.py KEEP_TYPICAL: before the tests that weigh programs, so that none calibrates for itself.
What probes typically cost; in the full run (TARE_TESTS_FULL) what they cost here."""
import os
import pathlib
import shutil
import subprocess
import sys

PREFIX = pathlib.Path(os.environ["TARE_PREFIX"])
if os.environ.get("TARE_TESTS_FULL"):
    shutil.rmtree(pathlib.Path(os.environ["XDG_CACHE_HOME"], "tare", "scale"), ignore_errors=True)
    command = [PREFIX / "bin" / "tare", "calibrate", "--threads", "1,2,4"]
else:
    command = [sys.argv[1], PREFIX]
sys.exit(subprocess.run(command, check=False).returncode)
