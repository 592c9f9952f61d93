#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures 3 and 6 of Eom and Hollingsworth on real programs: what `tare whatif` predicts for two ranks on one core,
alone and together with a slower network. The truth is the same job bound to one core (taskset), with delayed messages.

  jobs_placement.py --build BUILD [--only spa,tsp,...] [--pairs N] [--network LATENCY_US:MB_S] [--json FILE]

The programs are those of bench/jobs, with Open MPI, whose waiting ranks yield (mpi_yield_when_idle) or spin. Times are
T_p of `tare run`, medians over repetitions. The paper: places median 1.0 %, worst 6.6 %; both median 1.9 %, worst 6.2 %.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("spa", "tsp", "ep", "is", "ft", "mg")
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1"}


def run(command, folder, status=(0, 6), **environment):
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, **ENVIRONMENT, **environment))
    if done.returncode not in status:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


class Bench:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.tare = arguments.build.resolve() / "bin/tare"
        self.network = folder / "network.json"
        run([self.tare, "calibrate", "--network", "--launch", "mpirun.openmpi -n 2", "--output", self.network], folder)

    def build(self, name):
        run(["mpicc.openmpi", "-O2", "-fopenmp", "-g", HERE / "jobs" / f"{name}.c", "-o", name, "-lm"], self.folder,
            OMPI_CC=str(self.arguments.build.resolve() / "bin/tare-gcc"))

    def measure(self, name, waits, on_one_core, **delays):
        """T_p, and the results folder."""
        launcher = f"mpirun.openmpi --mca mpi_yield_when_idle {int(waits == 'yield')} --oversubscribe --bind-to none"
        results = tempfile.mkdtemp(dir=self.folder)
        run([*(["taskset", "-c", "0"] if on_one_core else []), self.tare, "run", "--quiet", "--ranks", "2", "--threads", "1",
             "--fixed-ranks", "--repeat", self.arguments.pairs, "--no-compare", "--output", results, "--json", "table.json",
             "--parallel", f"{launcher} -n {{ranks}} ./{name}"], self.folder, **delays)
        table = json.loads((self.folder / "table.json").read_text())["tables"][-1]
        return table["parallel_time_s"], next(pathlib.Path(results).glob("*/manifest.json"), pathlib.Path(results) / "x").parent

    def predict(self, results, waits, change):
        run([self.tare, "whatif", results, "--cores", "1", "--waiting-ranks", waits, *change, "--json", "forecast.json"],
            self.folder)
        return json.loads((self.folder / "forecast.json").read_text())["forecasts"][0]["time"]["time_s"]

    def rows(self, name):
        latency, bandwidth = self.arguments.network.split(":")
        delays = {"TARE_MPI_LATENCY_US": latency, "TARE_MPI_BANDWIDTH_MB_S": bandwidth}
        slower = ["--from-network", self.network, "--network",
                  f"local-latency={latency}us,local-bandwidth={bandwidth}MB/s"]
        for waits in ("yield", "spin"):
            base, results = self.measure(name, waits, False)
            for kind, change, environment in (("places", [], {}), ("both", slower, delays)):
                predicted = self.predict(results, waits, change)
                truth, _ = self.measure(name, waits, True, **environment)
                yield {"program": name, "waits": waits, "kind": kind, "measured_s": base, "predicted_s": predicted,
                       "truth_s": truth}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--only", default=",".join(PROGRAMS))
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--network", default="1000:40")
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    every = []
    with tempfile.TemporaryDirectory() as made:
        bench = Bench(arguments, pathlib.Path(made))
        print(f"{'program':8} {'waits':6} {'kind':7} {'measured s':>11} {'truth s':>9} {'predicted s':>12} {'error':>8} {'of gain':>9}")
        for name in arguments.only.split(","):
            bench.build(name)
            for row in bench.rows(name):
                every.append(row)
                error = row["predicted_s"] / row["truth_s"] - 1
                change = row["truth_s"] - row["measured_s"]
                gain = (row["predicted_s"] - row["measured_s"]) / change - 1 if abs(change) > 0.05 * row["truth_s"] else None
                print(f"{name:8} {row['waits']:6} {row['kind']:7} {row['measured_s']:11.3f} {row['truth_s']:9.3f} "
                      f"{row['predicted_s']:12.3f} {100 * error:+7.1f}% " + (f"{100 * gain:+8.1f}%" if gain is not None else f"{'-':>9}"),
                      flush=True)
                if arguments.json:
                    arguments.json.write_text(json.dumps(every, indent=1))
    for kind in ("places", "both"):
        for waits in ("yield", "spin"):
            errors = [abs(row["predicted_s"] / row["truth_s"] - 1) for row in every if (row["kind"], row["waits"]) == (kind, waits)]
            if errors:
                print(f"{kind}, waiting ranks {waits}: median {100 * statistics.median(errors):.1f} %, worst {100 * max(errors):.1f} %")


if __name__ == "__main__":
    main()
