#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How good predictions are: each is made from measured runs, then run.

  whatif.py [--tare ./tare] [--programs GLOB] [--cases N] [--seed S] [--output FILE] [--minutes M]

For each program of samples/ordinary and each compiler: one experiment with 1 and 2 threads, and
questions whose answer can be run: another number of threads, fewer cores, another schedule of a loop.
A seeded draw of them is asked with `tare whatif --verify`, which predicts first and runs then. Prints
a line for each and the summary: error of the time, of the gain, and what 'no change' would be wrong by.
"""
import argparse
import json
import pathlib
import random
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
SCHEDULES = ("static", "static,1", "dynamic,1", "dynamic,16", "guided")


def run(*words, folder):
    return subprocess.run([str(w) for w in words], cwd=folder, text=True, capture_output=True,
                          stdin=subprocess.DEVNULL, check=False)


def measured(tare, source, compiler, folder):
    """The results of an experiment, or nothing."""
    done = run(tare, "overheads", "--source", source, "--threads", "1,2", "--repeat", "5",
               "--compiler", compiler, "--output", folder / "r", folder=folder)
    results = sorted((folder / "r").glob("tare-*"))
    if done.returncode not in (0, 6) or not results:
        print(f"# {source.name} {compiler}: {done.stderr.strip().splitlines()[-1:]}")
        return None
    return results[-1]


def questions(results):
    """(kind, options) that this experiment can be asked."""
    ledger = json.loads((results / "ledger.json").read_text())
    asked = [("threads", ("--from", "1", "--threads", "2")),
             ("threads", ("--from", "2", "--threads", "1")),
             ("placement", ("--from", "2", "--cores", "1")),
             ("placement", ("--from", "2", "--threads", "4", "--cores", "2"))]
    table = ledger["tables"][-1]
    loops = {f"{c['file']}:{c['line']}" for c in table["constructs"] if c["kind"] == "for"}
    for place in sorted(loops)[:3]:
        asked += [("schedule", ("--schedule", f"{place}={schedule}")) for schedule in SCHEDULES]
    return asked


def ask(tare, results, options, folder):
    out = folder / "f.json"
    out.unlink(missing_ok=True)
    done = run(tare, "whatif", results, *options, "--verify", "--json", out, folder=folder)
    if not out.exists():
        return {"refused": done.stderr.strip().splitlines()[-1:]}
    forecast = json.loads(out.read_text())["forecasts"][0]
    if "verified" not in forecast:
        return {"not_run": done.stderr.strip().splitlines()[-1:]}
    base, time_s, truth = (forecast["base"]["time_s"], forecast["time"]["time_s"],
                           forecast["verified"]["time"]["time_s"])
    half = (forecast["time"]["high_s"] - forecast["time"]["low_s"]) / 2
    return {"base": base, "predicted": time_s, "truth": truth, "half": half,
            "inside": forecast["verified"]["inside"], "error": abs(time_s - truth) / truth,
            "gain_error": abs((base - time_s) - (base - truth)) / base,
            "no_change": abs(base - truth) / truth}


def summary(cases):
    for kind in sorted({case["kind"] for case in cases}):
        of = [c for c in cases if c["kind"] == kind]
        known = [c for c in of if "error" in c]
        refused = sum("refused" in c for c in of)
        if not known:
            print(f"{kind}: {len(of)} asked, {refused} refused")
            continue
        errors = sorted(c["error"] for c in known)
        print(f"{kind}: {len(of)} asked, {refused} refused, {len(known)} run; error of the time "
              f"median {statistics.median(errors):.1%}, worst {errors[-1]:.1%}; of 'no change' "
              f"median {statistics.median(c['no_change'] for c in known):.1%}; inside "
              f"{sum(c['inside'] for c in known)} of {len(known)}; median half band "
              f"{statistics.median(c['half'] / c['predicted'] for c in known):.1%}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tare", default=ROOT / "tare", type=pathlib.Path)
    parser.add_argument("--programs", default="*.c*")
    parser.add_argument("--compilers", default="clang-19,gcc")
    parser.add_argument("--cases", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=28)
    parser.add_argument("--output", type=pathlib.Path)
    chosen = parser.parse_args()
    tare, start, cases = chosen.tare.resolve(), time.monotonic(), []
    sources = sorted((ROOT / "samples" / "ordinary").glob(chosen.programs))
    sources = [s for s in sources if s.suffix in (".c", ".cpp")]
    pairs = [(s, c) for s in sources for c in chosen.compilers.split(",")]
    draw = random.Random(chosen.seed)
    draw.shuffle(pairs)
    each = max(1, round(chosen.cases / max(len(pairs), 1)) + 1)
    for source, compiler in pairs:
        if len(cases) >= chosen.cases or time.monotonic() - start > 60 * chosen.minutes:
            break
        with tempfile.TemporaryDirectory(prefix="tare-bench-") as made:
            folder = pathlib.Path(made)
            results = measured(tare, source, compiler, folder)
            if not results:
                continue
            asked = questions(results)
            draw.shuffle(asked)
            kinds = []
            for kind, options in asked:  # one of each kind first
                if len(kinds) == each or kind in kinds and len(set(k for k, _ in asked)) > len(set(kinds)):
                    continue
                kinds.append(kind)
                case = {"program": source.name, "compiler": compiler, "kind": kind,
                        "options": " ".join(options), **ask(tare, results, options, folder)}
                cases.append(case)
                print(json.dumps(case), flush=True)
    summary(cases)
    if chosen.output:
        chosen.output.write_text("\n".join(json.dumps(c) for c in cases) + "\n")


if __name__ == "__main__":
    main()
