#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The report page in Chromium, driven by browser.mjs.  Usage: browser.py WRITE_SAMPLE_LEDGERS WORK

Needs chromium (or chromium-headless-shell), node and npm; skipped, and said, where one is missing.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
SKIPPED = 77


def main():
    writer, work = sys.argv[1], pathlib.Path(sys.argv[2])
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    missing = [name for name, found in (("chromium", chromium), ("node", shutil.which("node")), ("npm", shutil.which("npm")))
               if not found]
    if missing:
        print(f"skipped: {', '.join(missing)} not installed")
        return SKIPPED
    work.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", work)
    if not (work / "node_modules/playwright-core").is_dir():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=work, check=True)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([writer, folder], check=True)
        for k in (0, 1, 2, 3):
            page = pathlib.Path(folder) / f"page{k}.html"
            done = subprocess.run([TARE, "report", f"{folder}/ledger{k}.json", "--format", "html"],
                                  capture_output=True, check=False)
            page.write_bytes(done.stdout)
            seen = subprocess.run(["node", str(HERE / "browser.mjs"), chromium, str(page)], cwd=work,
                                  capture_output=True, text=True)
            if seen.returncode:
                failed += 1
                print(f"ledger{k}:\n{seen.stdout}{seen.stderr}")
    print("no failure" if not failed else f"{failed} pages failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
