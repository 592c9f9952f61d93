#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures 3 and 6 of Eom and Hollingsworth on real programs: what the replay predicts for two ranks on one core, alone
("places") and together with a slower network ("both"). The truth is the same job bound to one core (taskset), with
delayed messages. "apart" is the other way: a run on one core says what two cores take.

  jobs_placement.py --build BUILD [--only spa,tsp,...] [--sizes ft=64,...] [--waits yield,spin]
                    [--kinds places,both,apart] [--repeat N] [--network LATENCY_US:MB_S] [--table FILE] [--seconds S]
                    [--json FILE]

BUILD has bin/tare, bin/jobs_network and bin/message_library (cmake --preset dev). The programs are those of bench/jobs, with
Open MPI, whose waiting ranks yield (mpi_yield_when_idle) or spin. The shortest of N recorded runs is predicted, and the
shortest of N runs is the truth, since what disturbs a run makes it longer. Times are those between MPI_Init and MPI_Finalize. --table has the network, with the turns of a core; without it
both are measured first (tare calibrate --network). After S seconds no further program is begun.
The paper: places median 1.0 %, worst 6.6 %; both median 1.9 %, worst 6.2 %."""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("spa", "tsp", "ep", "is", "ft", "mg")
SIZES = {"spa": "400", "tsp": "14", "ep": "200", "is": "3000000", "ft": "128", "mg": "1024"}
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1"}
ONE_CORE = ["taskset", "-c", "0"]


def run(command, folder, status=(0, 6), **environment):
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, **ENVIRONMENT, **environment))
    if done.returncode not in status:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def launcher(waits, bound="none"):
    return ["mpirun.openmpi", "--mca", "mpi_yield_when_idle", str(int(waits == "yield")), "--oversubscribe", "--bind-to", bound]


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.build_folder = options.build.resolve()
        self.tare = self.build_folder / "bin/tare"
        self.sizes = dict(SIZES, **dict(pair.split("=") for pair in options.sizes.split(",") if pair))
        self.table = options.table.resolve() if options.table else folder / "network.json"
        if not self.table.exists():
            run([self.tare, "calibrate", "--network", "--again", "--launch", "mpirun.openmpi -n 2", "--output", self.table], folder)
        network = json.loads(self.table.read_text())
        self.eager = network["local"].get("eager_limit_bytes")
        print(f"turns of {1e3 * network['shared_processor']['turn_s']:.2f} ms, eager limit {self.eager}")
        self.library = ""

    def build(self, name):
        run(["mpicc.openmpi", "-O2", "-fopenmp", HERE / "jobs" / f"{name}.c", "-o", name, "-lm"], self.folder)
        if not self.library:
            said = run([self.build_folder / "bin/message_library", self.build_folder, self.folder / "cache", self.folder / name],
                       self.folder)
            self.library = next(line.split(" ", 1)[1] for line in said.splitlines() if line.startswith("library "))

    def go(self, name, launch, recorded, **environment):
        """Seconds that the program says."""
        preload = ["env", f"LD_PRELOAD={self.library}"] if recorded else []
        said = run([*launch, "-n", "2", *preload, f"./{name}", self.sizes[name]], self.folder,
                   TARE_OUTPUT_DIR=str(self.folder / "messages"), **environment)
        words = said.split()
        if "verified" not in words:
            raise SystemExit(said)
        return float(words[words.index("time_s") + 1])

    def truth(self, name, launch, delays):
        return min(self.go(name, launch, bool(delays), **delays) for _ in range(self.options.repeat))

    def predicted(self, name, launch, network, sharing):
        """Of the shortest of N recorded runs: seconds as measured, and as predicted for each (network, sharing)."""
        runs = []
        for _ in range(self.options.repeat):
            shutil.rmtree(self.folder / "messages", ignore_errors=True)
            self.go(name, launch, True)
            said = [run([self.build_folder / "bin/jobs_network", self.table, *each, how, self.folder / "messages"], self.folder)
                    for each, how in zip(network, sharing)]
            runs.append((float(said[0].split()[0]), [float(line.split()[1]) for line in said]))
        return min(runs)

    def rows(self, name):
        latency, bandwidth = self.options.network.split(":")
        delays = {"TARE_MPI_LATENCY_US": latency, "TARE_MPI_BANDWIDTH_MB_S": bandwidth}
        if self.eager is not None:
            delays["TARE_MPI_EAGER_BYTES"] = str(int(self.eager))
        networks = {"places": ((0, 0), {}), "both": ((latency, bandwidth), delays)}
        kinds, waits = self.options.kinds.split(","), self.options.waits.split(",")
        asked = [(kind, how) for how in waits for kind in networks if kind in kinds]
        if asked:
            measured, guesses = self.predicted(name, launcher("spin", "core"), [networks[kind][0] for kind, _ in asked],
                                               [how for _, how in asked])
            for (kind, how), guess in zip(asked, guesses):
                yield {"program": name, "waits": how, "kind": kind, "measured_s": measured, "predicted_s": guess,
                       "truth_s": self.truth(name, [*ONE_CORE, *launcher(how)], networks[kind][1])}
        for how in waits if "apart" in kinds else ():
            measured, [guess] = self.predicted(name, [*ONE_CORE, *launcher(how)], [(0, 0)], [f"from-{how}"])
            yield {"program": name, "waits": how, "kind": "apart", "measured_s": measured, "predicted_s": guess,
                   "truth_s": self.truth(name, launcher("spin", "core"), {})}


def print_row(row):
    error = row["predicted_s"] / row["truth_s"] - 1
    change = row["truth_s"] - row["measured_s"]
    gain = (row["predicted_s"] - row["measured_s"]) / change - 1 if abs(change) > 0.05 * row["truth_s"] else None
    print(f"{row['program']:8} {row['waits']:6} {row['kind']:7} {row['measured_s']:11.3f} {row['truth_s']:9.3f} "
          f"{row['predicted_s']:12.3f} {100 * error:+7.1f}% " + (f"{100 * gain:+8.1f}%" if gain is not None else f"{'-':>9}"),
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--only", default=",".join(PROGRAMS))
    parser.add_argument("--sizes", default="", help="ft=64,mg=512")
    parser.add_argument("--waits", default="yield,spin")
    parser.add_argument("--kinds", default="places,both,apart")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--network", default="1000:40")
    parser.add_argument("--table", type=pathlib.Path, help="file of tare calibrate --network")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    every, begin = [], time.monotonic()
    with tempfile.TemporaryDirectory() as made:
        bench = Bench(options, pathlib.Path(made))
        print(f"{'program':8} {'waits':6} {'kind':7} {'measured s':>11} {'truth s':>9} {'predicted s':>12} {'error':>8} {'of gain':>9}")
        for name in options.only.split(","):
            if time.monotonic() - begin > options.seconds:
                print(f"{name}: not begun, {options.seconds:.0f} s are over", file=sys.stderr)
                continue
            bench.build(name)
            for row in bench.rows(name):
                every.append(row)
                print_row(row)
                if options.json:
                    options.json.write_text(json.dumps(every, indent=1))
    for kind in ("places", "both", "apart"):
        for waits in ("yield", "spin"):
            errors = [abs(row["predicted_s"] / row["truth_s"] - 1) for row in every if (row["kind"], row["waits"]) == (kind, waits)]
            if errors:
                print(f"{kind}, waiting ranks {waits}: median {100 * statistics.median(errors):.1f} %, worst {100 * max(errors):.1f} %")


if __name__ == "__main__":
    main()
