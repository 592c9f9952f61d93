#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every planted overhead on 1 and 2 threads, with hardly any work: Tare builds it with and
without the plant, its table adds up, and what can be counted is counted.

Usage: plants_close.py COMPILER [--part K/N].  Nothing here depends on how long anything takes: whether the lines
are right is for bench/plants.py, on a quiet machine.
"""

import json
import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
TARE = pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare"
sys.path.insert(0, str(ROOT / "samples"))

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import closes  # noqa: E402
import plants  # noqa: E402
import weigh  # noqa: E402
from part import part_of  # noqa: E402

THREADS = [2]  # and 1, which is always made
# Why a construct may be without probes of its own: `ordered depend(source)`, `taskloop`.
REASONS = {prefix + reason for prefix in ("", "timed from outside: ")
           for reason in ("it only signals", "no probe can stand around the tasks of a loop")}
ROUNDS, WHOLE, PIECES = 2, 60, 20


def check_construct(plant, table):
    """A construct that the plant must be booked at is measured, as often as it is executed."""
    kinds = {c["kind"] for c in table["constructs"]}
    assert kinds & set(plant["constructs"]), f"no {' or '.join(plant['constructs'])} in {kinds}"
    wanted = plant.get("instances")
    if wanted is None:
        return
    kind = plant["constructs"][0]
    executed = sum(c["instances"] for c in table["constructs"] if c["kind"] == kind)
    times = eval(wanted, {"__builtins__": {}},  # text of our own file
                 {"rounds": ROUNDS, "pieces": PIECES, "p": table["threads"]})
    assert executed == times, f"{executed} times {kind}, not {times}"


def as_measured(folder):
    """The same runs with the probes left in: of a lock that is free, nothing may be left without them,
    and what has no line is not in a table."""
    return json.loads(weigh.call([TARE, "report", folder / "results", "--raw", "--format", "json"]))


def check_plant(plant, compiler):
    """Why the plant's table is wrong, or None."""
    if compiler not in plants.compilers_of(plant, [compiler]):
        return None
    size = PIECES if plants.is_calibrated(plant) else 20
    with tempfile.TemporaryDirectory(prefix="tare-plant-") as folder:
        try:
            folder = pathlib.Path(folder)
            programs = plants.build(TARE, plant, compiler, folder)
            arguments = plants.arguments_of(plant, size, ROUNDS, WHOLE)
            weigh.call([programs["without"], *arguments], env=plants.environment(2))
            ledger = plants.weigh_programs(TARE, plant, programs, arguments, folder, THREADS, 1)
            raw = as_measured(folder)
            for table in [*ledger["tables"], *raw["tables"]]:
                closes.check_table(table)
            for table in raw["tables"]:
                check_construct(plant, table)
            assert set(ledger["coverage"]["reasons"]) <= REASONS, ledger["coverage"]["reasons"]
        except (weigh.Failure, AssertionError, KeyError) as error:
            return f"{plant['name']}: {type(error).__name__}: {error}"
    return None


def check_file():
    """Every program is a plant's, and every line that it names exists."""
    said = plants.load()["plants"]
    sources = {path.name for path in (ROOT / "samples" / "plants").glob("*.c*")}
    wrong = [f"{name}: no plant" for name in sources - {plant["source"] for plant in said}]
    known = (ROOT / "analyzer" / "ledger" / "categories.h").read_text(encoding="utf-8")
    wrong += [f"{plant['name']}: no line {line}" for plant in said for line in plant["lines"]
              if f'"{line}"' not in known]
    wrong += [f"{plant['name']}: names no construct" for plant in said if not plant["constructs"]]
    return wrong, said


def main():
    wrong, said = check_file()
    said = part_of(said)
    wrong += [w for w in (check_plant(plant, sys.argv[1]) for plant in said) if w]
    for message in wrong:
        print(message)
    print(f"{len(said)} plants, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
