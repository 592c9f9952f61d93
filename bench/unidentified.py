#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a kind of probe measured must turn up as unidentified when that kind is left out.

  bench/unidentified.py [--compilers gcc,clang-19] [--repeat 5] [--share 20]
                        [--cases imbalance_alternating:barriers,...]

A case is a plant of samples/plants.json and what tare-instrument leaves out (`--without`). Prints,
in % of T_p: the plant's lines with all probes and without those, the rise of unidentified, and
whether rise and fall agree within 1 % of T_p; then the lines that took the rest. Status 1 when a
case does not agree. Wants a machine that does nothing else meanwhile.
"""

import argparse
import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "samples"))

import plants  # noqa: E402
import weigh  # noqa: E402
from window import prefix_of  # noqa: E402

CASES = ("imbalance_alternating:barriers,imbalance_nowait:barriers,single_part:barriers,"
         "master_part:barriers,lock_critical:locks,lock_simple:waits,user_spin:waits")
TOLERANCE = 0.01


def instrument_without(tare, plant, compiler, left_out, program):
    """What `tare cc` does, with one kind of probe left out."""
    source, prefix = ROOT / "samples" / "plants" / plant["source"], prefix_of(tare)
    flags = plants.flags_of(plant, "instrumented", True)
    text, rewritten = program.with_suffix(".ii"), program.with_suffix(".i")
    weigh.call([compiler, *flags, "-E", source, "-o", text])
    weigh.call([prefix / "libexec" / "tare" / "tare-instrument", "--input", text, "--output",
                rewritten, "--language", "c", "--compiler",
                "clang" if "clang" in compiler else "gcc", "--runtime",
                prefix / "lib" / "libtare-rt.so.1", "--unit", source, "--root", ROOT,
                "--without", left_out, "--"])
    weigh.call([compiler, "-w", *flags, "-x", "cpp-output", rewritten, "-o", program])


def shares(tare, plant, programs, folder, chosen):
    """line -> share of T_p."""
    folder.mkdir()
    size = chosen.share
    if plants.is_calibrated(plant):
        size = plants.calibrated_size(plant, chosen.share, plant["unit_ns"],
                                      chosen.rounds)
    arguments = plants.arguments_of(plant, size, chosen.rounds)
    ledger = plants.weigh_programs(tare, plant, programs, arguments, folder, [chosen.threads],
                                   chosen.repeat)
    table = next(t for t in ledger["tables"] if t["threads"] == chosen.threads)
    return {line["category"]: line["time_s"] / table["parallel_time_s"]
            for line in table["overheads"]}


def try_case(tare, plant, compiler, left_out, chosen):
    """Lines with all probes, and without."""
    with tempfile.TemporaryDirectory(prefix="tare-unidentified-") as name:
        folder = pathlib.Path(name)
        programs = plants.build(tare, plant, compiler, folder)
        full = shares(tare, plant, programs, folder / "full", chosen)
        programs["instrumented"] = folder / "partly"
        instrument_without(tare, plant, compiler, left_out, programs["instrumented"])
        return full, shares(tare, plant, programs, folder / "left", chosen)


def per_cent(share):
    return f"{100 * share:.1f}"


def show(plant, compiler, left_out, full, partly):
    """One row; true when unidentified rose by what the plant's lines fell."""
    before = sum(full.get(line, 0) for line in plant["lines"])
    after = sum(partly.get(line, 0) for line in plant["lines"])
    rise = partly["unidentified"] - full["unidentified"]
    agrees = abs(rise - (before - after)) <= TOLERANCE
    moved = {line: partly.get(line, 0) - full.get(line, 0) for line in {*full, *partly}
             if line not in plant["lines"] and line != "unidentified"}
    rest = ", ".join(f"{line.split('.')[-1]} {per_cent(moved[line])}" for line in sorted(moved)
                     if abs(moved[line]) > TOLERANCE)
    print(f"| {plant['name']} | {compiler} | {left_out} | {per_cent(before)} | {per_cent(after)} |"
          f" {per_cent(rise)} | {'yes' if agrees else 'NO'} | {rest} |", flush=True)
    return agrees


def main():
    options = argparse.ArgumentParser(description="left out probes must become unidentified")
    options.add_argument("--tare", default=os.environ.get("TARE", str(ROOT / "tare")))
    options.add_argument("--compilers", default="gcc,clang-19")
    options.add_argument("--repeat", type=int, default=5)
    options.add_argument("--rounds", type=int, default=plants.ROUNDS)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--share", type=int, default=20)
    options.add_argument("--cases", default=CASES)
    chosen = options.parse_args()
    by_name = {plant["name"]: plant for plant in plants.load()["plants"]}
    print("| plant | compiler | left out | its lines | without | unidentified rose by | agrees |"
          " elsewhere |\n|---|---|---|---|---|---|---|---|")
    agreed = True
    for case in chosen.cases.split(","):
        name, left_out = case.split(":")
        for compiler in chosen.compilers.split(","):
            full, partly = try_case(chosen.tare, by_name[name], compiler, left_out, chosen)
            agreed &= show(by_name[name], compiler, left_out, full, partly)
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
