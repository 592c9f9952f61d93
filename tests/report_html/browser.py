#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages of reports, of comparisons and of an archive's site in Chromium, driven by browser.mjs.

Usage: browser.py WRITE_SAMPLE_LEDGERS WRITE_SAMPLE_REVIEWS WRITE_SAMPLE_TIMELINES WORK

Needs chromium (or chromium-headless-shell), node and npm; skipped, and said, where one is missing.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from pages import add_parts, add_sources

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "archive"))
import sample_tables  # noqa: E402

TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
SKIPPED = 77


def site_of(folder):
    """Pages of an archive's site with versions and sizes of programs: name -> file."""
    sample = (folder / "ledger0.json").read_text(encoding="utf-8")
    tables = [("p", f"2026-10-{n + 1:02}", sample_tables.version(sample, n, 0.2 * (n > 5))) for n in range(9)]
    tables += [("grown", "2026-09-01", sample_tables.sized(sample, size, 2)) for size in (2, 3, 4, 6, 8, 12)]
    for application, date, document in tables:
        (folder / "table.json").write_text(json.dumps(document), encoding="utf-8")
        subprocess.run([TARE, "archive", "add", folder / "table.json", "--application", application, "--date", date,
                        "--archive", folder / "archive.db"], check=True, capture_output=True)
    subprocess.run([TARE, "archive", "pages", folder / "site", "--archive", folder / "archive.db"], check=True)
    run = next((folder / "site/p").glob("run-*.html")).name
    return {f"site {name}": folder / "site" / name
            for name in ("index.html", "p/index.html", "p/rows-2.html", f"p/{run}", "grown/index.html")}


def results_with_timelines(timelines, folder):
    """Results with a timeline of threads, with that of a small job and with that of a large one: name -> command."""
    subprocess.run([timelines, folder], check=True)
    pages = {}
    for number in (4, 6, 7):
        results = folder / f"results{number}"
        results.mkdir()
        shutil.copy(folder / "ledger0.json", results / "ledger.json")
        shutil.copy(folder / f"timeline{number}.json", results / "timeline.json")
        pages[f"timeline{number}"] = ["report", results]
    return pages


def sources_of_both(folder):
    """A comparison whose sides have sources of their own."""
    for side in ("base", "head"):
        ledger = json.loads((folder / f"grown.{side}.json").read_text(encoding="utf-8"))
        add_sources(ledger, folder / side, side)
        (folder / f"sourced.{side}.json").write_text(json.dumps(ledger), encoding="utf-8")
    return ["diff", folder / "sourced.base.json", folder / "sourced.head.json", "--source-root", folder / "head",
            "--base-source-root", folder / "base"]


def main():
    ledgers, reviews, timelines, work = *sys.argv[1:4], pathlib.Path(sys.argv[4])
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
        subprocess.run([ledgers, folder], check=True)
        subprocess.run([reviews, folder], check=True)
        pages = {f"ledger{k}": ["report", f"{folder}/ledger{k}.json"] for k in range(4)}
        for name in ("grown", "shrunk", "same", "few", "missed"):
            pages[f"diff of {name}"] = ["diff", f"{folder}/{name}.base.json", f"{folder}/{name}.head.json",
                                        "--fail-on", "any > 5%"]
        ledger = json.loads((pathlib.Path(folder) / "ledger0.json").read_text())
        options = add_parts(ledger, folder)
        (pathlib.Path(folder) / "whole.json").write_text(json.dumps(ledger))
        pages |= results_with_timelines(timelines, pathlib.Path(folder))
        pages["diff with sources"] = sources_of_both(pathlib.Path(folder))
        pages["ledger with sources and answers"] = ["report", f"{folder}/whole.json", *options]
        for name, command in (pages | site_of(pathlib.Path(folder))).items():
            page = command
            if isinstance(command, list):
                page = pathlib.Path(folder) / "page.html"
                done = subprocess.run([TARE, *command, "--format", "html"], capture_output=True, check=False)
                page.write_bytes(done.stdout)
            seen = subprocess.run(["node", str(HERE / "browser.mjs"), chromium, str(page)], cwd=work,
                                  capture_output=True, text=True)
            if seen.returncode:
                failed += 1
                print(f"{name}:\n{seen.stdout}{seen.stderr}")
    print("no failure" if not failed else f"{failed} pages failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
