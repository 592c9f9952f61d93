#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files for speedscope by speedscope's own schema, and these and Chrome traces in speedscope itself (speedscope.mjs).

Usage: readers.py WRITE_SAMPLE_LEDGERS WRITE_SAMPLE_TIMELINES WORK

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


def report(results, form):
    done = subprocess.run([TARE, "report", results, "--format", form], check=False, capture_output=True)
    return done.stdout  # status 6: the ledger is not reliable; 2: it has no timeline


def traces_of(timelines, folder):
    """Chrome traces of all samples that have a timeline."""
    made, traces = folder / "timelines", []
    made.mkdir()
    subprocess.run([timelines, made], check=True)
    for number, timeline in enumerate(sorted(made.glob("*.json"))):
        results = folder / f"results{number}"
        results.mkdir()
        shutil.copy(folder / "ledger0.json", results / "ledger.json")
        shutil.copy(timeline, results / "timeline.json")
        if trace := report(results, "chrome-trace"):
            traces.append(folder / f"trace{number}.json")
            traces[-1].write_bytes(trace)
    return traces


def main():
    ledgers, timelines, work = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
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
            text = report(f"{folder}/ledger{number}.json", "speedscope")
            jsonschema.validate(json.loads(text), schema)
            files.append(pathlib.Path(folder) / f"file{number}.speedscope.json")
            files[-1].write_bytes(text)
        traces = traces_of(timelines, pathlib.Path(folder))
        assert len(traces) > 5, traces
        files += traces
        return subprocess.run(["node", HERE / "speedscope.mjs", chromium, *files], cwd=work, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
