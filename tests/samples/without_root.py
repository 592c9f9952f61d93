#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/bootstrap and scripts/test without root and with a package missing: they print the
exact apt-get line, naming what is missing and nothing else, and stop with status 3."""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
FAKES = {
    "id": "echo 1000",
    "sudo": "exit 1",
    "apt-get": "echo apt-get must not be called; exit 99",
    "cmake": "echo cmake must not be called; exit 99",
    # the last argument is the package
    "dpkg-query": 'for name; do :; done; case $name in cmake|{missing}) exit 1;; '
                  '*) echo install ok installed;; esac',
}


def run(script, missing, folder):
    for name, text in FAKES.items():
        fake = pathlib.Path(folder) / name
        fake.write_text("#!/bin/sh\n" + text.replace("{missing}", missing) + "\n")
        fake.chmod(0o755)
    environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
    return subprocess.run([ROOT / "scripts" / script], cwd="/", env=environment, check=False,
                          capture_output=True, text=True)


def main():
    wrong = []
    for script, missing in (("bootstrap", "clang-19"), ("test", "catch2")):
        with tempfile.TemporaryDirectory(prefix="tare-scripts-") as folder:
            done = run(script, missing, folder)
        line = f"apt-get install -y --no-install-recommends cmake {missing}\n"
        if done.returncode != 3:
            wrong.append(f"{script}: status {done.returncode}, not 3\n{done.stdout}{done.stderr}")
        if line not in done.stderr:
            wrong.append(f"{script}: no line '{line.strip()}' in\n{done.stderr}")
    print("\n".join(wrong) or "both scripts print the line and stop")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
