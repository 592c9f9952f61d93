#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every sample, on 1, 2 and 4 threads: Tare builds it, runs it, and its table adds up.

Usage: closes.py COMPILER [--part K/N].  That the books close exactly in ticks is asserted by the accounts
themselves, which print no table otherwise. Nothing here depends on how long anything takes.
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
from part import part_of  # noqa: E402
import truth  # noqa: E402
import weigh  # noqa: E402

THREADS = [1, 2, 4]
NANOSECOND = 1e-9


def schema():
    path = ROOT / "docs" / "schema" / "tare.overheads-1.schema.json"
    return json.loads(path.read_text(encoding="utf-8"))


def close(a, b, table):
    """Equal but for the rounding of the numbers that were added."""
    return abs(a - b) <= 2 * NANOSECOND * (len(table["overheads"]) + 2)


def check_table(table):
    lines = {line["category"]: line["time_s"] for line in table["overheads"]}
    assert len(lines) == len(table["overheads"]), "a category is there twice"
    assert "unidentified" in lines, "no line `unidentified`"
    total = table["total_overhead_s"]
    added = sum(lines.values())
    assert close(added, total, table), f"the lines sum to {added}, not to {total}"
    ideal = table["serial_time_s"] / table["threads"]
    assert close(ideal, table["ideal_time_s"], table), "ideal time is not T_s / p"
    assert close(table["parallel_time_s"] - ideal, total, table), "total is not T_p - T_s / p"
    parts = sum(table["unidentified_parts"].values())
    assert close(parts, lines["unidentified"], table), "unidentified is not the sum of its parts"
    for line in table["overheads"]:
        low, value, high = line["low_s"], line["time_s"], line["high_s"]
        room = NANOSECOND * len(table["overheads"])  # roundings go to one line
        assert low - room <= value <= high + room, f"band of {line['category']}"


def check_counts(sample, table):
    """Every execution of every region is there, once."""
    kinds = [(c["kind"], c["instances"]) for c in table["constructs"]]
    executed = sum(instances for kind, instances in kinds if kind == "parallel")
    wanted = truth.regions(sample, sample["quick_arguments"])
    assert executed == wanted, f"{executed} regions executed, not {wanted}: {kinds}"


def check_sample(sample, compiler):
    """Why the sample's table is wrong, or None."""
    import jsonschema

    with tempfile.TemporaryDirectory(prefix="tare-sample-") as folder:
        try:
            ledger = weigh.weigh(TARE, sample, compiler, folder, THREADS, repeat=1, quick=True)
            jsonschema.validate(ledger, schema())
            assert [table["threads"] for table in ledger["tables"]] == THREADS, "tables of 1, 2, 4"
            for table in ledger["tables"]:
                check_table(table)
                check_counts(sample, table)
            coverage = ledger["coverage"]
            assert coverage["seen"] == coverage["measured"] > 0, f"not measured: {coverage}"
        except (weigh.Failure, AssertionError, KeyError, jsonschema.ValidationError) as error:
            return f"{sample['name']}: {type(error).__name__}: {error}"
    return None


def main():
    compiler = sys.argv[1]
    samples = truth.load()["samples"]
    samples += [{"name": "lu2", "sources": ["lu2.c"], "cflags": flags, "regions": "1",
                 "quick_arguments": ["60"]}
                for flags in ("", "-DLU2_BALANCED")]
    samples = part_of(samples)
    wrong = [w for w in (check_sample(sample, compiler) for sample in samples) if w]
    for message in wrong:
        print(message)
    print(f"{len(samples) - len(wrong)} of {len(samples)} samples have a table that adds up")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
