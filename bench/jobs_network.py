#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures 4 and 5 of Eom and Hollingsworth on real programs: what recording messages costs, and what the replay
predicts for a slower network. The truth is a run whose messages are delayed (TARE_MPI_LATENCY_US and so on).

  jobs_network.py --prefix BUILD --folder FOLDER [--mpi openmpi|mpich] [--launch 'mpirun -n 2'] [--rounds N]
                  [--network LATENCY_US:MB_S ...] [--only spa,tsp] [--sizes ft=128,mg=512] [--results FILE]
  jobs_network.py --prefix BUILD --folder FOLDER --ways [--mpi openmpi|mpich] [--rounds N] ...

BUILD has bin/tare, bin/jobs_network and bin/message_library (cmake --preset dev). In each round a program runs plainly,
recorded, and on each network, one after the other. Medians over rounds, with the 95 % interval of the median by ranks.
The error is (predicted - truth) / truth. The error of the gain is that of the difference between the two networks, as
a part of it; `-` where a round's difference is below 5 % of its time.
With --ways messages go through shared memory in one run, and through TCP on the loopback in the other one. Both networks
are measured (tare calibrate --network), and each run predicts the other: a truth without delays by the library."""
import argparse
import json
import math
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("spa", "tsp", "ep", "is", "ft", "mg")
LEAST_CHANGE = 0.05
# How messages of ranks on one host travel; the ranks spin, each on a core of its own.
WAYS = {"openmpi": {"shm": "mpirun.openmpi -n 2 --bind-to core --mca pml ob1 --mca btl self,vader",
                    "tcp": "mpirun.openmpi -n 2 --bind-to core --mca pml ob1 --mca btl self,tcp --mca btl_tcp_if_include lo"},
        "mpich": {"shm": "mpirun.mpich -n 2 -bind-to core",
                  "tcp": "env UCX_TLS=self,tcp UCX_NET_DEVICES=lo mpirun.mpich -n 2 -bind-to core"}}
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--mpi", choices=("openmpi", "mpich"), default="openmpi")
    parser.add_argument("--launch")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--network", nargs="*", default=["100:1000", "1000:40"])
    parser.add_argument("--only", default=",".join(PROGRAMS))
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--sizes", default="", help="ft=128,mg=2048")
    parser.add_argument("--ways", action="store_true", help="shared memory against TCP")
    return parser.parse_args()


def run(command, **environment):
    done = subprocess.run(command, env=dict(os.environ, **ENVIRONMENT, **environment), capture_output=True, text=True,
                          check=False, stdin=subprocess.DEVNULL, timeout=600)
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


class Bench:
    def __init__(self, options):
        self.options = options
        self.folder = options.folder.resolve()
        self.bin = options.prefix.resolve() / "bin"
        self.launch = shlex.split(options.launch or f"mpirun.{options.mpi} -n 2")
        self.folder.mkdir(parents=True, exist_ok=True)
        self.network_file = self.folder / "network.json"
        if not options.ways:
            network = self.measured_network(self.network_file, self.launch)
            self.eager = network["local"].get("eager_limit_bytes")
        self.sizes = dict(pair.split("=") for pair in options.sizes.split(",") if pair)
        self.library = ""

    def measured_network(self, file, launch):
        if not file.exists():
            run([self.bin / "tare", "calibrate", "--network", "--again", "--launch", shlex.join(launch), "--output", file],
                TARE_MPICC=f"mpicc.{self.options.mpi}")
        return json.loads(file.read_text())

    def build(self, name):
        program = self.folder / name
        run([f"mpicc.{self.options.mpi}", "-O2", "-fopenmp", HERE / "jobs" / f"{name}.c", "-o", program, "-lm"])
        if not self.library:
            said = run([self.bin / "message_library", self.options.prefix.resolve(), self.folder / "cache", program])
            self.library = next(line.split(" ", 1)[1] for line in said.splitlines() if line.startswith("library "))
        return program

    def go(self, program, recorded, launch=None, **environment):
        """Seconds that the program says, and the folder of its messages."""
        folder = self.folder / "messages"
        shutil.rmtree(folder, ignore_errors=True)
        preload = ["env", f"LD_PRELOAD={self.library}"] if recorded else []
        size = self.sizes.get(program.name)
        said = run([*(launch or self.launch), *preload, program, *([size] if size else [])], TARE_OUTPUT_DIR=str(folder),
                   **environment)
        words = said.split()
        assert "verified" in words, said
        return float(words[words.index("time_s") + 1]), folder

    def replayed(self, folder, latency, bandwidth, network=None):
        """measured, predicted, messages, bytes, unchanged"""
        return [float(word) for word in run([self.bin / "jobs_network", network or self.network_file, latency, bandwidth,
                                             folder]).split()]

    def ways_of(self, program):
        """Measured on each way, and predicted there from the other one."""
        row, ways = {}, WAYS[self.options.mpi]
        files = {way: self.folder / f"network-{way}.json" for way in ways}
        for way, other in (("shm", "tcp"), ("tcp", "shm")):
            for each in ways:
                self.measured_network(files[each], shlex.split(ways[each]))
            _, folder = self.go(program, True, shlex.split(ways[way]))
            measured, predicted, *_ = self.replayed(folder, "to", files[other], files[way])
            row[way] = measured
            row[f"to {other}"] = predicted
        return row

    def round_of(self, program, networks):
        plain, _ = self.go(program, False)
        recorded, folder = self.go(program, True)
        row = {"plain": plain, "recorded": recorded, "networks": {}}
        for network in networks:
            latency, bandwidth = network.split(":")
            measured, predicted, messages, count, _ = self.replayed(folder, latency, bandwidth)
            row.update(messages=messages, bytes=count, measured=measured)
            row["networks"][network] = {"predicted": predicted}
        for network in networks:
            latency, bandwidth = network.split(":")
            eager = {} if self.eager is None else {"TARE_MPI_EAGER_BYTES": str(int(self.eager))}
            _, folder = self.go(program, True, TARE_MPI_LATENCY_US=latency, TARE_MPI_BANDWIDTH_MB_S=bandwidth, **eager)
            row["networks"][network]["truth"] = self.replayed(folder, "0", "0")[0]
        return row


def median(values):
    """With the ends of its interval of 95 %, by ranks; of fewer than six values the least and the greatest."""
    values = sorted(values)
    n = len(values)
    low = max(0, math.floor(n / 2 - 0.98 * math.sqrt(n)) - (n < 6)) if n > 5 else 0
    return statistics.median(values), values[low], values[n - 1 - low]


def band(values, scale=100, form="%+.1f"):
    middle, low, high = (scale * value for value in median(values))
    return (form + " [" + form + ", " + form + "]") % (middle, low, high)


def table(results, networks):
    print("\nRecording (Figure 4 of the paper: mean 3 %, worst 7.4 %)\n")
    print("| program | messages | bytes | plain s | overhead % |\n|---|---|---|---|---|")
    for name, rows in results.items():
        print(f"| {name} | {rows[0]['messages']:.0f} | {rows[0]['bytes']:.3g} | "
              f"{statistics.median(row['plain'] for row in rows):.3f} | "
              f"{band([row['recorded'] / row['plain'] - 1 for row in rows])} |")
    for network in networks:
        latency, bandwidth = network.split(":")
        print(f"\nAt least {latency} us and {bandwidth} MB/s (Figure 5 of the paper: median 2.8 %, worst 7.4 %)\n")
        print("| program | measured s | truth s | predicted s | error % | error of the gain % |\n|---|---|---|---|---|---|")
        errors = []
        for name, rows in results.items():
            truths = [row["networks"][network]["truth"] for row in rows]
            guesses = [row["networks"][network]["predicted"] for row in rows]
            error = [guess / truth - 1 for guess, truth in zip(guesses, truths)]
            gain = [(guess - row["measured"]) / (truth - row["measured"]) - 1
                    for guess, truth, row in zip(guesses, truths, rows)
                    if truth - row["measured"] > LEAST_CHANGE * row["measured"]]
            errors.append(abs(statistics.median(error)))
            print(f"| {name} | {statistics.median(row['measured'] for row in rows):.3f} | "
                  f"{statistics.median(truths):.3f} | {statistics.median(guesses):.3f} | {band(error)} | "
                  f"{band(gain) if len(gain) == len(rows) else '-'} |")
        print(f"\nmedian {100 * statistics.median(errors):.1f} %, worst {100 * max(errors):.1f} %")


def ways_table(results):
    print("\nFigure 5 of the paper: median 2.8 %, worst 7.4 %\n")
    print("| program | shared memory s | TCP s | shared memory to TCP: error % | of the gain % | TCP to shared memory: error % | "
          "of the gain % |\n|---|---|---|---|---|---|---|")
    errors = []
    for name, rows in results.items():
        shm, tcp = (statistics.median(row[way] for row in rows) for way in ("shm", "tcp"))
        cells = []
        for way, now, then in (("to tcp", shm, tcp), ("to shm", tcp, shm)):
            guesses = [row[way] for row in rows]
            errors.append(abs(statistics.median(guesses) / then - 1))
            gain = [(guess - now) / (then - now) - 1 for guess in guesses] if abs(tcp - shm) > LEAST_CHANGE * shm else None
            cells += [band([guess / then - 1 for guess in guesses]), band(gain) if gain else "-"]
        print(f"| {name} | {shm:.3f} | {tcp:.3f} | {' | '.join(cells)} |")
    print(f"\nmedian {100 * statistics.median(errors):.1f} %, worst {100 * max(errors):.1f} %")


def main():
    options = arguments()
    bench, results = Bench(options), {}
    programs = {name: bench.build(name) for name in options.only.split(",")}
    for number in range(options.rounds):
        for name, program in programs.items():
            results.setdefault(name, []).append(bench.ways_of(program) if options.ways else
                                                bench.round_of(program, options.network))
            print(f"round {number + 1}: {name}", file=sys.stderr)
    if options.results:
        options.results.write_text(json.dumps(results, indent=1))
    if options.ways:
        ways_table(results)
    else:
        table(results, options.network)


if __name__ == "__main__":
    main()
