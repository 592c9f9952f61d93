#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files for speedscope by speedscope's own schema, and in speedscope itself (speedscope.mjs).

Usage: readers.py WRITE_SAMPLE_LEDGERS WORK

Needs chromium (or chromium-headless-shell), node and npm; skipped, and said, where one is missing.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
SKIPPED = 77


def main():
    ledgers, work = sys.argv[1], pathlib.Path(sys.argv[2])
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    missing = [name for name, found in (("chromium", chromium), ("node", shutil.which("node")), ("npm", shutil.which("npm")))
               if not found]
    if missing:
        print(f"skipped: {', '.join(missing)} not installed")
        return SKIPPED
    work.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", work)
    if not (work / "node_modules/speedscope").is_dir():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", "--ignore-scripts"], cwd=work, check=True)
    schema = json.loads((work / "node_modules/speedscope/dist/release/file-format-schema.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([ledgers, folder], check=True)
        files = []
        for number in range(6):
            done = subprocess.run([TARE, "report", f"{folder}/ledger{number}.json", "--format", "speedscope"],
                                  check=False, capture_output=True)  # status 6: the ledger is not reliable
            jsonschema.validate(json.loads(done.stdout), schema)
            files.append(pathlib.Path(folder) / f"file{number}.speedscope.json")
            files[-1].write_bytes(done.stdout)
        return subprocess.run(["node", HERE / "speedscope.mjs", chromium, *files], cwd=work, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
