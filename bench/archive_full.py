#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An archive of full size, filled and asked as users do it; then writers that are killed.

  bench/archive_full.py [--build build/dev] [--folder DIR] [--runs 100000] [--kills 1000] [--minutes 25]

Adds tables by `tare archive add`, 500 a call, until there are so many runs, or the minutes are over:
then it says what was reached. The tables are copies of the tests' sample (3 runs, some 125 rows of the
index each) of 100 applications, 40 sizes, and as many versions as there are. Then it asks, five times
each: `tare archive query` as a process, and the same questions within one (archive_load), with their
plans. At last writers of a small archive are killed at random times: what they said they had added must be
there, nothing may be there in half, and the file must be sound. Needs a build with tests.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BATCH, APPLICATIONS, SIZES = 500, 100, 40


class Tables:
    """Texts of tables that differ in what tables of a real archive differ in."""
    def __init__(self, sample):
        self.sample = json.loads(sample.read_text(encoding="utf-8"))

    def text(self, number):
        table = self.sample
        version = number // (APPLICATIONS * SIZES)
        table["program"] = f"load{number % APPLICATIONS}"
        table["settings"]["parameters"]["n"] = str(10 * (number // APPLICATIONS % SIZES))
        table["started_utc"] = f"2026-{1 + version // 28 % 12:02}-{1 + version % 28:02}T{number // 3600 % 24:02}:" \
                               f"{number // 60 % 60:02}:{number % 60:02}Z"
        table["build"] = {"commit": f"{version:040x}"}
        return json.dumps(table)


def added(said):
    """(ledgers, runs, rows) that `tare archive add` says."""
    lines = [line for line in said.splitlines() if line.endswith("rows)")]
    return (len(lines), sum(int(line.split("(")[1].split()[0]) for line in lines),
            sum(int(line.split()[-2]) for line in lines))


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fill(tare, archive, tables, folder, wanted, minutes):
    """Seconds of `tare archive add` alone, and its processor time, which other programs on the machine
    do not change; the files are made before each."""
    end, number, spent, ledgers, runs, rows = time.monotonic() + 60 * minutes, 0, 0.0, 0, 0, 0
    before = processor_seconds()
    while runs < wanted and time.monotonic() < end:
        paths = [folder / f"{i}.json" for i in range(BATCH)]
        for path in paths:
            path.write_text(tables.text(number), encoding="utf-8")
            number += 1
        start = time.monotonic()
        said = subprocess.run([tare, "archive", "add", *paths, "--archive", archive], check=True,
                              capture_output=True, text=True).stdout
        spent += time.monotonic() - start
        more = added(said)
        ledgers, runs, rows = ledgers + more[0], runs + more[1], rows + more[2]
    print(f"{runs} runs of {ledgers} tables, {rows} rows of the index, {os.path.getsize(archive) / 2**20:.0f} MiB: "
          f"{spent:.0f} s, {rows / spent:.0f} rows/s, {ledgers / spent:.0f} tables/s; processor time "
          f"{processor_seconds() - before:.0f} s", flush=True)


def ask(tare, archive):
    """Medians of five calls, the start of the process included."""
    app = ["--application", "load3"]
    questions = {"runs of one application on 2 threads": ["query", *app, "--threads", "2"],
                 "runs with a parameter in a range": ["query", "--param", "n=10..20", "--threads", "2"],
                 "a row over runs of one application": ["query", *app, "--threads", "2", "--row", "load imbalance"],
                 "a construct over runs with a parameter": ["query", "--param", "n=10", "--threads", "2",
                                                            "--construct", "lu2.c:31"],
                 "the latest of equal runs": ["query", *app, "--threads", "2", "--latest"],
                 "all rows of one size over versions": ["trend", "load3", "--param", "n=10", "--threads", "2"],
                 "the tables of one application": ["list", "load3"]}
    for name, words in questions.items():
        times, lines = [], 0
        for _ in range(5):
            start = time.monotonic()
            said = subprocess.run([tare, "archive", *words, "--archive", archive], check=True,
                                  capture_output=True, text=True).stdout
            times.append((time.monotonic() - start) * 1e3)
            lines = len(said.splitlines())
        print(f"{name}: {lines} lines, {statistics.median(times):.0f} ms", flush=True)


def check_archive(archive, known, turn):
    with sqlite3.connect(archive) as base:
        ids = {str(row[0]) for row in base.execute("select id from ledger")}
        if not known <= ids:
            sys.exit(f"kill {turn}: lost {sorted(known - ids)}")
        if turn % 100 == 0:
            if base.execute("pragma integrity_check").fetchone() != ("ok",):
                sys.exit(f"kill {turn}: the file is damaged")
            if base.execute("select count(*) from ledger where (select count(*) from run where run.ledger = "
                            "ledger.id) <> 3 or (select count(*) from overhead join run on run.id = overhead.run "
                            "where run.ledger = ledger.id) < 30").fetchone() != (0,):
                sys.exit(f"kill {turn}: there is half a ledger")
    return len(ids)


def kill(tare, archive, tables, folder, kills):
    chance, known, number, in_work, kept = random.Random(7), set(), 0, 0, 0
    paths = [folder / f"{i}.json" for i in range(40)]
    for turn in range(1, kills + 1):
        for path in paths:
            path.write_text(tables.text(number), encoding="utf-8")
            number += 1
        writer = subprocess.Popen([tare, "archive", "add", *paths, "--archive", archive],
                                  stdout=subprocess.PIPE, text=True)
        time.sleep(chance.random() * 0.3)
        in_work += writer.poll() is None
        writer.send_signal(signal.SIGKILL)
        said = writer.communicate()[0]
        known |= {line.split()[2] for line in said.splitlines() if line.endswith("rows)")}
        if pathlib.Path(archive).exists():
            kept = check_archive(archive, known, turn)
    print(f"{kills} kills, {in_work} of them of a writer at work: {len(known)} tables were said to be added, all of "
          f"them are among the {kept} that are there; the file is sound", flush=True)


def main():
    options = argparse.ArgumentParser(description="an archive of full size: rows a second, questions, kills")
    options.add_argument("--build", type=pathlib.Path, default=ROOT / "build/dev")
    options.add_argument("--folder", type=pathlib.Path, help="for the archives and their tables; default: a new one")
    options.add_argument("--runs", type=int, default=100000)
    options.add_argument("--kills", type=int, default=1000)
    options.add_argument("--minutes", type=float, default=25)
    chosen = options.parse_args()
    tare = chosen.build / "bin/tare"
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-archive-full-", dir=chosen.folder))
    try:
        subprocess.run([chosen.build / "bin/write_sample_ledgers", folder], check=True)
        tables = Tables(folder / "ledger0.json")
        fill(tare, folder / "full.db", tables, folder, chosen.runs, chosen.minutes)
        ask(tare, folder / "full.db")
        subprocess.run([chosen.build / "bin/archive_load", folder / "full.db", "0"], check=True)
        if chosen.kills:
            kill(tare, folder / "killed.db", tables, folder, chosen.kills)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
